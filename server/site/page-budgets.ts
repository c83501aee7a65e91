/** Milliseconds that data may take: critical ones of pages for all and of personal pages, and late ones. */
export interface PageBudgets {
  cacheableMs: number
  privateMs: number
  deferredMs: number
  /** How long a page waits for who the learner is, until it is made for a visitor (800). */
  sessionMs?: number
  /** A learner's visit to a page that visitors get from the cache: user information and critical data together (850). */
  learnerMs?: number
}

/** What pages wait for when nothing else is said. */
export const usualBudgets: Required<PageBudgets> = {
  cacheableMs: 800,
  privateMs: 3_000,
  deferredMs: 5_000,
  sessionMs: 800,
  learnerMs: 850,
}

/** The usual times, all longer or shorter by one factor: where machine or services are slow, a late page is better than none. */
export function pageBudgets(factor: number): Required<PageBudgets> {
  const { cacheableMs, privateMs, deferredMs, sessionMs, learnerMs } = usualBudgets
  return {
    cacheableMs: cacheableMs * factor,
    privateMs: privateMs * factor,
    deferredMs: deferredMs * factor,
    sessionMs: sessionMs * factor,
    learnerMs: learnerMs * factor,
  }
}
