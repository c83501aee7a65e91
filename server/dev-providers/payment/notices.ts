import { request } from 'node:http'
import type { BookNotice } from './pay-book.ts'
import { signMessage } from './signature.ts'

/** Pauses before each further try of a notification that wasn't read: fifteen in a day. */
const pausesMs = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, 3600, 10_800, 10_800, 10_800, 21_600, 21_600].map(
  (seconds) => seconds * 1000,
)
const patienceMs = 10_000
const shortestPauseMs = 50
const longestPauseMs = 60_000

/** How notifications go out; every mode but the first is for tests and for developers who want to see what happens. */
export type NoticeMode = 'normal' | 'repeat' | 'delay' | 'reorder' | 'lose'

/** Where notifications are taken, and under which host name. */
export interface NotifyTarget {
  readonly url: string
  readonly host?: string | undefined
}

export interface NoticeOptions {
  readonly target: NotifyTarget
  readonly privateKey: string
  readonly now: () => number
  readonly list: () => BookNotice[]
  readonly save: (notice: BookNotice) => Promise<void>
}

export interface Notices {
  mode: NoticeMode
  /** `repeat`: so many at once. */
  times: number
  /** `delay`: the first one goes after so long. */
  delayMs: number
  /** One is new. */
  add(notice: BookNotice): void
  /** Sends what nobody has read, held and lost ones too, each so often and all at once; the newest first when reversed. Answers how many times the word was read. */
  deliver(options: { reversed: boolean; times: number; outTradeNo?: string | undefined }): Promise<number>
  stop(): void
}

/** One POST; true when the merchant says that it has read it. */
function send({ url, host }: NotifyTarget, body: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(
      url,
      {
        method: 'POST',
        timeout: patienceMs,
        headers: {
          ...headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...(host === undefined ? {} : { host }),
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text = (text + part).slice(0, 100)
        })
        answer.on('end', () => resolve(answer.statusCode === 200 && text.trim() === 'success'))
        answer.on('error', () => resolve(false))
      },
    )
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(false))
    call.end(body)
  })
}

/** Tells the merchant, again and again with growing pauses, until it answers 'success'. */
export function createNotices({ target, privateKey, now, list, save }: NoticeOptions): Notices {
  const underWay = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const sendOnce = (body: string): Promise<boolean> => send(target, body, signMessage(privateKey, now(), [], body))

  async function tryOne(notifyId: string, times: number): Promise<number> {
    underWay.add(notifyId)
    try {
      const notice = list().find((one) => one.notifyId === notifyId)
      if (!notice) return 0
      const answers = await Promise.all(Array.from({ length: times }, () => sendOnce(notice.body)))
      const read = answers.filter(Boolean).length
      const pause = pausesMs[notice.tries]
      const isRead = notice.isRead || read > 0
      if (!stopped)
        await save({
          ...notice,
          isRead,
          tries: notice.tries + 1,
          nextAt: isRead || pause === undefined ? null : now() + pause,
        })
      return read
    } finally {
      underWay.delete(notifyId)
    }
  }

  function schedule(): void {
    clearTimeout(timer)
    if (stopped) return
    const next = list().flatMap(({ nextAt, isRead, notifyId }) =>
      nextAt === null || isRead || underWay.has(notifyId) ? [] : [nextAt],
    )
    if (next.length === 0) return
    timer = setTimeout(pump, Math.min(longestPauseMs, Math.max(shortestPauseMs, Math.min(...next) - now())))
    timer.unref()
  }

  function pump(): void {
    for (const { notifyId, nextAt, isRead } of list()) {
      if (isRead || nextAt === null || nextAt > now() || underWay.has(notifyId)) continue
      void tryOne(notifyId, notices.mode === 'repeat' ? notices.times : 1).then(schedule, schedule)
    }
    schedule()
  }

  const notices: Notices = {
    mode: 'normal',
    times: 15,
    delayMs: 5000,
    add(notice) {
      if (notices.mode === 'lose' || notices.mode === 'reorder') void save({ ...notice, nextAt: null })
      else if (notices.mode === 'delay') void save({ ...notice, nextAt: now() + notices.delayMs }).then(schedule)
      else pump()
    },
    async deliver({ reversed, times, outTradeNo }) {
      const waiting = list().filter(
        (notice) => !notice.isRead && (outTradeNo === undefined || notice.outTradeNo === outTradeNo),
      )
      let read = 0
      for (const { notifyId } of reversed ? waiting.reverse() : waiting) read += await tryOne(notifyId, times)
      schedule()
      return read
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
  schedule()
  return notices
}
