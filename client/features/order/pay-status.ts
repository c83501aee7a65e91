const fastMs = 2000
const slowestMs = 15_000
const fastAsks = 30

/** Milliseconds until an order's payment is asked about again: two seconds for the first minute, then longer and longer. */
export function payPollMs(asked: number): number {
  if (asked < fastAsks) return fastMs
  return Math.min(slowestMs, Math.round(fastMs * 1.3 ** (asked - fastAsks + 1)))
}
