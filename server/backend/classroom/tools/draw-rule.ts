import { createHash, createHmac } from 'node:crypto'

/** Weights are of so many. */
export const wholeWeight = 10_000

/** What is told of the secret before the first draw. */
export function commitmentOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Which draw, of whom, with what their page put into it; null: nothing. */
export interface DrawKey {
  readonly activityId: number
  readonly userId: number
  readonly drawNo: number
  readonly clientValue: string | null
}

/**
 * The number from 0 to 9,999 that a draw has: HMAC-SHA256 under the activity's secret of `activity:user:draw:value`, its first six bytes
 * modulo 10,000; without a value of `activity:user:draw`. Nobody can choose it: the school settled the secret before it knew the value,
 * and who gives the value doesn't know the secret.
 */
export function drawNumber(secret: string, { activityId, userId, drawNo, clientValue }: DrawKey): number {
  const text = [activityId, userId, drawNo, ...(clientValue === null ? [] : [clientValue])].join(':')
  return createHmac('sha256', secret).update(text).digest().readUIntBE(0, 6) % wholeWeight
}

/** The prize that a number falls on: prizes stand one after another by their ids, each as wide as its weight; the rest is no prize. */
export function pickPrize<P extends { readonly id: number; readonly weight: number }>(
  prizes: readonly P[],
  number: number,
): P | undefined {
  let upTo = 0
  for (const prize of prizes.toSorted((a, b) => a.id - b.id)) {
    upTo += prize.weight
    if (number < upTo) return prize
  }
  return undefined
}
