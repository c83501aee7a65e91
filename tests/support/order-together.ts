import fc from 'fast-check'
import { broughtUpToDate, isRefusal, pick, refunding, Step } from './machine-step.ts'
import { openPayments, paymentOf, tellPaid } from './order-payments.ts'
import { decideReview, pickWaiting, type ReviewDeed } from './order-review-steps.ts'
import { type OrderFacts, type OrderWorld, readOrders } from './order-world.ts'

type Act = (world: OrderWorld, orders: readonly OrderFacts[]) => Promise<unknown>

/** What somebody does without waiting for others; refusals in words are fine. */
interface Deed {
  readonly name: string
  readonly act: Act
}

const ofOrder = (
  index: number,
  name: string,
  act: (world: OrderWorld, of: ReturnType<typeof pick>) => Promise<unknown>,
): Deed => ({
  name: `order ${index}: ${name}`,
  act: async (world, orders) => (orders.length > 0 ? act(world, pick(world, orders, index)) : undefined),
})

const signingUp = (who: number, product: number): Deed => ({
  name: `learner ${who} signs up for product ${product}`,
  act: async ({ learners, productIds }) =>
    learners[who]?.api.call('GET /api/course/sign-up', { courseId: productIds[product] ?? 0 }),
})

const deposit = (who: number, product: number): Deed => ({
  name: `learner ${who} wants to pay a deposit for product ${product}`,
  act: async ({ learners, depositFor }) =>
    learners[who]?.api.call('POST /api/order/deposit/create-order', { productId: depositFor[product] ?? 0 }),
})

const gift = (who: number, product: number): Deed => ({
  name: `learner ${who} is given product ${product}`,
  act: async ({ learners, productIds, staff }) =>
    staff.api.call('POST /api/staff/order/inject', {
      userId: learners[who]?.userId ?? 0,
      productId: productIds[product] ?? 0,
      note: '奖品',
    }),
})

const money = (index: number, which: number): Deed =>
  ofOrder(index, `money of payment ${which} comes`, async (world, { order }) => {
    const payment = await paymentOf(world, order.id, which)
    if (!payment || payment.status === 2) return
    const { id, outTradeNo, amountFen } = payment
    const tradeNo = `trade-${id}`
    world.pay.payments.set(outTradeNo, {
      state: 'paid',
      tradeNo,
      amountFen,
      paidAt: new Date(world.backend.clock.now()),
    })
    await tellPaid(world, { id, outTradeNo, amountFen, notifyId: `together-${id}-${world.notifyIds.size}`, tradeNo })
  })

const cancelling = (index: number): Deed =>
  ofOrder(index, 'cancelled by its learner', (_world, { order, learner }) =>
    learner.api.call('POST /api/order/cancel', { orderNo: order.sn }),
  )

const choosing = (index: number, which: number): Deed =>
  ofOrder(index, `takes coupon ${which}`, (_world, { order, learner }) =>
    learner.api.call('GET /api/order/discounts', { orderNo: order.sn, userCouponId: learner.couponIds[which] }),
  )

const paying = (index: number): Deed => ({
  name: `order ${index}: the ways to pay`,
  act: async (world, orders) => (orders.length > 0 ? openPayments(world, orders, index) : undefined),
})

const refunded = (index: number): Deed =>
  ofOrder(index, 'refunded by the staff', ({ staff }, { order }) =>
    staff.api.call('POST /api/staff/order/refund/open', { orderNo: order.sn, reason: '换课' }),
  )

const deciding = (index: number, deed: ReviewDeed, by: 'staff' | 'second'): Deed => ({
  name: `${by} wants to ${deed} money ${index} that waits`,
  act: async (world, orders) => {
    const picked = await pickWaiting(world, orders, index)
    if (picked) await decideReview(world, picked.review, deed, by)
  },
})

const job = (name: string): Deed => ({ name, act: ({ backend }) => backend.runJob(name) })

const who = fc.nat({ max: 1 })
const which = fc.nat({ max: 5 })
const product = fc.constantFrom(0, 0, 1, 3, 4, 5)

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.tuple(who, product).map((values) => signingUp(...values)),
  fc.tuple(who, fc.constantFrom(0, 1)).map((values) => deposit(...values)),
  fc.tuple(who, product).map((values) => gift(...values)),
  { arbitrary: fc.tuple(which, which).map((values) => money(...values)), weight: 3 },
  which.map(cancelling),
  fc.tuple(which, fc.nat({ max: 1 })).map((values) => choosing(...values)),
  which.map(paying),
  which.map(refunded),
  fc
    .tuple(
      which,
      fc.constantFrom<ReviewDeed>('count', 'give-back', 'withdraw'),
      fc.constantFrom('staff' as const, 'second' as const),
    )
    .map((values) => deciding(...values)),
  fc.constantFrom('orders.owned', 'orders.expire', 'payments.ask', 'refunds.push', 'deposits.due').map(job),
)

async function isDone(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}

/** Two or three deeds in the same moment; the same one twice is a second click. */
export const together: fc.Arbitrary<Step> = fc
  .oneof(
    fc.tuple(deed, deed),
    fc.tuple(deed, deed, deed),
    deed.map((one): [Deed, Deed] => [one, one]),
    // the cashier in two tabs
    fc
      .tuple(which, fc.nat({ max: 1 }))
      .map(([index, coupon]): [Deed, Deed] => [choosing(index, coupon), paying(index)]),
  )
  .map(
    (deeds) =>
      new Step(`at once: ${deeds.map(({ name }) => name).join(' / ')}`, {
        needsOrder: false,
        edges: ['new>0', 'new>1', 'new>3', 'new>5', '0>3', '0>4', '2>4', ...broughtUpToDate, ...refunding],
        async act(world) {
          const orders = await readOrders(world)
          await Promise.all(deeds.map(({ act }) => isDone(act(world, orders))))
        },
      }),
  )
