import type { Selectable } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { OrderTables } from '#server/backend/db/tables/order-tables.ts'
import { notify } from '#server/backend/message/notify.ts'
import { findItems } from '#server/backend/order/checkout/fulfil.ts'
import type { Order } from '#server/backend/order/checkout/order-lock.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { Account, credit, debit, type LedgerEntry, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { DepositState, ItemState, OrderKind, OrderStatus, RefundState } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import { completeRequest } from './refund-complete.ts'
import { openRequest } from './refund-lines.ts'
import { refundPayments } from './refund-store.ts'

type RefundRequestRow = Selectable<OrderTables['refundRequests']>

export interface Approval {
  /** For the learner; '' without one. */
  readonly answer: string
  /** Null when the school's own rules approve. */
  readonly staffId: number | null
  readonly now: Date
  /** The learner hasn't asked for it: they are told why it is. */
  readonly isOurs?: boolean
  /** The deposit that is refunded was used by an order, which is refunded as a whole. */
  readonly ofUsedDeposit?: boolean
}

/** The order of the deposit that an order has used: it is locked together with it. */
export async function depositOrderOf(trx: DatabaseTransaction, orderId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('deposits')
    .select('deposits.orderId')
    .where('deposits.usedOrderId', '=', orderId)
    .where('deposits.state', '=', DepositState.used)
    .execute()
  return rows.map((row) => row.orderId)
}

/**
 * Approves an asked request: refunds over the order's payments, the ledger, and the deposit's own refund when no sold line is
 * left. The orders are locked, the seats for change. What costs no money is done at once. Answers the request as it is then.
 */
export async function approveRequest(
  trx: DatabaseTransaction,
  orders: ReadonlyMap<number, Order>,
  { order, request, approval }: { order: Order; request: RefundRequestRow; approval: Approval },
): Promise<RefundRequestRow> {
  const { answer, staffId, now, isOurs = false } = approval
  const approved = await trx
    .updateTable('refundRequests')
    .set({ state: RefundState.approved, answer: answer || null, decidedBy: staffId, decidedAt: now })
    .where('refundRequests.id', '=', request.id)
    .where('refundRequests.state', '=', RefundState.asked)
    .returningAll()
    .executeTakeFirstOrThrow()
  const entries =
    order.orderKind === OrderKind.deposit
      ? await takeDeposit(trx, order, approved, approval)
      : await revenueBack(trx, orders, { order, request: approved, approval })
  await postLedger(trx, {
    kind: 'refund-approved',
    ref: `request:${request.id}:approved`,
    orderId: order.id,
    at: now,
    entries,
  })
  await guardOverRefund(trx, order, approved.amountFen)
  if (approved.amountFen > 0)
    await refundPayments(trx, order, {
      requestId: request.id,
      amountFen: approved.amountFen,
      reason: approved.reason,
      now,
    })
  const approvedText = isOurs ? '退款已发起' : '退款申请已通过'
  const note = approved.amountFen > 0 ? `${approvedText}，${moneyText(approved.amountFen)} 将原路退回` : approvedText
  await addLog(trx, {
    orderId: order.id,
    event: 'refund-approved',
    from: order.status,
    to: order.status,
    actor: staffId === null ? 'system' : 'staff',
    actorId: staffId ?? undefined,
    amountFen: approved.amountFen,
    note,
    at: now,
  })
  if (approved.amountFen === 0) return completeRequest(trx, order, approved, now)
  await notify(trx, now, {
    userId: order.userId,
    topic: 'refund',
    ref: `request:${request.id}:approved`,
    title: approvedText,
    text: `订单 ${order.sn} 的退款 ${moneyText(approved.amountFen)} 正在处理，将原路退回。${isOurs ? `${approved.reason}。` : answer}`,
    button: { name: '查看订单', url: '/user/order' },
  })
  return approved
}

/** What goes back and what is promised is never more than what was paid. */
async function guardOverRefund(trx: DatabaseTransaction, order: Order, amountFen: number): Promise<void> {
  const { back } = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('refunds.amountFen'), eb.lit(0)).as('back'))
    .where('refunds.orderId', '=', order.id)
    .where('payments.isLate', '=', false)
    // a difference that went back was never counted as paid
    .where('refunds.requestId', 'is not', null)
    .executeTakeFirstOrThrow()
  if (Number(back) + amountFen > order.paidFen) throw new ApiError(Code.Fail, '退款金额超过实付金额')
}

/** The deposit's state before its order is refunded: one that is paid in part isn't held yet. */
function depositStateOf(order: Order, { ofUsedDeposit = false }: Approval): DepositState {
  if (order.status === OrderStatus.partlyPaid) return DepositState.unpaid
  return ofUsedDeposit ? DepositState.used : DepositState.held
}

