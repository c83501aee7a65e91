import { expect } from 'vitest'
import type { PaymentReview } from '#shared/contract/staff-payment.ts'
import { broughtUpToDate, pick, refusal, Step } from './machine-step.ts'
import { type OrderFacts, type OrderWorld, readOrders } from './order-world.ts'

/** What the school can do about money that waits. */
export type ReviewDeed = 'count' | 'give-back' | 'withdraw'

/** Money of an order that waits for the staff, as they see it, what waits longest first. */
export async function readReviews({ staff }: OrderWorld, { sn }: Pick<OrderFacts, 'sn'>): Promise<PaymentReview[]> {
  const { records } = await staff.api.call('GET /api/staff/payment/review', { orderNo: sn, pageNum: 1, pageSize: 40 })
  return records.filter(({ state }) => state === 1)
}

/** One administrator's call about money that waits; answers the words of a refusal, or the row as it is now. */
export async function decideReview(
  world: OrderWorld,
  { id, version }: PaymentReview,
  deed: ReviewDeed,
  by: 'staff' | 'second' = 'staff',
): Promise<string | PaymentReview> {
  let after: PaymentReview | undefined
  const call = world[by].api.call(`POST /api/staff/payment/${deed}`, { id, version, note: '查过账单' })
  const words = await refusal(call.then((row) => (after = row)))
  return after ?? words ?? ''
}

/** Both administrators want the same; another proposal is taken back first. Answers the words of a refusal. */
export async function decideTogether(
  world: OrderWorld,
  review: PaymentReview,
  deed: Exclude<ReviewDeed, 'withdraw'>,
): Promise<string | undefined> {
  let row: string | PaymentReview = review
  if (review.proposal !== null && review.proposal !== deed) row = await decideReview(world, review, 'withdraw')
  for (const by of ['staff', 'second', 'staff'] as const) {
    if (typeof row !== 'string' && row.state === 1) row = await decideReview(world, row, deed, by)
  }
  return typeof row === 'string' ? row : undefined
}

/** Some money that waits, of whatever order: most orders have none. */
export async function pickWaiting(
  world: OrderWorld,
  orders: readonly OrderFacts[],
  index: number,
): Promise<{ order: OrderFacts; review: PaymentReview } | undefined> {
  if (orders.length === 0) return undefined
  const waiting = await world.backend.database.db
    .selectFrom('paymentReviews')
    .select(['paymentReviews.id', 'paymentReviews.orderId'])
    .where('paymentReviews.state', '=', 1)
    .where(
      'paymentReviews.orderId',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('paymentReviews.id')
    .execute()
  const picked = waiting[index % Math.max(waiting.length, 1)]
  const order = orders.find(({ id }) => id === picked?.orderId)
  const review = order && (await readReviews(world, order)).find(({ id }) => id === picked?.id)
  return order && review && { order, review }
}

/** Staff look at money that waits for an order, and decide. */
export function lookAtMoney(index: number, deed: ReviewDeed, by: 'staff' | 'second'): Step {
  const name = by === 'staff' ? 'an administrator' : 'another one'
  return new Step(`order ${index}: ${name} wants to ${deed} the money that waits`, {
    edges: broughtUpToDate,
    async act(world, orders) {
      const picked = await pickWaiting(world, orders, index)
      if (!picked) return
      const { order, review } = picked
      expect(pick(world, orders, orders.indexOf(order)).learner.userId).toBe(review.userId)
      const after = await decideReview(world, review, deed, by)
      const now = (await readOrders(world)).find(({ id }) => id === order.id)
      // an order that takes nothing is as it was; so is one whose money goes back or has only been talked about
      if (typeof after === 'string' || after.state !== 2)
        // one that costs nothing (any more) needs no money to be complete
        expect(now).toEqual(now?.payAmountFen === 0 ? { ...order, status: 1, payAmountFen: 0 } : order)
      else expect(now?.status).toBe(now?.paidFen === now?.payAmountFen ? 1 : 2)
      if (typeof after === 'string') return
      if (deed === 'withdraw') expect(after).toMatchObject({ state: 1, proposal: null })
      // of large money the first one only proposes
      else if (review.needsSecond && review.proposal === null) expect(after).toMatchObject({ state: 1, proposal: deed })
      else if (after.state === 1) expect(after).toMatchObject({ proposal: deed, version: review.version })
      else expect(after.state).toBe(deed === 'count' ? 2 : 3)
    },
  })
}
