/** A late query in the stream: its hash, whether it succeeded, its data. */
export type LateQuery = [hash: string, ok: 0 | 1, data?: unknown]

declare global {
  interface Window {
    /** Late queries pushed by the stream's scripts. */
    __L?: LateQuery[]
  }
}

type QueryFn = (context: { signal: AbortSignal }) => Promise<unknown>

const waiting = new Map<string, (item: LateQuery | undefined) => void>()
let listening = false

function listen(): void {
  if (listening) return
  listening = true
  const list: LateQuery[] = window.__L ?? []
  const settle = (item: LateQuery): void => {
    waiting.get(item[0])?.(item)
    waiting.delete(item[0])
  }
  // NOTE: the stream's scripts call push; taking it over is how they reach us once we run.
  list.push = (...items: LateQuery[]) => {
    for (const item of items) settle(item)
    return 0
  }
  window.__L = list
  queueMicrotask(() => {
    for (const item of [...list]) settle(item)
  })
  const lost = (): void => {
    for (const settleLost of waiting.values()) settleLost(undefined)
    waiting.clear()
  }
  // The entry is an async script and may run after the document is complete.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', lost, { once: true })
  else queueMicrotask(() => queueMicrotask(lost))
}

/** Waits for a query in the stream; when it got lost there (an error, a cut), the same promise is settled by fetching it. */
export function lateQueryFn(hash: string, queryFn: QueryFn): QueryFn {
  return async (context) => {
    const item = await new Promise<LateQuery | undefined>((resolve) => {
      waiting.set(hash, resolve)
      listen()
    })
    return item?.[1] ? item[2] : queryFn(context)
  }
}
