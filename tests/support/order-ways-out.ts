import { sql } from 'kysely'
import { finishRefund } from '#server/backend/order/refund/refund-finish.ts'
import {
  type Actor,
  actors,
  type StateAction,
  type StateRow,
  stateActions,
} from '#server/backend/order/state-actions.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import {
  DepositState,
  OrderStatus,
  PaymentReviewState,
  PaymentStatus,
  RefundState,
  RefundStatus,
} from '#shared/contract/enums.ts'
import { refusal } from './machine-step.ts'
import { tellPaid } from './order-payments.ts'
import { decideReview, decideTogether, type ReviewDeed, readReviews } from './order-review-steps.ts'
import type { OrderWorld } from './order-world.ts'

const minuteMs = 60_000
const mostRounds = 80
/** So many rounds take any of a state's actions; then those that come last in the table, so that nobody goes round for ever. */
const freeRounds = 10

const states = {
  order: OrderStatus,
  payment: PaymentStatus,
  'payment review': PaymentReviewState,
  'refund request': RefundState,
  refund: RefundStatus,
  deposit: DepositState,
}

/** Something of a story that is in a state; the order is the one that its actions are about. */
interface Thing {
  readonly kind: keyof typeof states
  readonly id: number
  readonly state: number
  readonly orderId: number
  readonly sn: string
  readonly userId: number
  readonly productId: number
}

/** Everything of a story that has a state. */
export async function readThings({ backend, productIds }: OrderWorld): Promise<Thing[]> {
  const { rows } = await sql<Thing>`
    with o as (select * from orders where product_id = any(${productIds}::bigint[])),
    t as (
      select 'deposit' as kind, d.id, d.state, coalesce(d.used_order_id, d.order_id) as order_id from deposits d join o on o.id = d.order_id
      union all select 'order', o.id, o.status, o.id from o
      union all select 'payment', p.id, p.status, o.id from payments p join o on o.id = p.order_id
      union all select 'payment review', v.id, v.state, o.id from payment_reviews v join o on o.id = v.order_id
      union all select 'refund request', r.id, r.state, o.id from refund_requests r join o on o.id = r.order_id
      union all select 'refund', r.id, r.status, o.id from refunds r join o on o.id = r.order_id)
    select t.*, o.sn, o.user_id, o.product_id from t join orders o on o.id = t.order_id order by t.kind desc, t.id`.execute(
    backend.database.db,
  )
  return rows
}

function rowOf({ kind, state }: Thing): StateRow {
  const name = Object.entries(states[kind]).find(([, number]) => number === state)?.[0]
  const row = Object.entries<StateRow>(stateActions[kind]).find(([known]) => known === name)?.[1]
  if (!row) throw new Error(`The tables have no state ${state} of a ${kind}.`)
  return row
}

const actionsOf = (row: StateRow): StateAction[] =>
  actors.flatMap((actor: Actor) => {
    const cell = row[actor]
    return 'actions' in cell ? cell.actions : []
  })

type Doing = (world: OrderWorld, thing: Thing) => Promise<unknown>

const learnerOf = ({ learners }: OrderWorld, { userId }: Thing) => {
  const learner = learners.find((one) => one.userId === userId)
  if (!learner) throw new Error('There is no such learner.')
  return learner.api
}

/** Money comes for a payment that isn't paid yet; the provider had another number for what is in review. */
async function payFor(world: OrderWorld, thing: Thing): Promise<void> {
  const { db } = world.backend.database
  const waiting = db.selectFrom('payments').selectAll('payments').where('payments.provider', '=', 'embedded')
  const reviewed = db
    .selectFrom('paymentReviews')
    .select('paymentReviews.paymentId')
    .where('paymentReviews.id', '=', thing.id)
  const payment = await (thing.kind === 'payment'
    ? waiting.where('payments.id', '=', thing.id)
    : thing.kind === 'payment review'
      ? waiting.where('payments.id', '=', reviewed).where('payments.status', '<>', PaymentStatus.succeeded)
      : waiting.where('payments.orderId', '=', thing.orderId).where('payments.status', '=', PaymentStatus.pending)
  ).executeTakeFirst()
  if (!payment) return
  const { id, outTradeNo, amountFen } = payment
  const paidAt = new Date(world.backend.clock.now())
  world.pay.payments.set(outTradeNo, { state: 'paid', tradeNo: `last-${id}`, amountFen, paidAt })
  await tellPaid(world, {
    id,
    outTradeNo,
    amountFen,
    notifyId: `last-${id}-${world.notifyIds.size}`,
    tradeNo: `last-${id}`,
  })
}

async function refundsOf({ backend }: OrderWorld, { kind, id, orderId }: Thing): Promise<{ outRefundNo: string }[]> {
  const all = backend.database.db.selectFrom('refunds').select('refunds.outRefundNo')
  return (kind === 'refund' ? all.where('refunds.id', '=', id) : all.where('refunds.orderId', '=', orderId)).execute()
}

/** The school decides on the money that a payment or an order has waiting; the words of the first refusal are thrown. */
const decides =
  (deed: ReviewDeed): Doing =>
  async (world, { kind, id, sn }) => {
    const waiting = (await readReviews(world, { sn })).filter((review) => kind !== 'payment review' || review.id === id)
    for (const review of waiting) {
      const words =
        deed === 'withdraw' ? await decideReview(world, review, deed) : await decideTogether(world, review, deed)
      if (typeof words === 'string') throw new ApiError(Code.Toast, words)
    }
  }

