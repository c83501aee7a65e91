import fc from 'fast-check'
import { expect } from 'vitest'
import { settleOffline, settlePayment } from '#server/backend/order/settle.ts'
import { PayError, type RefundAtProvider } from '#server/backend/ports/pay/pay-provider.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { expectSound, type OrderFacts, type OrderWorld, readOrders, type WorldLearner } from './order-world.ts'

const minuteMs = 60_000

/** What the machine remembers: the orders as they were after the last step. */
export interface MachineModel {
  orders: OrderFacts[]
}

/** From a status to another, 'new' before the first. */
type Edge = `${number | 'new'}>${number}`

/** What asking the provider before a change may bring: money that nobody had been told of. */
const foundMoney: readonly Edge[] = ['0>1', '0>2', '2>1']
const expiring: readonly Edge[] = ['0>5', ...foundMoney]

/** One step that somebody takes; only these edges may follow from it. */
class Step implements fc.AsyncCommand<MachineModel, OrderWorld> {
  readonly name: string
  readonly edges: readonly Edge[]
  readonly needsOrder: boolean
  readonly act: (world: OrderWorld, orders: readonly OrderFacts[]) => Promise<void>

  constructor(name: string, options: { edges: readonly Edge[]; needsOrder?: boolean; act: Step['act'] }) {
    this.name = name
    this.edges = options.edges
    this.needsOrder = options.needsOrder ?? true
    this.act = options.act
  }

  check(model: Readonly<MachineModel>): boolean {
    return !this.needsOrder || model.orders.length > 0
  }

  async run(model: MachineModel, world: OrderWorld): Promise<void> {
    await this.act(world, model.orders)
    const orders = await readOrders(world)
    expect(edgesBetween(model.orders, orders).filter((edge) => !this.edges.includes(edge))).toEqual([])
    await expectSound(world, orders)
    model.orders = orders
  }

  toString(): string {
    return this.name
  }
}

function edgesBetween(before: readonly OrderFacts[], after: readonly OrderFacts[]): Edge[] {
  const old = new Map(before.map((order) => [order.id, order.status]))
  return after.filter((order) => old.get(order.id) !== order.status).map((order): Edge => `${old.get(order.id) ?? 'new'}>${order.status}`)
}

/** The order that a number means, and its learner. */
function pick(world: OrderWorld, orders: readonly OrderFacts[], index: number): { order: OrderFacts; learner: WorldLearner } {
  const order = orders[index % orders.length]
  const learner = world.learners.find(({ userId }) => userId === order?.userId)
  if (!order || !learner) throw new Error('There is no such order.')
  return { order, learner }
}

/** The words of a refusal; undefined when it was done. Anything but a refusal in words is thrown on. */
async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.message === '服务器错误') throw error
    return error.message
  }
}

const isEnrolled = async ({ backend }: OrderWorld, userId: number, productId: number): Promise<boolean> =>
  (await backend.database.db.selectFrom('enrolments').select('enrolments.id').where('enrolments.userId', '=', userId).where('enrolments.productId', '=', productId).where('enrolments.status', '=', 1).executeTakeFirst()) !== undefined

function signUp(who: number, product: number): Step {
  return new Step(`learner ${who} signs up for ${product === 0 ? 'the class' : `course ${product}`}`, {
    needsOrder: false,
    edges: ['new>0', 'new>1', ...expiring],
    async act(world, orders) {
      const learner = world.learners[who]
      const courseId = product === 0 ? world.bundleId : (world.courseIds[product - 1] ?? 0)
      if (!learner) return
      const open = orders.find((order) => order.userId === learner.userId && order.productId === courseId && order.orderKind === 1 && order.status === 0)
      const had = await isEnrolled(world, learner.userId, courseId)
      let answer: { orderNo?: string | undefined; doPay?: boolean | undefined; result?: boolean | undefined } = {}
      const words = await refusal(learner.api.call('GET /api/course/sign-up', { courseId }).then((given) => (answer = given)))
      if (had) expect(answer).toEqual({ doPay: true })
      else if (open && open.expireAt.getTime() > world.backend.clock.now()) expect(answer).toEqual(open.payAmountFen === 0 ? { result: true } : { orderNo: open.sn, doPay: true })
      else if (words !== undefined) expect(words).toBe('名额已满')
    },
  })
}

function payDeposit(who: number): Step {
  return new Step(`learner ${who} wants to pay a deposit`, {
    needsOrder: false,
    edges: ['new>0', ...expiring],
    async act(world) {
      await refusal(world.learners[who]?.api.call('POST /api/order/deposit/create-order', { productId: world.bundleId }) ?? Promise.resolve())
    },
  })
}

type Choice = 'keep' | 'take' | 'leave'

