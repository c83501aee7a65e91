import type { Socket } from 'node:net'
import { networkOf } from '#server/http/client-network.ts'

/** Connections that have shown no good key yet: so many together, and of one address (an IPv6 /64). */
export const mostStrangers = 64
const mostOfAddress = 8

/** Makes room for those who come: whoever only holds a connection open keeps no teacher out. */
export interface Strangers {
  /** Takes one in; the one that has waited longest is ended when there are too many, of its own address before others'. */
  add(socket: Socket): void
  /** It streams now, and is ended by nobody's coming. */
  remove(socket: Socket): void
}

export function createStrangers(): Strangers {
  // in the order in which they came
  const waiting = new Map<Socket, string>()

  function endFirst(isOne: (address: string) => boolean): void {
    for (const [socket, address] of waiting) {
      if (!isOne(address)) continue
      waiting.delete(socket)
      socket.destroy()
      return
    }
  }

  return {
    add(socket) {
      const own = networkOf(socket.remoteAddress ?? '')
      const ofOwn = [...waiting.values()].filter((address) => address === own).length
      if (ofOwn >= mostOfAddress) endFirst((address) => address === own)
      else if (waiting.size >= mostStrangers) endFirst(() => true)
      waiting.set(socket, own)
      socket.once('close', () => waiting.delete(socket))
    },
    remove: (socket) => void waiting.delete(socket),
  }
}
