import type { Selectable } from 'kysely'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { OrderTables } from '#server/backend/db/tables/order-tables.ts'
import { notify } from '#server/backend/message/notify.ts'
import { lockOrder, lockOrders, type Order } from '#server/backend/order/checkout/order-lock-store.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus, RefundState } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import { refundAppealDays, refundReasonLimit } from '#shared/rules/order-rules.ts'
import { approveRequest } from './refund-approve.ts'
import { depositOrderOf } from './refund-approve-store.ts'
import { possibleRefunds } from './refund-lines.ts'
import { openRequest } from './refund-lines-store.ts'
import {
  mostAsked,
  listAskings,
  findSameRequest,
  insertRequest,
  insertRequestLines,
  withdrawRequest,
  findRequestOrder,
  refuseRequest,
} from './refund-request-store.ts'

export type RefundRequestRow = Selectable<OrderTables['refundRequests']>

/** A request to have money back. */
export interface RefundInput {
  readonly orderId: number
  /** Without them every line that can be refunded. */
  readonly itemIds?: readonly number[] | undefined
  readonly reason: string
  /** The same one again is the same request. */
  readonly clientToken?: string | undefined
  /** Who asks; only the learner is held to the rule's days. */
  readonly asker: 'learner' | 'staff' | 'system'
  /** The member of staff who asks for the learner; null when nobody does. */
  readonly staffId: number | null
  readonly now: Date
  /** Only as long as the order is in this state: one that has moved on meanwhile throws `ApiError`. */
  readonly onlyIn?: OrderStatus | undefined
  /** Runs in the transaction in which the request is written; not for one that was there before. */
  readonly onWritten?: (trx: DatabaseTransaction, request: RefundRequestRow) => Promise<void>
}

function refuseMoved({ status }: Order, { onlyIn }: Pick<RefundInput, 'onlyIn'>): void {
  if (onlyIn !== undefined && status !== onlyIn) throw new ApiError(Code.Toast, '订单的状态刚刚改变，请刷新')
}

/** Asks for a refund, under the order's lock. Throws `ApiError` in words when a line can't be refunded or another request is open. */
export async function applyRefund(trx: DatabaseTransaction, input: RefundInput): Promise<RefundRequestRow> {
  const order = await lockOrder(trx, input.orderId)
  if (!order) throw new ApiError(Code.OrderMismatch)
  refuseMoved(order, input)
  const { request, isNew } = await applyLocked(trx, order, input)
  if (isNew) await input.onWritten?.(trx, request)
  return request
}

/** How the timeline begins: who has asked. */
const askedBy: Readonly<Record<RefundInput['asker'], string>> = {
  learner: '申请退款：',
  staff: '客服发起退款：',
  system: '',
}

async function refuseAskedOften(trx: DatabaseTransaction, orderId: number): Promise<void> {
  const asked = await listAskings(trx, orderId)
  if (asked.length >= mostAsked) throw new ApiError(Code.Fail, '该订单申请退款的次数过多，请联系客服')
}

async function applyLocked(
  trx: DatabaseTransaction,
  order: Order,
  { itemIds, reason: typed, clientToken, asker, staffId, now }: RefundInput,
): Promise<{ request: RefundRequestRow; isNew: boolean }> {
  const reason = typed.trim()
  if (reason === '') throw new ApiError(Code.Fail, '请填写退款原因')
  if ([...reason].length > refundReasonLimit) throw new ApiError(Code.Fail, `退款原因最多 ${refundReasonLimit} 个字`)
  if (clientToken !== undefined) {
    const same = await findSameRequest(trx, order.userId, clientToken)
    if (same && same.orderId !== order.id) throw new ApiError(Code.Fail, '请刷新页面后重试')
    if (same) return { request: same, isNew: false }
  }
  if (asker === 'learner') await refuseAskedOften(trx, order.id)
  const lines = await possibleRefunds(trx, order, now.getTime(), asker === 'learner' ? 'learner' : 'staff')
  const wanted =
    itemIds === undefined
      ? lines.filter((line) => line.why === null)
      : lines.filter((line) => itemIds.includes(line.item.id))
  const obstacle =
    wanted.find((line) => line.why !== null)?.why ??
    (wanted.length === 0 ? (lines.find((line) => line.why !== null)?.why ?? '没有可退款的课程') : null)
  if (obstacle !== null) throw new ApiError(Code.Fail, obstacle)
  if (itemIds !== undefined && wanted.length !== new Set(itemIds).size)
    throw new ApiError(Code.Fail, '没有可退款的课程')
  // a class that isn't paid for yet is no line by line affair
  if (order.status === OrderStatus.partlyPaid && wanted.length < lines.filter((line) => line.why === null).length)
    throw new ApiError(Code.Fail, '未付清的订单只能整单退款')
  const amountFen = wanted.reduce((sum, line) => sum + line.amountFen, 0)
  const request = await insertRequest(trx, {
    orderId: order.id,
    userId: order.userId,
    reason,
    amountFen,
    clientToken,
    staffId,
    now,
  })
  await insertRequestLines(trx, wanted, request.id)
  await addLog(trx, {
    orderId: order.id,
    event: 'refund-asked',
    from: order.status,
    to: order.status,
    actor: asker,
    actorId: staffId ?? (asker === 'learner' ? order.userId : undefined),
    amountFen,
    note: `${askedBy[asker]}${reason}`,
    at: now,
  })
  return { request, isNew: true }
}

