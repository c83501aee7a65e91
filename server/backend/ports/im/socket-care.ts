import type { Socket } from 'socket.io'
import type { Clock } from '#server/backend/base/parts.ts'
import type { ImSocket } from './room-sockets.ts'

/** A socket that sends so many frames in a second ends. */
const floodFrames = 50
const secondMs = 1000
/** A reader that owes so much is cut: the others' messages wait in nobody's memory for long. */
const mostUnsentBytes = 1024 * 1024

/** What of a connection socket.io's types don't show: what waits in it, and the WebSocket below. */
interface Connection {
  readonly writeBuffer?: readonly {
    readonly data?: unknown
    readonly options?: { readonly wsPreEncodedFrame?: readonly Uint8Array[] }
  }[]
  readonly transport?: { readonly socket?: { readonly bufferedAmount?: number; terminate?(): void } }
}

/** Calls `onFlood` once when more frames come than anybody could type; the frames after it change nothing. */
export function watchFrames(socket: ImSocket, clock: Clock, onFlood: () => void): void {
  let since = clock.now()
  let frames = 0
  const onPacket = (): void => {
    const now = clock.now()
    if (now < since || now - since >= secondMs) {
      since = now
      frames = 0
    }
    frames += 1
    if (frames < floodFrames) return
    socket.conn.off('packet', onPacket)
    onFlood()
  }
  socket.conn.on('packet', onPacket)
}

function sizeOf({ data, options }: NonNullable<Connection['writeBuffer']>[number]): number {
  if (options?.wsPreEncodedFrame) return options.wsPreEncodedFrame.reduce((sum, part) => sum + part.length, 0)
  return typeof data === 'string' ? data.length : data instanceof Uint8Array ? data.length : 0
}

/** Whether more than a megabyte waits for this reader. */
export function isTooSlow(socket: Pick<Socket, 'conn'>): boolean {
  const { writeBuffer = [], transport } = socket.conn as unknown as Connection
  const handedOver = transport?.socket?.bufferedAmount ?? 0
  return handedOver + writeBuffer.reduce((sum, packet) => sum + sizeOf(packet), 0) > mostUnsentBytes
}

/** Cuts a connection without a word: one that doesn't read wouldn't hear it. */
export function terminate(socket: Pick<Socket, 'conn' | 'disconnect'>): void {
  const { transport } = socket.conn as unknown as Connection
  if (transport?.socket?.terminate) transport.socket.terminate()
  else socket.disconnect(true)
}