function choose(index: number, coupon: Choice, deposit: Choice): Step {
  return new Step(`order ${index}: ${coupon} the coupon, ${deposit} the deposit`, {
    edges: [],
    async act(world, orders) {
      const { order, learner } = pick(world, orders, index)
      const held = await world.backend.database.db.selectFrom('deposits').select('deposits.id').where('deposits.userId', '=', learner.userId).where('deposits.state', '=', 1).executeTakeFirst()
      const input = {
        orderNo: order.sn,
        ...(coupon === 'keep' ? {} : { userCouponId: coupon === 'take' ? learner.couponId : 0 }),
        ...(deposit === 'keep' || (deposit === 'take' && !held) ? {} : { depositId: deposit === 'take' ? (held?.id ?? 0) : 0 }),
      }
      await refusal(learner.api.call('GET /api/order/discounts', input))
    },
  })
}

async function openPayments(world: OrderWorld, orders: readonly OrderFacts[], index: number): Promise<void> {
  const { order, learner } = pick(world, orders, index)
  await refusal(learner.api.call('POST /api/order/check/check-agreement', { orderNo: order.sn }))
  await refusal(learner.api.call('GET /api/pay/get-payment-list', { orderNo: order.sn }))
}

function askHowToPay(index: number): Step {
  return new Step(`order ${index}: the ways to pay`, { edges: foundMoney, act: (world, orders) => openPayments(world, orders, index) })
}

async function paymentOf({ backend }: OrderWorld, orderId: number, which: number) {
  const payments = await backend.database.db.selectFrom('payments').selectAll('payments').where('payments.orderId', '=', orderId).where('payments.provider', '=', 'embedded').orderBy('payments.id').execute()
  return payments[which % Math.max(payments.length, 1)]
}

type Telling = 'right' | 'again' | 'wrong amount'

/** A notification, of whatever payment; what must become of it is worked out beforehand. */
function notification(index: number, which: number, telling: Telling): Step {
  return new Step(`order ${index}: notification of payment ${which}, ${telling}`, {
    edges: foundMoney,
    async act(world, orders) {
      const { backend, pay, told } = world
      await openPayments(world, orders, index)
      const payment = await paymentOf(world, pick(world, orders, index).order.id, which)
      const order = (await readOrders(world)).find((one) => one.id === payment?.orderId)
      if (!payment || !order) return
      const amountFen = payment.amountFen + (telling === 'wrong amount' ? 1 : 0)
      const notifyId = telling === 'again' ? `same-${payment.id}` : `once-${payment.id}-${told.size}`
      const isGoingBack = (await backend.database.db.selectFrom('refundRequests').select('refundRequests.id').where('refundRequests.orderId', '=', order.id).where('refundRequests.state', '=', 2).executeTakeFirst()) !== undefined
      const takes = [0, 2].includes(order.status) && order.paidFen + amountFen <= order.payAmountFen && !isGoingBack
      const fresh = telling === 'wrong amount' ? 'review' : takes ? 'paid' : 'late'
      const expected = told.has(notifyId) || payment.status === 2 ? 'repeat' : payment.status === 5 ? 'review' : fresh
      const paidAt = new Date(backend.clock.now())
      const tradeNo = `trade-${payment.id}`
      if (payment.status !== 2) pay.payments.set(payment.outTradeNo, { state: 'paid', tradeNo, amountFen, paidAt })
      told.add(notifyId)
      expect(await settlePayment(backend.context, { provider: 'embedded', notifyId, outTradeNo: payment.outTradeNo, tradeNo, amountFen, paidAt, raw: {} })).toBe(expected)
      const after = (await readOrders(world)).find((one) => one.id === order.id)
      if (expected !== 'paid') expect(after).toEqual(order)
      else expect(after).toMatchObject({ paidFen: order.paidFen + amountFen, status: order.paidFen + amountFen === order.payAmountFen ? 1 : 2 })
    },
  })
}

/** Money at the provider that nobody is told of: the next question finds it. */
function paySilently(index: number, which: number): Step {
  return new Step(`order ${index}: payment ${which} is paid, its notification lost`, {
    edges: foundMoney,
    async act(world, orders) {
      await openPayments(world, orders, index)
      const payment = await paymentOf(world, pick(world, orders, index).order.id, which)
      if (payment?.status === 1) world.pay.payments.set(payment.outTradeNo, { state: 'paid', tradeNo: `trade-${payment.id}`, amountFen: payment.amountFen, paidAt: new Date(world.backend.clock.now()) })
    },
  })
}

function cancel(index: number, by: 'learner' | 'staff'): Step {
  return new Step(`order ${index}: cancelled by the ${by}`, {
    edges: expiring,
    async act(world, orders) {
      const { order, learner } = pick(world, orders, index)
      const call = by === 'learner' ? learner.api.call('POST /api/order/cancel', { orderNo: order.sn }) : world.staff.api.call('POST /api/staff/order/close', { orderNo: order.sn, note: '学员要求' })
      const words = await refusal(call)
      const after = (await readOrders(world)).find((one) => one.id === order.id)
      expect(after?.status === 5).toBe(words === undefined)
    },
  })
}

