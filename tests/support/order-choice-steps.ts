import { expect } from 'vitest'
import { broughtUpToDate, pick, refusal, Step } from './machine-step.ts'
import { openChecked } from './order-payments.ts'
import { isEnrolled, stalePayments } from './order-views.ts'
import { readOrders } from './order-world.ts'

export function signUp(who: number, product: number): Step {
  return new Step(`learner ${who} signs up for product ${product}`, {
    needsOrder: false,
    edges: ['new>0', 'new>1', ...broughtUpToDate],
    async act(world, orders) {
      const learner = world.learners[who]
      const courseId = world.productIds[product] ?? 0
      if (!learner) return
      const { db } = world.backend.database
      const price = await db
        .selectFrom('products')
        .select('products.priceFen')
        .where('products.id', '=', courseId)
        .executeTakeFirstOrThrow()
      const open = orders.find(
        (order) =>
          order.userId === learner.userId &&
          order.productId === courseId &&
          order.orderKind === 1 &&
          [0, 2].includes(order.status),
      )
      const had = await isEnrolled(world, learner.userId, courseId)
      let answer: { orderNo?: string | undefined; doPay?: boolean | undefined; result?: boolean | undefined } = {}
      const words = await refusal(
        learner.api.call('GET /api/course/sign-up', { courseId }).then((given) => (answer = given)),
      )
      if (price.priceFen === 0)
        expect(words === undefined ? answer : noEntry).toEqual(
          words === undefined ? { result: true } : expect.arrayContaining([words]),
        )
      else if (had) expect(answer).toEqual({ doPay: true })
      else if (open && (open.status === 2 || open.expireAt.getTime() > world.backend.clock.now())) {
        // one of 0.00 is complete at once, unless it costs something by now
        const toPay = { orderNo: open.sn, doPay: true }
        expect(open.payAmountFen === 0 ? [toPay, { result: true }] : [toPay]).toContainEqual(answer)
      } else if (words !== undefined) expect(noEntry).toContain(words)
    },
  })
}

const noEntry = ['名额已满', '课程已下架，暂不能报名']

export function gift(who: number, product: number): Step {
  return new Step(`learner ${who} is given product ${product}`, {
    needsOrder: false,
    edges: ['new>1', ...broughtUpToDate],
    async act(world) {
      const gift = { userId: world.learners[who]?.userId ?? 0, productId: world.productIds[product] ?? 0, note: '奖品' }
      await refusal(world.staff.api.call('POST /api/staff/order/inject', gift))
    },
  })
}

/** Who has the live course without a class of it, as it came with the class system, chooses its class. */
export function chooseClass(who: number): Step {
  return new Step(`learner ${who} chooses the class of the live course`, {
    needsOrder: false,
    edges: [...broughtUpToDate],
    async act(world) {
      const { courseId, scheduleId } = world.live
      const learner = world.learners[who]
      if (!learner || !(await isEnrolled(world, learner.userId, courseId))) return
      const { needsClass } = await learner.api.call('GET /api/order/purchase', { productId: courseId })
      if (!needsClass) return
      const words = await refusal(
        learner.api.call('GET /api/course/sign-up', { courseId, classScheduleId: scheduleId }).then((answer) => {
          expect(answer).toEqual({ result: true })
        }),
      )
      if (words !== undefined) expect(noEntry).toContain(words)
      const after = await learner.api.call('GET /api/order/purchase', { productId: courseId })
      expect([after.needsClass, after.scheduleId]).toEqual(words === undefined ? [false, scheduleId] : [true, null])
    },
  })
}

export type Choice = 'keep' | 'take' | 'take the other' | 'leave'

/** `hasCode`: at the cashier, with a code that is open. */
export function choose(
  index: number,
  coupon: Choice,
  { deposit, hasCode }: { deposit: Exclude<Choice, 'take the other'>; hasCode: boolean },
): Step {
  return new Step(`order ${index}: ${coupon} the coupon, ${deposit} the deposit${hasCode ? ', a code is open' : ''}`, {
    edges: broughtUpToDate,
    async act(world, orders) {
      if (hasCode) await openChecked(world, orders, index)
      const { order, learner } = pick(world, hasCode ? await readOrders(world) : orders, index)
      const held = await world.backend.database.db
        .selectFrom('deposits')
        .select('deposits.id')
        .where('deposits.userId', '=', learner.userId)
        .where('deposits.productId', '=', order.productId)
        .where('deposits.state', '=', 1)
        .executeTakeFirst()
      const input = {
        orderNo: order.sn,
        ...(coupon === 'keep'
          ? {}
          : { userCouponId: coupon === 'leave' ? 0 : learner.couponIds[coupon === 'take' ? 0 : 1] }),
        ...(deposit === 'keep' || (deposit === 'take' && !held)
          ? {}
          : { depositId: deposit === 'take' ? (held?.id ?? 0) : 0 }),
      }
      const words = await refusal(learner.api.call('GET /api/order/discounts', input))
      const after = (await readOrders(world)).find((one) => one.id === order.id)
      // a code at the old price is closed before it can be paid
      const isChanged = words === undefined && after?.payAmountFen !== order.payAmountFen
      if (isChanged && !world.pay.isAway) expect(await stalePayments(world, order.id)).toEqual([])
    },
  })
}
