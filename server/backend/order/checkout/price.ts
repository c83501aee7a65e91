/** A line of an order as far as its price goes, in fen. */
export interface PricedLine {
  readonly priceFen: number
  /** Had before: isn't sold again. */
  readonly owned: boolean
}

/** What each line carries of the order's deductions, in fen. */
export interface LineShare {
  readonly ownedFen: number
  readonly couponFen: number
  readonly depositFen: number
}

/** The price of an order and of its lines, in fen: `payAmountFen` = amount − owned − coupon − deposit. */
export interface OrderPrice {
  readonly amountFen: number
  readonly ownedFen: number
  readonly couponFen: number
  readonly depositFen: number
  readonly payAmountFen: number
  readonly lines: readonly LineShare[]
}

/** `a` · `b` / `c` as whole part and rest; the product may be larger than a number holds exactly. */
function divide(a: number, b: number, c: number): { whole: number; rest: number } {
  const product = BigInt(a) * BigInt(b)
  const by = BigInt(c)
  return { whole: Number(product / by), rest: Number(product % by) }
}

/**
 * Shares `totalFen` out in proportion to `weights` by the largest remainder (equally when all weights are 0): whole fen
 * whose sum is exact. With `caps` no share is above its cap, and what a full one can't take goes to the first ones that
 * have room. Throws when the caps together are less than the total, or when there is nobody to give it to.
 */
export function shareOut(totalFen: number, weights: readonly number[], caps?: readonly number[]): number[] {
  if (totalFen === 0) return weights.map(() => 0)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const parts = weights.map((weight, index) => ({
    index,
    ...(sum === 0 ? divide(totalFen, 1, weights.length) : divide(totalFen, weight, sum)),
  }))
  const shares = parts.map((part) => part.whole)
  let left = totalFen - shares.reduce((total, share) => total + share, 0)
  for (const { index } of parts.toSorted((a, b) => b.rest - a.rest || a.index - b.index)) {
    if (left === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    left--
  }
  if (caps) left += fitInto(shares, caps)
  if (left !== 0) throw new Error(`There is no room for ${left} of ${totalFen} fen.`)
  return shares
}

/** Cuts the shares to their caps and gives what was cut to those that have room; answers what nobody could take. */
function fitInto(shares: number[], caps: readonly number[]): number {
  let left = 0
  caps.forEach((cap, index) => {
    const above = Math.max(0, (shares[index] ?? 0) - cap)
    shares[index] = (shares[index] ?? 0) - above
    left += above
  })
  caps.forEach((cap, index) => {
    const more = Math.min(left, cap - (shares[index] ?? 0))
    shares[index] = (shares[index] ?? 0) + more
    left -= more
  })
  return left
}

/**
 * The price of an order: what is owned is deducted whole; then the coupon, then the deposit, each no further than to 0.00
 * and shared over the sold lines by what they still cost. `couponFen` and `depositFen` are what coupon and deposit are
 * worth; the answer holds what they take off.
 */
export function priceOrder(order: {
  readonly lines: readonly PricedLine[]
  readonly couponFen: number
  readonly depositFen: number
}): OrderPrice {
  const { lines } = order
  const sold = lines.map((line) => (line.owned ? 0 : line.priceFen))
  const amountFen = lines.reduce((total, line) => total + line.priceFen, 0)
  const soldFen = sold.reduce((total, price) => total + price, 0)
  const couponFen = Math.min(order.couponFen, soldFen)
  const coupons = shareOut(couponFen, sold, sold)
  const rest = sold.map((price, index) => price - (coupons[index] ?? 0))
  const depositFen = Math.min(order.depositFen, soldFen - couponFen)
  const deposits = shareOut(depositFen, rest, rest)
  return {
    amountFen,
    ownedFen: amountFen - soldFen,
    couponFen,
    depositFen,
    payAmountFen: soldFen - couponFen - depositFen,
    lines: lines.map((line, index) => ({
      ownedFen: line.owned ? line.priceFen : 0,
      couponFen: coupons[index] ?? 0,
      depositFen: deposits[index] ?? 0,
    })),
  }
}
