import fc from 'fast-check'
import { expect } from 'vitest'
import { settleOffline } from '#server/backend/order/payment/settle.ts'
import { PayError, type RefundAtProvider } from '#server/backend/ports/pay/pay-provider.ts'
import { broughtUpToDate, pick, refunding, refusal, Step } from './machine-step.ts'
import { askForDeposit, buy, forgetDeposit, payDeposit, payLate, tryBundle } from './order-buying-steps.ts'
import { openChecked, paymentOf, tellPaid } from './order-payments.ts'
import { lookAtMoney, type ReviewDeed } from './order-review-steps.ts'
import { editProduct, orderOnBehalf, providerIsAway, type RefundNews, tellRefund } from './order-school-steps.ts'
import { together } from './order-together.ts'
import { expectReminded, isEnrolled, isGoingBack, isReviewDecided } from './order-views.ts'
import { readOrders } from './order-world.ts'
import { chooseClass, signUp, gift, type Choice, choose } from './order-choice-steps.ts'

const minuteMs = 60_000

function askHowToPay(index: number): Step {
  return new Step(`order ${index}: the ways to pay`, {
    edges: broughtUpToDate,
    async act(world, orders) {
      await openChecked(world, orders, index)
    },
  })
}

type Telling = 'right' | 'again' | 'wrong amount' | 'second number' | 'number of another'

/** A notification, of whatever payment; what must become of it is worked out beforehand. */
function notification(index: number, which: number, telling: Telling): Step {
  return new Step(`order ${index}: notification of payment ${which}, ${telling}`, {
    edges: broughtUpToDate,
    async act(world, orders) {
      const { backend, pay, notifyIds } = world
      const { order: picked } = pick(world, orders, index)
      // a code that was opened before is paid as it is, whatever has happened since
      if (!(await paymentOf(world, picked.id, which))) await openChecked(world, orders, index)
      const payment = await paymentOf(world, picked.id, which)
      const order = (await readOrders(world)).find((one) => one.id === payment?.orderId)
      if (!payment || !order) return
      const amountFen = payment.amountFen + (telling === 'wrong amount' ? 1 : 0)
      const notifyId = telling === 'again' ? `same-${payment.id}` : `once-${payment.id}-${notifyIds.size}`
      const taken = await backend.database.db
        .selectFrom('payments')
        .select(['payments.providerTradeNo'])
        .where('payments.status', '=', 2)
        .where('payments.provider', '=', 'embedded')
        .where('payments.providerTradeNo', 'is not', null)
        .where('payments.id', '<>', payment.id)
        .orderBy('payments.id', 'desc')
        .executeTakeFirst()
      const another = telling === 'number of another' ? taken?.providerTradeNo : undefined
      const tradeNo = another ?? `trade-${payment.id}${telling === 'second number' ? '-second' : ''}`
      const takes =
        [0, 2].includes(order.status) &&
        !(await isGoingBack(world, order.id)) &&
        !(await isEnrolled(world, order.userId, order.productId))
      const fresh = telling === 'wrong amount' || another !== undefined ? 'review' : takes ? 'paid' : 'late'
      const known = payment.providerTradeNo === tradeNo ? 'repeat' : 'review'
      const isDecided = await isReviewDecided(world, payment.id, tradeNo)
      const expected = notifyIds.has(notifyId) || isDecided ? 'repeat' : payment.status === 2 ? known : fresh
      if (payment.status !== 2)
        pay.payments.set(payment.outTradeNo, {
          state: 'paid',
          tradeNo,
          amountFen,
          paidAt: new Date(backend.clock.now()),
        })
      expect(
        await tellPaid(world, { id: payment.id, outTradeNo: payment.outTradeNo, amountFen, notifyId, tradeNo }),
      ).toBe(expected)
      const after = (await readOrders(world)).find((one) => one.id === order.id)
      if (expected !== 'paid') expect(after).toEqual(order)
      // what is more than the order costs by now goes back
      else if (after)
        expect(after).toMatchObject({
          paidFen: Math.min(order.paidFen + amountFen, after.payAmountFen),
          status: after.paidFen === after.payAmountFen ? 1 : 2,
        })
    },
  })
}

/** Money at the provider that nobody is told of: the next question finds it. */
function paySilently(index: number, which: number): Step {
  return new Step(`order ${index}: payment ${which} is paid, its notification lost`, {
    edges: broughtUpToDate,
    async act(world, orders) {
      await openChecked(world, orders, index)
      const payment = await paymentOf(world, pick(world, orders, index).order.id, which)
      if (payment?.status === 1)
        world.pay.payments.set(payment.outTradeNo, {
          state: 'paid',
          tradeNo: `trade-${payment.id}`,
          amountFen: payment.amountFen,
          paidAt: new Date(world.backend.clock.now()),
        })
    },
  })
}

