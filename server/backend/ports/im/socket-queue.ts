import type { Log } from '#server/backend/base/parts.ts'
import { ApiError } from '#shared/contract/codes.ts'
import type { ImSocket } from './room-sockets.ts'

/** So many asks of one socket may wait. */
const mostWaiting = 16

/** What one socket asks for, one thing at a time: who asks for much waits for it. */
export interface SocketQueue {
  /** Does some work in its turn and answers; `refuse` instead when too much waits already. */
  add<T>(work: () => Promise<T>, answer: (result: T) => void, refuse: (answer: (result: T) => void) => void): void
}

export function createSocketQueue(socket: Pick<ImSocket, 'disconnect'>, log: Pick<Log, 'error'>): SocketQueue {
  let turn: Promise<void> = Promise.resolve()
  let waiting = 0
  return {
    add(work, answer, refuse) {
      // whatever a client sends in its place
      if (typeof answer !== 'function') return void socket.disconnect(true)
      if (waiting >= mostWaiting) return refuse(answer)
      waiting += 1
      turn = turn
        .then(work)
        .then(answer, (error: unknown) => {
          if (!(error instanceof ApiError)) log.error({ err: error }, 'a socket could not be answered')
          socket.disconnect(true)
        })
        .finally(() => {
          waiting -= 1
        })
    },
  }
}
