import { Asker, askerGone, currentAsker, workFor } from '#server/backend/base/asker.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { callTimes } from '#shared/rules/call-times.ts'

/** What one process takes on, and for how long (milliseconds). */
export interface CallLimits {
  /** Calls under way at once; those beyond it are refused. */
  readonly mostUnderWay: number
  /** A call that reads, or writes in one transaction (`callTimes` says who else waits, and for how long). */
  readonly callMs: number
  /** A call of several steps: it may ask providers, who have deadlines of their own. */
  readonly stepsMs: number
}

export const callLimits: CallLimits = {
  mostUnderWay: 2000,
  callMs: callTimes.one.backendMs,
  stepsMs: callTimes.steps.backendMs,
}

const retryAfter = { 'Retry-After': '2' }
const busyText = '服务繁忙，请稍后再试'

function refuseBusy(): ApiError {
  return new ApiError(Code.Toast, busyText, 503, retryAfter)
}

/** Counts calls under way: `enter` throws 503 when there are too many; what it answers is called once at the call's end. */
export function createCallCount({ mostUnderWay }: CallLimits): { enter(): () => void } {
  let underWay = 0
  return {
    enter() {
      if (underWay >= mostUnderWay) throw refuseBusy()
      underWay += 1
      return () => {
        underWay -= 1
      }
    },
  }
}

/**
 * Runs a call within its time, else throws 503. Its transactions are to be opened by the `tx` that `work` gets: they roll back when the
 * time is over, and none begins later. A commit under way is waited for, so that an answer never says no to what has been done. A read ends
 * with its asker's going, too, and asks the database nothing more after its end; who writes may go, and it is written all the same.
 */
export function withinTime<T>(
  ctx: BackendContext,
  endpoint: Endpoint,
  limits: CallLimits,
  work: (tx: BackendContext['tx']) => Promise<T>,
): Promise<T> {
  let commits = 0
  let isDue = false
  let isGivenUp = false
  let isDone = false
  let end: () => void = () => undefined
  const asker = new Asker({ onlyReads: endpoint.writes === false, whole: currentAsker() })
  const over = new Promise<never>((_, reject) => {
    asker.onLeave(() => {
      if (!asker.onlyReads || isGivenUp || isDone) return
      isGivenUp = true
      reject(askerGone())
    })
    end = () => {
      if (isGivenUp || isDone || commits > 0) return
      isGivenUp = true
      ctx.log.warn({ route: endpoint.route }, 'a call took too long and was given up')
      // what several steps have done before stays done
      reject(
        endpoint.writes === 'steps'
          ? new ApiError(Code.Toast, '处理时间过长，请稍后查看结果', 503, retryAfter)
          : refuseBusy(),
      )
      if (asker.onlyReads) asker.leave()
    }
  })
  over.catch(() => undefined)
  const timer = setTimeout(
    () => {
      isDue = true
      end()
    },
    endpoint.writes === 'steps' ? limits.stepsMs : limits.callMs,
  )
  const tx: BackendContext['tx'] = async (inner) => {
    // work that the answer doesn't wait for
    if (isDone) return ctx.tx(inner)
    let isCommitting = false
    try {
      return await ctx.tx(async (trx) => {
        if (isGivenUp) return over
        const result = await Promise.race([inner(trx), over])
        isCommitting = true
        commits += 1
        return result
      })
    } finally {
      if (isCommitting) commits -= 1
      // the answer of a call that is done comes first
      if (isDue) setImmediate(end)
    }
  }
  return Promise.race([workFor(asker, () => work(tx)), over]).finally(() => {
    clearTimeout(timer)
    isDue = false
    isDone = !isGivenUp
  })
}

/** How a database says that a statement or the wait for a lock took too long, or that no connection was free in time. */
const tooLong: ReadonlySet<unknown> = new Set(['57014', '55P03', '25P03', '53300'])

/** The database's own limits as a refusal (503); undefined for any other error. */
export function fromStatementLimits(error: unknown): ApiError | undefined {
  return tooLong.has((error as { code?: unknown } | undefined)?.code) ? refuseBusy() : undefined
}