/** Takes the learner's open request back; false when there is none, or when it has been decided already. */
export async function withdrawRefund(trx: DatabaseTransaction, orderId: number, now: Date): Promise<boolean> {
  const order = await lockOrder(trx, orderId)
  const withdrawn = await withdrawRequest(trx, orderId, now)
  if (!order || !withdrawn) return false
  await addLog(trx, {
    orderId,
    event: 'refund-withdrawn',
    from: order.status,
    to: order.status,
    actor: 'learner',
    actorId: order.userId,
    amountFen: withdrawn.amountFen,
    note: '已撤回退款申请',
    at: now,
  })
  return true
}

/** A decision of the staff. */
export interface RefundDecision {
  readonly requestId: number
  readonly approve: boolean
  /** For the learner; '' without one. */
  readonly answer: string
  readonly staffId: number
  /** Runs in the transaction of the decision, with the request as it is then. */
  readonly onDecided?: (trx: DatabaseTransaction, request: RefundRequestRow) => Promise<void>
}

/** Approves or refuses a request; a second decision finds it decided and throws `ApiError`. Answers the request as it is then. */
export async function decideRefund(ctx: BackendContext, decision: RefundDecision): Promise<RefundRequestRow> {
  const now = new Date(ctx.clock.now())
  const decided = await ctx.tx(async (trx) => {
    const found = await findRequestOrder(trx, decision.requestId)
    if (!found) throw new ApiError(Code.NotFound, '退款申请不存在')
    const orders = await lockOrders(trx, [found.orderId, ...(await depositOrderOf(trx, found.orderId))], 'change')
    const request = await openRequest(trx, found.orderId)
    const order = orders.get(found.orderId)
    if (!order || request?.id !== decision.requestId || request.state !== RefundState.asked)
      throw new ApiError(Code.Fail, '退款申请已处理')
    const { answer, staffId } = decision
    const decided = await (decision.approve
      ? approveRequest(trx, orders, { order, request, approval: { answer, staffId, now } })
      : refuse(trx, { order, request }, decision, now))
    await decision.onDecided?.(trx, decided)
    return decided
  })
  if (decision.approve) await ctx.jobs.wake('refunds.push')
  return decided
}

async function refuse(
  trx: DatabaseTransaction,
  { order, request }: { readonly order: Order; readonly request: RefundRequestRow },
  { answer, staffId }: RefundDecision,
  now: Date,
): Promise<RefundRequestRow> {
  const refused = await refuseRequest(trx, { answer, staffId, requestId: request.id, now })
  await addLog(trx, {
    orderId: order.id,
    event: 'refund-refused',
    from: order.status,
    to: order.status,
    actor: 'staff',
    actorId: staffId,
    amountFen: request.amountFen,
    note: answer === '' ? '退款申请未通过' : `退款申请未通过：${answer}`,
    at: now,
  })
  await notify(trx, now, {
    userId: order.userId,
    topic: 'refund',
    ref: `request:${request.id}:refused`,
    title: '退款申请未通过',
    text: `订单 ${order.sn} 的退款申请（${moneyText(request.amountFen)}）未通过。${answer}不认可的，${refundAppealDays} 天内可以在订单里申诉。`,
    button: { name: '查看订单', url: '/user/order' },
  })
  return refused
}

/** What the learner has asked for already is what the school's own rules approve. */
async function askedBefore(
  trx: DatabaseTransaction,
  { asker, orderId }: Pick<RefundInput, 'asker' | 'orderId'>,
): Promise<RefundRequestRow | undefined> {
  if (asker !== 'system') return undefined
  const request = await openRequest(trx, orderId)
  return request?.state === RefundState.asked ? request : undefined
}

/** Asks and approves in one go, as the staff and the school's own rules do. Throws `ApiError` as `applyRefund` does. */
export async function openRefund(ctx: BackendContext, input: Omit<RefundInput, 'now'>): Promise<RefundRequestRow> {
  const now = new Date(ctx.clock.now())
  const request = await ctx.tx(async (trx) => {
    const orders = await lockOrders(trx, [input.orderId, ...(await depositOrderOf(trx, input.orderId))], 'change')
    const order = orders.get(input.orderId)
    if (!order) throw new ApiError(Code.OrderMismatch)
    // also of what was asked for before: an order that was paid in full meanwhile is the staff's to decide
    refuseMoved(order, input)
    const before = await askedBefore(trx, input)
    const request = before ?? (await applyLocked(trx, order, { ...input, now })).request
    if (request.state !== RefundState.asked) return request
    const approved = await approveRequest(trx, orders, {
      order,
      request,
      approval: {
        answer: '',
        staffId: input.staffId,
        now,
        isOurs: before === undefined,
      },
    })
    await input.onWritten?.(trx, approved)
    return approved
  })
  await ctx.jobs.wake('refunds.push')
  return request
}
