import type { Selectable } from 'kysely'
import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { PaymentsTable } from '#server/backend/db/tables/order-tables.ts'
import { notify } from '#server/backend/message/notify.ts'
import { dueFen, isOpen } from '#server/backend/order/checkout/open-state.ts'
import { lockOrderOfLearner, type Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { countStudy } from '#server/backend/order/enrolment/study-count.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus, PaymentReviewState, PaymentStatus, ReviewReason } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import type { PaymentReviewRow } from './payment-review.ts'
import { returnPayment } from './returned-money.ts'
import { countPayment } from './settle.ts'
import {
  findStaffName,
  moveReview,
  findReviewOrder,
  lockReviewRow,
  lockPayment,
  hasTradeNumber,
  setMoney,
  insertSecondPayment,
  markAlertSeen,
  readPaid,
} from './decide-review-store.ts'

const minuteOf = (at: Date): string => shanghaiMoment(at.getTime()).slice(0, 16)

/** What staff can do with money that waits: the state in which it ends. */
export type ReviewDecision = typeof PaymentReviewState.counted | typeof PaymentReviewState.givenBack

const doing: Readonly<Record<ReviewDecision, string>> = {
  [PaymentReviewState.counted]: '计入订单',
  [PaymentReviewState.givenBack]: '原路退回',
}

/** One call of a member of staff about money that waits. */
interface ReviewCall {
  readonly id: number
  /** Of the row as the caller has seen it. */
  readonly version: number
  readonly staffId: number
  /** Throws for a learner whom the caller may not serve; runs under the lock. */
  readonly checkOwner: (userId: number) => void
  /** Writes the audit row, in the transaction of the act. */
  readonly onWritten: (trx: DatabaseTransaction, before: PaymentReviewRow, after: PaymentReviewRow) => Promise<void>
}

export interface DecisionCall extends ReviewCall {
  readonly decision: ReviewDecision
  /** Money from so much on, in fen, needs a second person; 0: any. */
  readonly secondFromFen: number
}

/** 'proposed': a second person has to make the same call; 'unchanged': the same call came before. */
export type ReviewOutcome = 'proposed' | 'done' | 'withdrawn' | 'unchanged'

interface Locked {
  readonly order: Order
  readonly review: PaymentReviewRow
}

/** The learner, the order and the row, in the order that everybody keeps. Code 404 when there is none. */
async function lockReview(trx: DatabaseTransaction, { id, checkOwner }: ReviewCall): Promise<Locked> {
  const found = await findReviewOrder(trx, id)
  const order = found && (await lockOrderOfLearner(trx, found.orderId))
  const review = await lockReviewRow(trx, id)
  if (!order || !review) throw new ApiError(Code.NotFound, '没有这笔待核对的款项')
  checkOwner(order.userId)
  return { order, review }
}

/** Refuses what was not meant for the row as it is now: who has done what to it since, and when. */
async function refuseMoved(trx: DatabaseTransaction, { version }: ReviewCall, review: PaymentReviewRow): Promise<void> {
  if (review.state !== PaymentReviewState.waiting) {
    const what =
      review.state === PaymentReviewState.settled
        ? '更正了这笔款项'
        : `将这笔款项${doing[review.state as ReviewDecision]}`
    throw new ApiError(
      Code.Toast,
      `${await findStaffName(trx, review.decidedBy)}已于 ${minuteOf(review.decidedAt ?? review.createdAt)} ${what}，请刷新`,
    )
  }
  if (version === review.version) return
  if (review.proposal === null) throw new ApiError(Code.Toast, '这笔款项的提议已撤回或金额已更正，请刷新')
  throw new ApiError(
    Code.Toast,
    `${await findStaffName(trx, review.proposedBy)}已于 ${minuteOf(review.proposedAt ?? review.createdAt)} 提议${doing[review.proposal as ReviewDecision]}，请刷新`,
  )
}

/**
 * Counts money that waits for its order, or gives it back in full. Of more than a setting the first call only records what is
 * proposed; the same call of another administrator, who has seen the proposal, carries it out. Throws 4004 in words when
 * the row has changed since the caller saw it, or when the order can't take the money.
 */
export async function decideReview(ctx: BackendContext, call: DecisionCall): Promise<ReviewOutcome> {
  const now = new Date(ctx.clock.now())
  const { outcome, given } = await ctx.tx(
    async (trx): Promise<{ outcome: ReviewOutcome; given: readonly number[] }> => {
      const { order, review } = await lockReview(trx, call)
      const { decision, staffId } = call
      const needsSecond = review.amountFen >= call.secondFromFen
      const isOwnProposal = review.proposal === decision && review.proposedBy === staffId
      if (
        (review.state === decision && review.decidedBy === staffId) ||
        (review.state === PaymentReviewState.waiting && isOwnProposal && needsSecond)
      )
        return { outcome: 'unchanged', given: [] }
      await refuseMoved(trx, call, review)
      if (review.proposal !== null && review.proposal !== decision)
        throw new ApiError(
          Code.Toast,
          `${await findStaffName(trx, review.proposedBy)}提议${doing[review.proposal as ReviewDecision]}，请先撤回该提议`,
        )
      if (decision === PaymentReviewState.counted) refuseUncountable(order)
      if (needsSecond && review.proposal === null) {
        await call.onWritten(
          trx,
          review,
          await moveReview(trx, review, { proposal: decision, proposedBy: staffId, proposedAt: now }),
        )
        return { outcome: 'proposed', given: [] }
      }
      const { given, state } = await carryOut(trx, { order, review }, { decision, staffId, now })
      const after = await moveReview(trx, review, {
        state,
        proposal: null,
        proposedBy: null,
        proposedAt: null,
        decidedBy: staffId,
        decidedAt: now,
      })
      await call.onWritten(trx, review, after)
      return { outcome: 'done', given }
    },
  )
  if (given.length > 0) countStudy(ctx, given)
  if (outcome === 'done') await ctx.jobs.wake('refunds.push')
  if (given.length > 0) await ctx.jobs.wake('orders.owned')
  return outcome
}

/** Takes a proposal back: its own proposer, or who doesn't agree with it. Throws 4004 in words when the row has changed since the caller saw it. */
export async function withdrawReview(ctx: BackendContext, call: ReviewCall): Promise<ReviewOutcome> {
  return ctx.tx(async (trx) => {
    const { review } = await lockReview(trx, call)
    if (review.state === PaymentReviewState.waiting && review.proposal === null) return 'unchanged'
    await refuseMoved(trx, call, review)
    await call.onWritten(
      trx,
      review,
      await moveReview(trx, review, { proposal: null, proposedBy: null, proposedAt: null }),
    )
    return 'withdrawn'
  })
}

function refuseUncountable({ status }: Order): void {
  if (isOpen({ status })) return
  throw new ApiError(
    Code.Toast,
    status === OrderStatus.cancel ? '订单已取消，这笔款项只能原路退回' : '订单已付清或已退款，这笔款项只能原路退回',
  )
}

interface CarriedOut {
  /** The products that the learner has from now on. */
  readonly given: readonly number[]
  /** Money that was to be counted goes back all the same when the order costs nothing any more. */
  readonly state: ReviewDecision
}

async function carryOut(
  trx: DatabaseTransaction,
  { order, review }: Locked,
  { decision, staffId, now }: { decision: ReviewDecision; staffId: number; now: Date },
): Promise<CarriedOut> {
  const payment = await takeMoney(trx, review, now)
  await markSeen(trx, { review, payment, staffId, now })
  if (decision === PaymentReviewState.givenBack) {
    await returnPayment(trx, order, payment, {
      reason: review.reason === ReviewReason.amount ? 'amount-differs' : 'second-trade',
      now,
      by: staffId,
    })
    return { given: [], state: decision }
  }
  const note = (countedFen: number): string => `核对完成，${moneyText(countedFen)} 已计入订单`
  const given = await countPayment(trx, order, payment, { now, actor: 'staff', actorId: staffId, note })
  // everything that was written is undone
  if (given === undefined) throw new ApiError(Code.Toast, '学员已拥有该课程或订单正在退款，这笔款项只能原路退回')
  const isCounted = await tellCounted(trx, order, review, now)
  return { given, state: isCounted ? decision : PaymentReviewState.givenBack }
}

/**
 * The money as a payment that succeeded, of the amount that came. A payment that has taken other money already keeps it: then
 * this has a row of its own, which the provider knows by the other's number.
 */
async function takeMoney(
  trx: DatabaseTransaction,
  review: PaymentReviewRow,
  now: Date,
): Promise<Selectable<PaymentsTable>> {
  const payment = await lockPayment(trx, review.paymentId)
  const { tradeNo, amountFen, paidAt } = review
  const holder = await hasTradeNumber(trx, payment.provider, payment.id, tradeNo)
  const money = {
    amountFen,
    paidAt,
    askAt: null,
    status: PaymentStatus.succeeded,
    providerTradeNo: holder ? null : tradeNo,
  }
  const isItsOwn =
    payment.status === PaymentStatus.review && (payment.providerTradeNo === null || payment.providerTradeNo === tradeNo)
  if (isItsOwn) return setMoney(trx, money, payment.id)
  const { orderId, outTradeNo, payType, provider } = payment
  return insertSecondPayment(trx, {
    money,
    orderId,
    outTradeNo,
    reviewId: review.id,
    providerOutTradeNo: payment.providerOutTradeNo,
    payType,
    provider,
    now,
  })
}

/** The alert of this money needs nobody's look any more. */
async function markSeen(
  trx: DatabaseTransaction,
  {
    review,
    payment,
    staffId,
    now,
  }: { review: PaymentReviewRow; payment: Selectable<PaymentsTable>; staffId: number; now: Date },
): Promise<void> {
  const known = payment.providerOutTradeNo ?? payment.outTradeNo
  await markAlertSeen(trx, {
    staffId,
    reason: review.reason,
    paymentId: review.paymentId,
    tradeNo: review.tradeNo,
    provider: payment.provider,
    known,
    now,
  })
}

/** Tells the learner what of the money the order has taken; false when that was nothing. */
async function tellCounted(
  trx: DatabaseTransaction,
  { id, sn, userId, paidFen }: Order,
  { id: reviewId }: PaymentReviewRow,
  now: Date,
): Promise<boolean> {
  const after = await readPaid(trx, id)
  const countedFen = after.paidFen - paidFen
  if (countedFen === 0) return false
  const left = after.status === OrderStatus.partlyPaid ? `还需支付 ${moneyText(dueFen(after))}。` : ''
  await notify(trx, now, {
    userId,
    topic: 'order',
    ref: `review:${reviewId}:counted`,
    title: '付款已核对',
    text: `订单 ${sn} 收到的付款中，${moneyText(countedFen)} 已计入订单。${left}`,
    button: { name: '查看订单', url: `/order/result/${sn}` },
  })
  return true
}