/** Takes a deposit out of use for good; what it is worth in the ledger. */
async function takeDeposit(
  trx: DatabaseTransaction,
  order: Order,
  request: RefundRequestRow,
  approval: Approval,
): Promise<LedgerEntry[]> {
  const deposit = await trx
    .updateTable('deposits')
    .set({ state: DepositState.refunded, usedOrderId: null })
    .where('deposits.orderId', '=', order.id)
    .where('deposits.state', '=', depositStateOf(order, approval))
    .returning('deposits.amountFen')
    .executeTakeFirst()
  if (!deposit) throw new ApiError(Code.Fail, '定金已用于订单抵扣或已过期')
  if (order.status === OrderStatus.partlyPaid)
    return [debit(Account.advance, request.amountFen), credit(Account.refundDue, request.amountFen)]
  return [debit(Account.depositHeld, deposit.amountFen), credit(Account.refundDue, deposit.amountFen)]
}

async function revenueBack(
  trx: DatabaseTransaction,
  orders: ReadonlyMap<number, Order>,
  { order, request, approval }: { order: Order; request: RefundRequestRow; approval: Approval },
): Promise<LedgerEntry[]> {
  const items = await findItems(trx, order.id)
  const lines = await trx
    .selectFrom('refundLines')
    .select('refundLines.orderItemId')
    .where('refundLines.requestId', '=', request.id)
    .execute()
  const ids = new Set(lines.map((line) => line.orderItemId))
  const refunded = items.filter((item) => ids.has(item.id))
  if (refunded.some((item) => item.state !== ItemState.sold)) throw new ApiError(Code.Fail, '课程已退款')
  // an order that isn't paid in full has earned nothing yet
  if (order.status === OrderStatus.partlyPaid)
    return [debit(Account.advance, request.amountFen), credit(Account.refundDue, request.amountFen)]
  const isLast = items.every((item) => item.state !== ItemState.sold || ids.has(item.id))
  const sum = (of: (item: (typeof items)[number]) => number): number =>
    refunded.reduce((total, item) => total + of(item), 0)
  const couponFen = sum((item) => item.couponFen)
  // The deposit stays used while a line is left, and the school keeps what it paid for.
  const priceFen = sum((item) => item.priceFen - item.depositFen)
  const entries = [
    debit(Account.revenue, priceFen),
    credit(Account.coupon, couponFen),
    credit(Account.refundDue, request.amountFen),
  ]
  if (!isLast) return entries
  const deposit = await refundUsedDeposit(trx, orders, order, approval)
  return [
    ...entries,
    debit(Account.revenue, order.depositFen),
    credit(Account.depositHeld, deposit),
    credit(Account.depositBonus, order.depositFen - deposit),
  ]
}

/** The deposit that the order had used goes back through its own order; its fen, 0 without one. */
async function refundUsedDeposit(
  trx: DatabaseTransaction,
  orders: ReadonlyMap<number, Order>,
  order: Order,
  { staffId, now }: Approval,
): Promise<number> {
  const deposit = await trx
    .selectFrom('deposits')
    .select(['deposits.orderId', 'deposits.amountFen'])
    .where('deposits.usedOrderId', '=', order.id)
    .where('deposits.state', '=', DepositState.used)
    .executeTakeFirst()
  if (!deposit) return 0
  const own = orders.get(deposit.orderId)
  if (!own) throw new Error(`The order of the deposit of order ${order.id} is not locked.`)
  const asked = (await openRequest(trx, own.id)) ?? (await askForDeposit(trx, own, { order, staffId, now }))
  await approveRequest(trx, orders, {
    order: own,
    request: asked,
    approval: { answer: '', staffId, now, ofUsedDeposit: true },
  })
  return deposit.amountFen
}

async function askForDeposit(
  trx: DatabaseTransaction,
  own: Order,
  { order, staffId, now }: { order: Order; staffId: number | null; now: Date },
): Promise<RefundRequestRow> {
  const request = await trx
    .insertInto('refundRequests')
    .values({
      orderId: own.id,
      userId: own.userId,
      reason: `订单 ${order.sn} 已全部退款`,
      amountFen: own.paidFen,
      createdBy: staffId,
      createdAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const items = await findItems(trx, own.id)
  if (items.length > 0)
    await trx
      .insertInto('refundLines')
      .values(items.map((item) => ({ requestId: request.id, orderItemId: item.id, amountFen: item.priceFen })))
      .execute()
  return request
}