/** How each action of the tables is done to something; one that the tables name and that isn't here fails. */
const doings: Readonly<Partial<Record<StateAction, Doing>>> = {
  'GET /api/pay/get-payment-list': async (world, thing) => {
    const learner = learnerOf(world, thing)
    await learner.call('POST /api/order/check/check-agreement', { orderNo: thing.sn })
    await learner.call('GET /api/pay/get-payment-list', { orderNo: thing.sn })
    await payFor(world, { ...thing, kind: 'order' })
  },
  'GET /api/order/discounts': (world, thing) =>
    learnerOf(world, thing).call('GET /api/order/discounts', { orderNo: thing.sn, depositId: 0 }),
  'GET /api/course/sign-up': (world, thing) =>
    learnerOf(world, thing).call('GET /api/course/sign-up', { courseId: thing.productId }),
  'POST /api/order/cancel': (world, thing) =>
    learnerOf(world, thing).call('POST /api/order/cancel', { orderNo: thing.sn }),
  'POST /api/order/refund/apply': (world, thing) =>
    learnerOf(world, thing).call('POST /api/order/refund/apply', { orderNo: thing.sn, reason: '不想学了' }),
  'POST /api/order/refund/appeal': (world, thing) =>
    learnerOf(world, thing).call('POST /api/order/refund/appeal', {
      orderNo: thing.sn,
      refundId: thing.id,
      content: '理由不成立',
      clientToken: `appeal-${thing.id}`,
    }),
  'POST /api/order/refund/withdraw': (world, thing) =>
    learnerOf(world, thing).call('POST /api/order/refund/withdraw', { orderNo: thing.sn }),
  'POST /api/staff/order/close': ({ staff }, { sn }) =>
    staff.api.call('POST /api/staff/order/close', { orderNo: sn, note: '学员要求' }),
  'POST /api/staff/order/refund/open': ({ staff }, { sn }) =>
    staff.api.call('POST /api/staff/order/refund/open', { orderNo: sn, reason: '换课' }),
  'POST /api/staff/order/refund/decide': ({ staff }, { id }) =>
    staff.api.call('POST /api/staff/order/refund/decide', { id, approve: id % 2 === 0, answer: '' }),
  'POST /api/staff/order/refund/repeat': ({ staff }, { id }) =>
    staff.api.call('POST /api/staff/order/refund/repeat', { id }),
  'GET /api/staff/money/alerts': ({ staff }) =>
    staff.api.call('GET /api/staff/money/alerts', { pageNum: 1, pageSize: 10 }),
  'GET /api/staff/payment/review': readReviews,
  'POST /api/staff/payment/count': decides('count'),
  'POST /api/staff/payment/give-back': decides('give-back'),
  'POST /api/staff/payment/withdraw': decides('withdraw'),
  notification: async (world, thing) => {
    if (thing.kind === 'refund' || thing.kind === 'refund request')
      for (const { outRefundNo } of await refundsOf(world, thing))
        await finishRefund(world.backend.context, outRefundNo, 'done')
    else await payFor(world, thing)
  },
}

/** Does an action; answers the words of a refusal. */
async function take(world: OrderWorld, thing: Thing, action: StateAction): Promise<string | undefined> {
  if (action.startsWith('job ')) {
    const days = action === 'job deposits.due' ? 10 : 0
    world.backend.clock.set(world.backend.clock.now() + (days * 1440 + 31) * minuteMs)
    await world.backend.runJob(action.slice('job '.length))
    return undefined
  }
  const doing = doings[action]
  if (!doing) throw new Error(`The model can’t do ${action}.`)
  return refusal(doing(world, thing))
}

/** Does one of the actions that lead on, at once or with what follows from it; throws when none of them does. */
async function leave(world: OrderWorld, thing: Thing, round: number, settle: () => Promise<void>): Promise<void> {
  const listed = actionsOf(rowOf(thing))
  const from = (thing.id + round) % Math.max(listed.length, 1)
  const actions = round < freeRounds ? [...listed.slice(from), ...listed.slice(0, from)] : listed.toReversed()
  const tried: string[] = []
  for (const action of actions) {
    tried.push(`${action} (${await take(world, thing, action)})`)
    await settle()
    const now = await readThings(world)
    if (now.find(({ kind, id }) => kind === thing.kind && id === thing.id)?.state !== thing.state) return
    // what was asked for waits for somebody's decision, which has its own row; a request itself isn't led on by being there
    const isAsked = now.some(
      (one) => one.kind === 'refund request' && one.orderId === thing.orderId && !rowOf(one).isFinal,
    )
    if (isAsked && thing.kind !== 'refund request') return
  }
  throw new Error(`A ${thing.kind} in state ${thing.state} has no way out: ${tried.join(', ')}`)
}

/** Leads everything out of every state that is no end, one after another, by what the tables say that can be done. */
export async function leaveStates(world: OrderWorld, settle: () => Promise<void>): Promise<void> {
  for (let round = 0; round < mostRounds; round++) {
    const [thing] = (await readThings(world)).filter((one) => !rowOf(one).isFinal)
    if (!thing) return
    await leave(world, thing, round, settle)
  }
  throw new Error(`Something is still open after ${mostRounds} rounds.`)
}