function cancel(index: number, by: 'learner' | 'staff'): Step {
  return new Step(`order ${index}: cancelled by the ${by}`, {
    edges: broughtUpToDate,
    async act(world, orders) {
      const { order, learner } = pick(world, orders, index)
      const call =
        by === 'learner'
          ? learner.api.call('POST /api/order/cancel', { orderNo: order.sn })
          : world.staff.api.call('POST /api/staff/order/close', { orderNo: order.sn, note: '学员要求' })
      const words = await refusal(call)
      const after = (await readOrders(world)).find((one) => one.id === order.id)
      // of one that is paid in part everything goes back
      const isOver = after?.status === 5 || (after?.status === 2 && (await isGoingBack(world, after.id)))
      if (words === undefined) expect(isOver).toBe(true)
      else expect(after?.status).not.toBe(5)
    },
  })
}

function payOutside(index: number, part: number): Step {
  return new Step(`order ${index}: one ${part}th is paid outside`, {
    edges: broughtUpToDate,
    async act(world, orders) {
      const { order } = pick(world, orders, index)
      const amountFen = Math.floor((order.payAmountFen - order.paidFen) / part)
      await refusal(
        world.backend.context.tx((trx) =>
          settleOffline(trx, {
            orderId: order.id,
            amountFen,
            tradeNo: null,
            staffId: world.staff.userId,
            note: '现金',
            now: new Date(world.backend.clock.now()),
          }),
        ),
      )
    },
  })
}

/** The lines' numbers, or all of them. */
function refund(index: number, lines: readonly number[] | 'all', by: 'learner' | 'staff' | 'clerk'): Step {
  return new Step(
    `order ${index}: the ${by} wants ${lines === 'all' ? 'everything' : `lines ${lines.join(' and ')}`} refunded`,
    {
      edges: refunding,
      async act(world, orders) {
        const { order, learner } = pick(world, orders, index)
        const items = await world.backend.database.db
          .selectFrom('orderItems')
          .select('orderItems.id')
          .where('orderItems.orderId', '=', order.id)
          .orderBy('orderItems.lineNo')
          .execute()
        const itemIds = lines === 'all' ? undefined : items.filter((_, at) => lines.includes(at)).map(({ id }) => id)
        if (by !== 'learner') {
          await refusal(
            world[by].api.call('POST /api/staff/order/refund/open', { orderNo: order.sn, itemIds, reason: '换课' }),
          )
          return
        }
        await refusal(
          learner.api.call('POST /api/order/refund/apply', { orderNo: order.sn, itemIds, reason: '不想学了' }),
        )
      },
    },
  )
}

function decide(index: number, approve: boolean): Step {
  return new Step(`order ${index}: the staff ${approve ? 'approves' : 'refuses'}`, {
    edges: refunding,
    async act(world, orders) {
      const { order } = pick(world, orders, index)
      const asked = await world.backend.database.db
        .selectFrom('refundRequests')
        .select('refundRequests.id')
        .where('refundRequests.orderId', '=', order.id)
        .where('refundRequests.state', '=', 1)
        .executeTakeFirst()
      if (asked)
        await refusal(
          world.staff.api.call('POST /api/staff/order/refund/decide', { id: asked.id, approve, answer: '' }),
        )
    },
  })
}

function withdraw(index: number): Step {
  return new Step(`order ${index}: the request is withdrawn`, {
    edges: [],
    async act(world, orders) {
      const { order, learner } = pick(world, orders, index)
      await refusal(learner.api.call('POST /api/order/refund/withdraw', { orderNo: order.sn }))
    },
  })
}

function sendRefunds(answer: 'done' | 'failed' | 'processing' | 'unreachable'): Step {
  return new Step(`refunds are sent: ${answer}`, {
    edges: refunding,
    async act({ backend, pay }) {
      const next: RefundAtProvider | PayError =
        answer === 'unreachable' ? new PayError('The provider is away.') : { state: answer, message: null }
      pay.refundAnswers = answer === 'done' ? [] : [next, next]
      await backend.runJob('refunds.push')
      pay.refundAnswers = []
    },
  })
}

const timed = [
  'orders.expire',
  'orders.owned',
  'payments.ask',
  'deposits.due',
  'coupons.expire',
  'enrolments.over',
] as const

