import type { CallContext, Session } from '#server/backend/backend-context.ts'
import type { Handlers } from '#server/backend/binding.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { cancelOrder } from '#server/backend/order/cancel.ts'
import type { OpenOrder } from '#server/backend/order/insert-order.ts'
import { type OrderWish, openOrder } from '#server/backend/order/open-order.ts'
import { viewOrders } from '#server/backend/order/order-view.ts'
import { decideRefund, openRefund } from '#server/backend/order/refund-core.ts'
import { repeatRefund } from '#server/backend/order/refund-push.ts'
import { listRefundInfos } from '#server/backend/order/refund-view.ts'
import { settleNothing, settleOffline } from '#server/backend/order/settle.ts'
import { offsetOf, toPage } from '#server/backend/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus, PayChannel } from '#shared/contract/enums.ts'
import type { RefundInfo } from '#shared/contract/order-fields.ts'
import type { staffOrderApi } from '#shared/contract/staff-order.ts'
import { toYuan } from '#shared/rules/money.ts'
import { audit } from './audit.ts'
import { findAnyOrder, findBuyer, listAllOrders, listRefundTasks, nicknamesOf } from './staff-order-store.ts'

/** '1234.5' -> 123450; the contract has checked its form. */
function toFen(yuan: string): number {
  const [whole = '0', cents = ''] = yuan.split('.')
  return Number(whole) * 100 + Number(cents.padEnd(2, '0'))
}

/** Opens an order for a learner; who has the product, or an unpaid order of it from elsewhere, is refused in words. */
async function openFor(ctx: CallContext, wish: OrderWish): Promise<OpenOrder> {
  const opened = await openOrder(ctx, wish)
  if (opened === 'enrolled') throw new ApiError(Code.Fail, '该学员已经有这门课')
  if (opened.isNew) return opened
  const same = wish.clientToken !== undefined && (await ctx.db.selectFrom('orders').select('orders.id').where('orders.id', '=', opened.id).where('orders.clientToken', '=', wish.clientToken).executeTakeFirst())
  if (!same) throw new ApiError(Code.Fail, `该学员有未支付的订单 ${opened.sn}`)
  return opened
}

async function statusOf(ctx: CallContext, orderId: number): Promise<number> {
  const { status } = await ctx.db.selectFrom('orders').select('orders.status').where('orders.id', '=', orderId).executeTakeFirstOrThrow()
  return status
}

async function infoOf(ctx: CallContext, orderId: number, requestId: number): Promise<RefundInfo> {
  const info = (await listRefundInfos(ctx.db, orderId)).find(({ id }) => id === requestId)
  if (!info) throw new Error(`Refund request ${requestId} can't be read.`)
  return info
}

async function decide(ctx: CallContext, session: Session, { id, approve, answer }: { id: number; approve: boolean; answer: string }): Promise<RefundInfo> {
  const request = await decideRefund(ctx, { requestId: id, approve, answer: answer.trim(), staffId: session.userId })
  await audit(ctx.db, ctx, session, { action: approve ? 'refund.approve' : 'refund.refuse', subject: 'refundRequest', subjectId: id, detail: { answer } })
  return infoOf(ctx, request.orderId, id)
}