function payOutside(index: number, part: number): Step {
  return new Step(`order ${index}: one ${part}th is paid outside`, {
    edges: foundMoney,
    async act(world, orders) {
      const { order } = pick(world, orders, index)
      const amountFen = Math.floor((order.payAmountFen - order.paidFen) / part)
      await refusal(world.backend.context.tx((trx) => settleOffline(trx, { orderId: order.id, amountFen, tradeNo: null, staffId: world.staff.userId, note: '现金', now: new Date(world.backend.clock.now()) })))
    },
  })
}

const refunding: readonly Edge[] = ['1>3', '1>4', '2>3', '4>3']

/** The lines' numbers, or all of them. */
function refund(index: number, lines: readonly number[] | 'all', by: 'learner' | 'staff'): Step {
  return new Step(`order ${index}: the ${by} wants ${lines === 'all' ? 'everything' : `lines ${lines.join(' and ')}`} refunded`, {
    edges: refunding,
    async act(world, orders) {
      const { order, learner } = pick(world, orders, index)
      const items = await world.backend.database.db.selectFrom('orderItems').select('orderItems.id').where('orderItems.orderId', '=', order.id).orderBy('orderItems.lineNo').execute()
      const itemIds = lines === 'all' ? undefined : items.filter((_, at) => lines.includes(at)).map(({ id }) => id)
      if (by === 'staff') {
        await refusal(world.staff.api.call('POST /api/staff/order/refund/open', { orderNo: order.sn, itemIds, reason: '换课' }))
        return
      }
      await refusal(learner.api.call('POST /api/order/refund/apply', { orderNo: order.sn, itemIds, reason: '不想学了' }))
    },
  })
}

function decide(index: number, approve: boolean): Step {
  return new Step(`order ${index}: the staff ${approve ? 'approves' : 'refuses'}`, {
    edges: refunding,
    async act(world, orders) {
      const { order } = pick(world, orders, index)
      const asked = await world.backend.database.db.selectFrom('refundRequests').select('refundRequests.id').where('refundRequests.orderId', '=', order.id).where('refundRequests.state', '=', 1).executeTakeFirst()
      if (asked) await refusal(world.staff.api.call('POST /api/staff/order/refund/decide', { id: asked.id, approve, answer: '' }))
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
      const next: RefundAtProvider | PayError = answer === 'unreachable' ? new PayError('The provider is away.') : { state: answer, message: null }
      pay.refundAnswers = answer === 'done' ? [] : [next, next]
      await backend.runJob('refunds.push')
      pay.refundAnswers = []
    },
  })
}

const timed = ['orders.expire', 'payments.ask', 'deposits.due', 'coupons.expire'] as const

function passTime(minutes: number, jobs: readonly (typeof timed)[number][]): Step {
  return new Step(`${minutes} minutes pass${jobs.length > 0 ? `; ${jobs.join(', ')}` : ''}`, {
    needsOrder: false,
    edges: expiring,
    async act({ backend }) {
      backend.clock.set(backend.clock.now() + minutes * minuteMs)
      for (const job of jobs) await backend.runJob(job)
    },
  })
}

const who = fc.nat({ max: 1 })
const which = fc.nat({ max: 5 })
const choice = fc.constantFrom<Choice>('keep', 'take', 'take', 'leave')
const lines = fc.constantFrom<readonly number[] | 'all'>('all', 'all', [0], [1], [2], [0, 1])

/** Everything that learners, the staff, the provider and the clock can do, what happens often more often. */
export const machineSteps: fc.Arbitrary<Step>[] = [
  fc.tuple(who, fc.constantFrom(0, 0, 1, 2)).map(([one, product]) => signUp(one, product)),
  fc.tuple(who, fc.constantFrom(0, 0, 1)).map(([one, product]) => signUp(one, product)),
  who.map(payDeposit),
  fc.tuple(which, choice, choice).map((values) => choose(...values)),
  which.map(askHowToPay),
  fc.tuple(which, which, fc.constantFrom<Telling>('right', 'right', 'again', 'wrong amount')).map((values) => notification(...values)),
  fc.tuple(which, which).map(([order, payment]) => notification(order, payment, 'right')),
  fc.tuple(which, which).map((values) => paySilently(...values)),
  fc.tuple(which, fc.constantFrom('learner' as const, 'staff' as const)).map((values) => cancel(...values)),
  fc.tuple(which, fc.constantFrom(1, 2, 3)).map((values) => payOutside(...values)),
  fc.tuple(which, lines).map(([order, some]) => refund(order, some, 'staff')),
  fc.tuple(which, lines).map(([order, some]) => refund(order, some, 'learner')),
  fc.tuple(which, fc.boolean()).map((values) => decide(...values)),
  which.map(withdraw),
  fc.constantFrom('done' as const, 'done' as const, 'done' as const, 'failed' as const, 'processing' as const, 'unreachable' as const).map(sendRefunds),
  fc.tuple(fc.constantFrom(1, 10, 31, 31, 1440), fc.subarray([...timed])).map((values) => passTime(...values)),
]
