const minuteMs = 60_000

/** Minutes until the next try, or until a refund under way is asked for again. */
const waits = [1, 2, 5, 10, 30]

/** When a refund is looked at again after its `tries`-th try. */
export function nextTry(now: number, tries: number): Date {
  return new Date(now + (waits[Math.min(tries, waits.length) - 1] ?? 1) * minuteMs)
}
