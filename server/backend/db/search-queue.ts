import { askerGone, currentAsker } from '#server/backend/base/asker.ts'
import type { Database, OpenDatabase } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** What one process searches at once, and how much waits for it. */
export interface SearchQueueLimits {
  readonly mostAtOnce: number
  readonly mostWaiting: number
  /** Milliseconds; who would wait longer is refused. */
  readonly waitMs: number
}

/** The embedded database does one thing at a time anyway. */
export const searchQueueLimits: Readonly<Record<OpenDatabase['kind'], SearchQueueLimits>> = {
  embedded: { mostAtOnce: 1, mostWaiting: 40, waitMs: 2000 },
  postgres: { mostAtOnce: 2, mostWaiting: 40, waitMs: 2000 },
}

/** Runs searches a few at once, on connections that nothing else uses: other calls go on beside any number of them. */
export interface SearchQueue {
  /** Throws HTTP 503 with code 4004 and words when too many wait, or when the search takes too long. */
  run<T>(search: (db: Database) => Promise<T>): Promise<T>
}

interface Waiting {
  readonly begin: () => void
}

/** PostgreSQL ended a statement that took longer than the connection allows. */
const statementEnded = '57014'

function refusal(text: string): ApiError {
  return new ApiError(Code.Toast, text, 503, { 'Retry-After': '2' })
}

/** The queue of a backend process. */
export function createSearchQueue(
  { kind, db, search }: Pick<OpenDatabase, 'kind' | 'db' | 'search'>,
  limits: SearchQueueLimits = searchQueueLimits[kind],
): SearchQueue {
  const { mostAtOnce, mostWaiting, waitMs } = limits
  const waiting = new Set<Waiting>()
  let underWay = 0

  const enter = (): Promise<void> => {
    const asker = currentAsker()
    if (asker?.isGone) return Promise.reject(askerGone())
    if (underWay < mostAtOnce) {
      underWay += 1
      return Promise.resolve()
    }
    if (waiting.size >= mostWaiting) return Promise.reject(refusal('搜索的人太多，请稍后再试'))
    return new Promise((resolve, reject) => {
      const settle = (how: () => void): void => {
        waiting.delete(one)
        clearTimeout(timer)
        stay?.()
        how()
      }
      const timer = setTimeout(() => settle(() => reject(refusal('搜索的人太多，请稍后再试'))), waitMs)
      // a place that nobody waits in is somebody else's
      const stay = asker?.onLeave(() => settle(() => reject(askerGone())))
      // calls that have come meanwhile are begun first
      const one: Waiting = { begin: () => settle(() => setImmediate(resolve)) }
      waiting.add(one)
    })
  }
  const leave = (): void => {
    const [next] = waiting
    if (!next) {
      underWay -= 1
      return
    }
    next.begin()
  }
  return {
    async run(work) {
      await enter()
      try {
        return await work(search?.db ?? db)
      } catch (error) {
        if ((error as { code?: unknown }).code === statementEnded) throw refusal('这次搜索太慢，请换个更短的词')
        throw error
      } finally {
        leave()
      }
    },
  }
}
