/** A late query in the stream: its hash, whether it succeeded, its data. */
export type LateQuery = [hash: string, ok: 0 | 1, data?: unknown]

declare global {
  interface Window {
    /** Late queries pushed by the stream's scripts. */
    __L?: LateQuery[]
  }
}

type QueryFn = (context: { signal: AbortSignal }) => Promise<unknown>

/** Come, and not asked for yet. */
const arrived = new Map<string, LateQuery>()
const waiting = new Map<string, (item: LateQuery | undefined) => void>()
let listening = false
let isOver = false

function take(item: LateQuery): void {
  const tell = waiting.get(item[0])
  if (!waiting.delete(item[0])) arrived.set(item[0], item)
  tell?.(item)
}

function listen(): void {
  if (listening) return
  listening = true
  const list: LateQuery[] = window.__L ?? []
  for (const item of list) take(item)
  // NOTE: the stream's scripts call push; taking it over is how they reach us once we run.
  list.push = (...items: LateQuery[]) => {
    for (const item of items) take(item)
    return 0
  }
  window.__L = list
  const end = (): void => {
    isOver = true
    for (const tell of waiting.values()) tell(undefined)
    waiting.clear()
  }
  // The entry is an async script and may run after the document is complete.
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', end, { once: true })
  else end()
}

function itemOf(hash: string): Promise<LateQuery | undefined> | LateQuery | undefined {
  listen()
  const item = arrived.get(hash)
  if (arrived.delete(hash) || isOver) return item
  return new Promise((resolve) => waiting.set(hash, resolve))
}

/** Waits for a query in the stream; when it got lost there (an error, a cut), the same promise is settled by fetching it. Tried again, it is fetched. */
export function lateQueryFn(hash: string, queryFn: QueryFn): QueryFn {
  let isTried = false
  return async (context) => {
    const item = isTried ? undefined : await itemOf(hash)
    isTried = true
    return item?.[1] ? item[2] : queryFn(context)
  }
}