function passTime(minutes: number, jobs: readonly (typeof timed)[number][]): Step {
  return new Step(`${minutes} minutes pass${jobs.length > 0 ? `; ${jobs.join(', ')}` : ''}`, {
    needsOrder: false,
    edges: broughtUpToDate,
    async act(world) {
      const { backend } = world
      backend.clock.set(backend.clock.now() + minutes * minuteMs)
      for (const job of jobs) await backend.runJob(job)
      if (jobs.includes('deposits.due')) await expectReminded(world)
    },
  })
}

const who = fc.nat({ max: 1 })
const which = fc.nat({ max: 5 })
const choice = fc.constantFrom('keep' as const, 'take' as const, 'take' as const, 'leave' as const)
const coupon = fc.constantFrom<Choice>('keep', 'take', 'take the other', 'leave')
/** The class and the bundle that shares a course with it more often than their courses. */
const product = fc.constantFrom(0, 0, 0, 1, 2, 3, 3, 4, 4, 5, 6)
const lines = fc.constantFrom<readonly number[] | 'all'>('all', 'all', [0], [1], [2], [0, 1])

/** Everything that learners, the staff, the provider and the clock can do, what happens often more often. */
export const machineSteps: fc.Arbitrary<Step>[] = [
  fc.tuple(who, product).map((values) => signUp(...values)),
  fc.tuple(who, product).map((values) => signUp(...values)),
  fc.tuple(who, fc.constantFrom(0, 1)).map((values) => askForDeposit(...values)),
  fc.tuple(who, fc.constantFrom(0, 1)).map((values) => payDeposit(...values)),
  fc.tuple(who, fc.constantFrom(0, 1), fc.boolean()).map((values) => forgetDeposit(...values)),
  fc.tuple(who, fc.constantFrom(1, 2, 3, 3, 5, 0, 4, 6), fc.boolean()).map((values) => buy(...values)),
  fc.tuple(who, product).map((values) => gift(...values)),
  fc.tuple(which, coupon, fc.record({ deposit: choice, hasCode: fc.boolean() })).map((values) => choose(...values)),
  who.map(chooseClass),
  which.map(askHowToPay),
  who.map(tryBundle),
  fc.tuple(which, fc.constantFrom(1, 2, 3, 5, 0, 4)).map((values) => payLate(...values)),
  fc
    .tuple(
      which,
      which,
      fc.constantFrom<Telling>('right', 'right', 'again', 'wrong amount', 'second number', 'number of another'),
    )
    .map((values) => notification(...values)),
  fc.tuple(which, which).map(([order, payment]) => notification(order, payment, 'right')),
  fc.tuple(which, which).map((values) => paySilently(...values)),
  fc
    .tuple(
      which,
      fc.constantFrom<ReviewDeed>('count', 'count', 'give-back', 'withdraw'),
      fc.constantFrom('staff' as const, 'second' as const),
    )
    .map((values) => lookAtMoney(...values)),
  fc.tuple(which, fc.constantFrom('learner' as const, 'staff' as const)).map((values) => cancel(...values)),
  fc.tuple(which, fc.constantFrom(1, 2, 3)).map((values) => payOutside(...values)),
  fc.tuple(which, lines).map(([order, some]) => refund(order, some, 'staff')),
  fc.tuple(which, lines).map(([order, some]) => refund(order, some, 'learner')),
  fc.tuple(which, lines).map(([order, some]) => refund(order, some, 'clerk')),
  fc.tuple(which, fc.boolean()).map((values) => decide(...values)),
  which.map(withdraw),
  fc
    .constantFrom(
      'done' as const,
      'done' as const,
      'done' as const,
      'failed' as const,
      'processing' as const,
      'unreachable' as const,
    )
    .map(sendRefunds),
  fc.tuple(who, product, fc.constantFrom(0, 1, 2, 3)).map((values) => orderOnBehalf(...values)),
  fc
    .tuple(product, fc.constantFrom(0, 500, 2900, 9900, 25_000, 'off sale' as const, 'on sale' as const))
    .map((values) => editProduct(...values)),
  fc.boolean().map(providerIsAway),
  fc.tuple(which, fc.constantFrom<RefundNews>('done', 'failed')).map((values) => tellRefund(...values)),
  together,
  together,
  fc
    .tuple(fc.constantFrom(1, 10, 31, 31, 1440, 1440, 2880), fc.subarray([...timed]))
    .map((values) => passTime(...values)),
]
