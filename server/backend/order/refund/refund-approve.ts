import type { Selectable } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { OrderTables } from '#server/backend/db/tables/order-tables.ts'
import { notify } from '#server/backend/message/notify.ts'
import { findItems } from '#server/backend/order/checkout/fulfil-store.ts'
import type { Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { Account, credit, debit, postLedger } from '#server/backend/order/ledger/ledger.ts'
import type { LedgerEntry } from '#server/backend/order/ledger/ledger-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { DepositState, ItemState, OrderKind, OrderStatus } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import { completeRequest } from './refund-complete.ts'
import { openRequest } from './refund-lines-store.ts'
import { refundPayments } from './refund-store.ts'
import {
  approve,
  sumGoingBack,
  takeBackDeposit,
  listRequestLines,
  findUsedDeposit,
  insertDepositRequest,
  insertLines,
} from './refund-approve-store.ts'

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
  const approved = await approve(trx, { answer, staffId, requestId: request.id, now })
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
  const { back } = await sumGoingBack(trx, order.id)
  if (Number(back) + amountFen > order.paidFen) throw new ApiError(Code.Fail, '退款金额超过实付金额')
}

/** Takes a deposit out of use for good; what it is worth in the ledger. */
async function takeDeposit(
  trx: DatabaseTransaction,
  order: Order,
  request: RefundRequestRow,
  approval: Approval,
): Promise<LedgerEntry[]> {
  const deposit = await takeBackDeposit(trx, order.id, depositStateOf(order, approval))
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
  const lines = await listRequestLines(trx, request.id)
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
  const deposit = await findUsedDeposit(trx, order.id)
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
  const request = await insertDepositRequest(trx, {
    ownId: own.id,
    userId: own.userId,
    paidFen: own.paidFen,
    sn: order.sn,
    staffId,
    now,
  })
  const items = await findItems(trx, own.id)
  if (items.length > 0) await insertLines(trx, items, request.id)
  return request
}

/** The deposit's state before its order is refunded: one that is paid in part isn't held yet. */
function depositStateOf(order: Order, { ofUsedDeposit = false }: Approval): DepositState {
  if (order.status === OrderStatus.partlyPaid) return DepositState.unpaid
  return ofUsedDeposit ? DepositState.used : DepositState.held
}