export const staffOrderHandlers: Handlers<typeof staffOrderApi> = {
  async list(ctx, { pageNum, pageSize, ...filter }) {
    const page = { pageNum, pageSize }
    const { rows, total } = await listAllOrders(ctx.db, filter, page)
    const [orders, names] = await Promise.all([viewOrders(ctx.db, rows, ctx.clock.now()), nicknamesOf(ctx.db, rows.map(({ userId }) => userId))])
    return toPage(orders.map((order, index) => ({ ...order, userId: rows[index]?.userId ?? 0, buyer: names.get(rows[index]?.userId ?? 0) ?? '' })), total, page)
  },

  async create(ctx, { productId, scheduleId, paid, tradeNo, note, clientToken, ...who }, session) {
    const userId = await findBuyer(ctx.db, who)
    const opened = await openFor(ctx, { userId, productId, scheduleId, channel: PayChannel.onBehalf, createdBy: session.userId, clientToken, now: ctx.clock.now() })
    const trx = ctx.db as DatabaseTransaction
    if (opened.isNew && opened.payAmountFen === 0) await settleNothing(trx, { orderId: opened.id, now: new Date(ctx.clock.now()) })
    else if (opened.isNew && paid !== undefined && toFen(paid) > 0) {
      await settleOffline(trx, { orderId: opened.id, amountFen: toFen(paid), tradeNo: tradeNo || null, staffId: session.userId, note, now: new Date(ctx.clock.now()) })
    }
    if (opened.isNew) await audit(trx, ctx, session, { action: 'order.create', subject: 'order', subjectId: opened.sn, detail: { userId, productId, paid: paid ?? null, note } })
    return { orderNo: opened.sn, status: await statusOf(ctx, opened.id) }
  },

  async inject(ctx, { productId, scheduleId, note, clientToken, ...who }, session) {
    const userId = await findBuyer(ctx.db, who)
    const opened = await openFor(ctx, { userId, productId, scheduleId, channel: PayChannel.adminInject, createdBy: session.userId, clientToken, isGift: true, now: ctx.clock.now() })
    if (opened.isNew) {
      await settleNothing(ctx.db as DatabaseTransaction, { orderId: opened.id, now: new Date(ctx.clock.now()) })
      await audit(ctx.db, ctx, session, { action: 'order.inject', subject: 'order', subjectId: opened.sn, detail: { userId, productId, note } })
    }
    return { orderNo: opened.sn, status: await statusOf(ctx, opened.id) }
  },

  async close(ctx, { orderNo, note }, session) {
    const order = await findAnyOrder(ctx.db, orderNo)
    const outcome = await cancelOrder(ctx, order.id, { actor: 'staff', actorId: session.userId, note })
    await audit(ctx.db, ctx, session, { action: 'order.close', subject: 'order', subjectId: orderNo, detail: { note, outcome } })
    if (outcome === 'paid') throw new ApiError(Code.Fail, '订单已经支付，没有关闭')
    if (outcome === 'over' && order.status !== OrderStatus.cancel) throw new ApiError(Code.Fail, '只有未支付的订单可以关闭')
    return true
  },

  async refunds(ctx, { state, ...page }) {
    const { rows, total } = await listRefundTasks(ctx.db, state, page)
    const records = []
    for (const { id, orderId, ...task } of rows) records.push({ ...(await infoOf(ctx, orderId, id)), ...task })
    return toPage(records, total, page)
  },

  async refundOpen(ctx, { orderNo, itemIds, reason, clientToken }, session) {
    const order = await findAnyOrder(ctx.db, orderNo)
    const request = await openRefund(ctx, { orderId: order.id, itemIds, reason, clientToken, asker: 'staff', staffId: session.userId })
    await audit(ctx.db, ctx, session, { action: 'refund.open', subject: 'order', subjectId: orderNo, detail: { itemIds: itemIds ?? null, reason } })
    return infoOf(ctx, order.id, request.id)
  },

  async refundDecide(ctx, input, session) {
    return decide(ctx, session, input)
  },

  async refundRepeat(ctx, { id }, session) {
    const repeated = await repeatRefund(ctx, id, session.userId)
    if (repeated) await audit(ctx.db, ctx, session, { action: 'refund.repeat', subject: 'refund', subjectId: id })
    return repeated
  },

  async couponCreate(ctx, input, session) {
    const { productIds, amount, threshold, claimBeginTime, claimEndTime, validDays, validEndTime, batchNo, kind, ...rest } = input
    const known = await ctx.db.selectFrom('coupons').select('coupons.id').where('coupons.batchNo', '=', batchNo).executeTakeFirst()
    if (known) return known
    const amountFen = toFen(amount)
    const thresholdFen = toFen(threshold)
    if (amountFen === 0) throw new ApiError(Code.Toast, '优惠金额要大于 0')
    if (kind === 1 && thresholdFen < amountFen) throw new ApiError(Code.Toast, '满减券的门槛不能低于优惠金额')
    if (kind === 2 && thresholdFen > 0) throw new ApiError(Code.Toast, '直减券没有门槛')
    if (claimEndTime <= claimBeginTime) throw new ApiError(Code.Toast, '领取结束时间要晚于开始时间')
    if (validDays === undefined && validEndTime === undefined) throw new ApiError(Code.Toast, '请填写有效天数或截止时间')
    if (validEndTime !== undefined && validEndTime <= claimBeginTime) throw new ApiError(Code.Toast, '截止时间要晚于领取开始时间')
    const ids = [...new Set(productIds)]
    const found = ids.length === 0 ? [] : await ctx.db.selectFrom('products').select('products.id').where('products.id', 'in', ids).execute()
    if (found.length !== ids.length) throw new ApiError(Code.NotFound, '有的课程不存在')
    const { id } = await ctx.db
      .insertInto('coupons')
      .values({
        name: rest.name,
        note: rest.note,
        kind,
        amountFen,
        thresholdFen,
        total: rest.total ?? null,
        perUserLimit: rest.perUserLimit,
        claimBeginAt: new Date(claimBeginTime),
        claimEndAt: new Date(claimEndTime),
        validDays: validDays ?? null,
        validEndAt: validEndTime === undefined ? null : new Date(validEndTime),
        isPublic: rest.isPublic,
        batchNo,
        createdBy: session.userId,
        createdAt: new Date(ctx.clock.now()),
      })
      .returning('coupons.id')
      .executeTakeFirstOrThrow()
    if (ids.length > 0) await ctx.db.insertInto('couponProducts').values(ids.map((productId) => ({ couponId: id, productId }))).execute()
    await audit(ctx.db, ctx, session, { action: 'coupon.create', subject: 'coupon', subjectId: id, detail: { batchNo, amount, threshold, total: rest.total ?? null } })
    return { id }
  },

  async alerts(ctx, page) {
    const rows = await ctx.db.selectFrom('moneyAlerts').selectAll('moneyAlerts').orderBy('moneyAlerts.seenAt', (order) => order.desc().nullsFirst()).orderBy('moneyAlerts.id', 'desc').limit(page.pageSize).offset(offsetOf(page)).execute()
    const { total } = await ctx.db.selectFrom('moneyAlerts').select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return toPage(rows.map((row) => ({ id: row.id, kind: row.kind, ref: row.ref, difference: toYuan(row.differenceFen), detail: row.detail, createTime: row.createdAt.getTime(), seen: row.seenAt !== null })), Number(total), page)
  },

  async alertSeen(ctx, { id }, session) {
    const row = await ctx.db.updateTable('moneyAlerts').set({ seenBy: session.userId, seenAt: new Date(ctx.clock.now()) }).where('moneyAlerts.id', '=', id).where('moneyAlerts.seenAt', 'is', null).returning('moneyAlerts.id').executeTakeFirst()
    if (row) await audit(ctx.db, ctx, session, { action: 'alert.seen', subject: 'moneyAlert', subjectId: id })
    return row !== undefined
  },

  async reconciliations(ctx, page) {
    const rows = await ctx.db.selectFrom('reconciliations').selectAll('reconciliations').orderBy('reconciliations.day', 'desc').limit(page.pageSize).offset(offsetOf(page)).execute()
    const { total } = await ctx.db.selectFrom('reconciliations').select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    return toPage(
      rows.map((row) => ({ day: row.day, orders: toYuan(row.ordersFen), ledger: toYuan(row.ledgerFen), provider: toYuan(row.providerFen), difference: toYuan(row.differenceFen), time: row.at.getTime() })),
      Number(total),
      page,
    )
  },
}
