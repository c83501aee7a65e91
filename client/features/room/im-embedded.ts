import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import type { ImDriver } from '#client/features/room/room-store.ts'
import { createImListeners } from '#client/features/room/im-listeners.ts'
import { type ImClientEvents, type ImHandshake, type ImServerEvents, imSocketPath } from '#shared/contract/im-socket.ts'

const joinMs = 10_000
const answerMs = 10_000
/** What is said goes twice before it counts as failed: ten seconds in all. */
const sentMs = 5000

type ImSocket = Socket<ImServerEvents, ImClientEvents>

/** Connects to the server from which the page came; where there is no page, somebody else says whereto. */
export type ConnectIm = (options: Partial<ManagerOptions & SocketOptions>) => ImSocket

/** The school's own chat: a WebSocket at the page's address. It never comes back by itself: each joining needs a ticket. */
export function createEmbeddedDriver(connect: ConnectIm = (options) => io(options)): ImDriver {
  let socket: ImSocket | undefined
  const listeners = createImListeners()
  return {
    ...listeners.driver,
    join: ({ id, sign }) =>
      new Promise((resolve, reject) => {
        const auth: ImHandshake = { groupId: id, sign }
        socket = connect({
          path: imSocketPath,
          addTrailingSlash: false,
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          timeout: joinMs,
          auth,
        })
        const timer = setTimeout(() => reject(new Error('no answer')), joinMs)
        socket.on('message', listeners.message)
        socket.on('presence', listeners.presence)
        socket.on('queue', listeners.queue)
        socket.on('end', listeners.over)
        socket.on('disconnect', () => {
          clearTimeout(timer)
          reject(new Error('closed'))
          listeners.over('lost')
        })
        socket.on('connect_error', (error) => {
          clearTimeout(timer)
          reject(error)
        })
        socket.on('ready', (state) => {
          clearTimeout(timer)
          resolve(state)
        })
      }),
    async send({ clientMsgId, text, at }) {
      if (!socket) throw new Error('not joined')
      return socket.timeout(sentMs).emitWithAck('send', { clientMsgId, text, at })
    },
    async missed(afterSeq) {
      if (!socket) throw new Error('not joined')
      return socket.timeout(answerMs).emitWithAck('missed', { afterSeq })
    },
    close() {
      listeners.close()
      socket?.disconnect()
      socket = undefined
    },
  }
}
