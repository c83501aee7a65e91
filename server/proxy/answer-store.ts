import type { ServerResponse } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'

const largestAnswer = 1024 * 1024
const mostTogether = 32 * 1024 * 1024

/** Takes answers of services into memory, so that a slow client holds no connection of a service. */
export interface AnswerStore {
  /** Sends an answer on. One of up to 1 MiB is taken as fast as it comes, while there is room for all that lie here. */
  send(answer: Readable & { headers: { 'content-length'?: string | undefined } }, res: ServerResponse): void
}

/** Creates it; `room` is in bytes (32 MiB). */
export function createAnswerStore(room = mostTogether): AnswerStore {
  let held = 0
  return {
    send(answer, res) {
      const length = answer.headers['content-length']
      const size = Math.min(length === undefined ? largestAnswer : Number(length), largestAnswer)
      if (held + size > room) {
        answer.pipe(res)
        return
      }
      held += size
      const store = new PassThrough({ writableHighWaterMark: size + 1 })
      res.once('close', () => {
        held -= size
        store.destroy()
      })
      answer.pipe(store).pipe(res)
    },
  }
}
