import { refuseOneself, type StaffCallContext } from '#server/backend/audit/staff-call.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import {
  decideReview,
  type ReviewDecision,
  type ReviewOutcome,
  withdrawReview,
} from '#server/backend/order/payment/decide-review.ts'
import type { PaymentReviewRow } from '#server/backend/order/payment/payment-review.ts'
import { PaymentReviewState, ReviewReason } from '#shared/contract/enums.ts'
import type { PaymentReview, staffPaymentApi } from '#shared/contract/staff-payment.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { toYuan } from '#shared/rules/money.ts'
import { countReviews, findReview, listReviews, type ReviewRow } from './payment-review-store.ts'

function toReview({ clock, config }: Pick<CallContext, 'clock' | 'config'>, row: ReviewRow): PaymentReview {
  const { id, version, orderNo, orderStatus, userId, buyer, productName, provider, outTradeNo, tradeNo } = row
  const until = row.decidedAt?.getTime() ?? clock.now()
  return {
    id,
    version,
    orderNo,
    orderStatus,
    userId,
    buyer,
    productName,
    provider,
    outTradeNo,
    tradeNo,
    state: row.state as PaymentReviewState,
    reason: row.reason === ReviewReason.amount ? 'amount' : 'tradeNo',
    expected: toYuan(row.expectedFen),
    amount: toYuan(row.amountFen),
    difference: toYuan(row.amountFen - row.expectedFen),
    days: Math.max(0, Math.floor((until - row.createdAt.getTime()) / dayMs)),
    createTime: row.createdAt.getTime(),
    needsSecond: row.amountFen >= config.ceilings.secondPersonFen,
    proposal: row.proposal === null ? null : row.proposal === PaymentReviewState.counted ? 'count' : 'give-back',
    proposedBy: row.proposer,
    proposedTime: row.proposedAt?.getTime() ?? null,
    decidedBy: row.decider,
    decidedTime: row.decidedAt?.getTime() ?? null,
  }
}

async function readReview(ctx: CallContext, id: number): Promise<PaymentReview> {
  const row = await findReview(ctx.db, id)
  if (!row) throw new Error(`Payment review ${id} can't be read.`)
  return toReview(ctx, row)
}

const outlineOf = ({ state, proposal, version }: PaymentReviewRow): object => ({ state, proposal, version })

interface DecisionInput {
  readonly id: number
  readonly version: number
  readonly note: string
}

/** What both kinds of calls need: who may not, and the audit row, which says what it came to. */
function callOf(
  ctx: StaffCallContext,
  session: Session,
  { id, version, note }: DecisionInput,
  act: { doing: string; action: (after: PaymentReviewRow) => string },
) {
  return {
    id,
    version,
    staffId: session.userId,
    checkOwner: (userId: number) => refuseOneself(session, userId, act.doing),
    onWritten: (
      trx: Parameters<StaffCallContext['acts']['record']>[0],
      before: PaymentReviewRow,
      after: PaymentReviewRow,
    ) =>
      ctx.acts.record(trx, {
        action: act.action(after),
        subject: 'paymentReview',
        subjectId: id,
        detail: { note, amountFen: before.amountFen, tradeNo: before.tradeNo },
        before: outlineOf(before),
        after: outlineOf(after),
      }),
  }
}

async function answerWith(ctx: StaffCallContext, id: number, outcome: ReviewOutcome): Promise<PaymentReview> {
  if (outcome === 'unchanged') ctx.acts.unchanged()
  return readReview(ctx, id)
}

/** One decision; the audit says whether it was proposed or done. */
async function decide(
  ctx: StaffCallContext,
  session: Session,
  input: DecisionInput,
  { decision, name, doing }: { decision: ReviewDecision; name: string; doing: string },
): Promise<PaymentReview> {
  const action = ({ state }: PaymentReviewRow): string =>
    state === PaymentReviewState.waiting ? `${name}.propose` : name
  const call = {
    ...callOf(ctx, session, input, { doing, action }),
    decision,
    secondFromFen: ctx.config.ceilings.secondPersonFen,
  }
  return answerWith(ctx, input.id, await decideReview(ctx, call))
}

/** Money that no order takes by itself, as administrators see it and decide on it. */
export const staffPaymentHandlers: Handlers<typeof staffPaymentApi> = {
  async list(ctx, { state, orderNo, ...page }) {
    const rows = await listReviews(ctx.db, { state, orderNo }, page)
    const total = await countReviews(ctx.db, { state, orderNo })
    return toPage(
      rows.map((row) => toReview(ctx, row)),
      total,
      page,
    )
  },
  count: (ctx, input, session) =>
    decide(ctx, session, input, {
      decision: PaymentReviewState.counted,
      name: 'payment.count',
      doing: '处理自己的款项',
    }),
  giveBack: (ctx, input, session) =>
    decide(ctx, session, input, {
      decision: PaymentReviewState.givenBack,
      name: 'payment.give-back',
      doing: '处理自己的款项',
    }),
  async withdraw(ctx, input, session) {
    const call = callOf(ctx, session, input, { doing: '处理自己的款项', action: () => 'payment.withdraw' })
    return answerWith(ctx, input.id, await withdrawReview(ctx, call))
  },
}
