import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import type { SupportMessage } from '#shared/contract/support.ts'
import {
  type SupportEnd,
  type SupportHandshake,
  type SupportServerEvents,
  supportSocketPath,
} from '#shared/contract/support-socket.ts'

const joinMs = 10_000

/** What a connection tells. */
export interface LineEvents {
  ready(lastSeq: number): void
  message(message: SupportMessage): void
  changed(): void
  /** Once: it is over, or never began. */
  over(reason: SupportEnd | 'lost'): void
}

/** Connects with a ticket; answers how to end it. It never comes back by itself: each joining needs a ticket. */
export type ConnectLine = (sign: string, events: LineEvents) => () => void

export const connectLine: ConnectLine = (sign, events) => {
  const auth: SupportHandshake = { sign }
  const options: Partial<ManagerOptions & SocketOptions> = {
    path: supportSocketPath,
    addTrailingSlash: false,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: joinMs,
    auth,
  }
  const socket: Socket<SupportServerEvents, Record<string, never>> = io(options)
  let isOver = false
  const over = (reason: SupportEnd | 'lost'): void => {
    if (isOver) return
    isOver = true
    events.over(reason)
    socket.disconnect()
  }
  socket.on('ready', ({ lastSeq }) => events.ready(lastSeq))
  socket.on('message', events.message)
  socket.on('changed', events.changed)
  socket.on('end', over)
  socket.on('disconnect', () => over('lost'))
  socket.on('connect_error', () => over('lost'))
  return () => {
    isOver = true
    socket.disconnect()
  }
}
