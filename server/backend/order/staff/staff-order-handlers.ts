import { ceilingOf, refuseAboveDay } from '#server/backend/audit/ceilings.ts'
import { refuseOneself } from '#server/backend/audit/staff-call.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import type { Cancelled } from '#server/backend/order/checkout/cancel.ts'
import { type Closing, closeOpenOrder } from '#server/backend/order/checkout/close-open.ts'
import type { OpenOrder } from '#server/backend/order/checkout/insert-order-store.ts'
import { type OrderInput, openOrder } from '#server/backend/order/checkout/open-order.ts'
import { settleNothing, settleOffline } from '#server/backend/order/payment/settle.ts'
import { viewOrders } from '#server/backend/order/read/order-view.ts'
import { PayError } from '#server/backend/ports/pay/pay-provider.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderStatus, PayChannel } from '#shared/contract/enums.ts'
import type { staffOrderApi } from '#shared/contract/staff-order.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import { toFen } from '#shared/rules/money.ts'
import { couponCreate } from './staff-coupon.ts'
import { staffMoneyHandlers } from './staff-money-handlers.ts'
import {
  findAnyOrder,
  findBuyer,
  isOfClientToken,
  listAllOrders,
  nicknamesOf,
  priceOf,
  statusOf,
} from './staff-order-store.ts'
import { staffRefundHandlers, stateOf } from './staff-refund-handlers.ts'

/** Opens an order for a learner; who has the product, or an unpaid order of it from elsewhere, is refused in words. */
async function openFor(ctx: CallContext, input: OrderInput): Promise<OpenOrder> {
  const opened = await openOrder(ctx, input)
  if (opened === 'enrolled') throw new ApiError(Code.Fail, '该学员已经有这门课')
  if (opened.isNew) return opened
  const same = input.clientToken !== undefined && (await isOfClientToken(ctx.db, opened.id, input.clientToken))
  if (!same) throw new ApiError(Code.Fail, `该学员有未支付的订单 ${opened.sn}`)
  return opened
}

/** Ends an open order; throws `ApiError` in words when its provider can't say whether money came. */
async function closeSurely(ctx: CallContext, orderId: number, closing: Closing): Promise<Cancelled | 'refunding'> {
  try {
    return await closeOpenOrder(ctx, orderId, closing)
  } catch (error) {
    if (error instanceof PayError) throw new ApiError(Code.Fail, '支付渠道暂时无法确认该订单是否已付款，请稍后再试')
    throw error
  }
}

const closeReasonLimit = 190

/** The learner whom staff mean; never themselves. */
async function getOther(
  ctx: CallContext,
  who: { userId?: number | undefined; phone?: string | undefined },
  session: Session,
  doing: string,
): Promise<number> {
  const userId = await findBuyer(ctx.db, who)
  refuseOneself(session, userId, doing)
  return userId
}

export const staffOrderHandlers: Handlers<typeof staffOrderApi> = {
  async list(ctx, { pageNum, pageSize, ...filter }) {
    const page = { pageNum, pageSize }
    const { rows, total } = await listAllOrders(ctx.db, filter, page)
    const [orders, names] = await Promise.all([
      viewOrders(ctx.db, rows, ctx.clock.now()),
      nicknamesOf(
        ctx.db,
        rows.map(({ userId }) => userId),
      ),
    ])
    return toPage(
      orders.map((order, index) => ({
        ...order,
        userId: rows[index]?.userId ?? 0,
        buyer: names.get(rows[index]?.userId ?? 0) ?? '',
      })),
      total,
      page,
    )
  },

  async create(ctx, { productId, scheduleId, paid, tradeNo, note, clientToken, ...who }, session) {
    const userId = await getOther(ctx, who, session, '给自己下单')
    const trx = ctx.db as DatabaseTransaction
    const now = new Date(ctx.clock.now())
    const opened = await openFor(ctx, {
      userId,
      productId,
      scheduleId,
      channel: PayChannel.onBehalf,
      createdBy: session.userId,
      clientToken,
      now: now.getTime(),
    })
    if (!opened.isNew) {
      ctx.acts.unchanged()
      return { orderNo: opened.sn, status: await statusOf(ctx.db, opened.id) }
    }
    const paidFen = paid === undefined || opened.payAmountFen === 0 ? 0 : toFen(paid)
    if (paidFen > 0)
      await refuseAboveDay(trx, ctx, session, {
        right: 'order.create',
        mostFen: ceilingOf(ctx, session, 'offlineDayFen'),
        worthFen: paidFen,
        doing: '线下收款',
      })
    if (opened.payAmountFen === 0) await settleNothing(trx, { orderId: opened.id, now })
    else if (paidFen > 0)
      await settleOffline(trx, {
        orderId: opened.id,
        amountFen: paidFen,
        tradeNo: tradeNo || null,
        staffId: session.userId,
        note,
        now,
      })
    const status = await statusOf(ctx.db, opened.id)
    const detail = { userId, productId, paid: paid ?? null, tradeNo: tradeNo ?? null, note }
    await ctx.acts.record(trx, {
      action: 'order.create',
      subject: 'order',
      subjectId: opened.sn,
      detail,
      after: { status, payAmountFen: opened.payAmountFen },
      worthFen: paidFen,
    })
    return { orderNo: opened.sn, status }
  },

  async inject(ctx, { productId, scheduleId, note, clientToken, ...who }, session) {
    const userId = await getOther(ctx, who, session, '给自己赠送课程')
    const trx = ctx.db as DatabaseTransaction
    const now = ctx.clock.now()
    const opened = await openFor(ctx, {
      userId,
      productId,
      scheduleId,
      channel: PayChannel.adminInject,
      createdBy: session.userId,
      clientToken,
      isGift: true,
      now,
    })
    if (!opened.isNew) {
      ctx.acts.unchanged()
      return { orderNo: opened.sn, status: await statusOf(ctx.db, opened.id) }
    }
    const worthFen = await priceOf(trx, productId)
    await refuseAboveDay(trx, ctx, session, {
      right: 'order.gift',
      mostFen: ceilingOf(ctx, session, 'giftDayFen'),
      worthFen,
      doing: '赠送课程',
    })
    await settleNothing(trx, { orderId: opened.id, now: new Date(now) })
    const status = await statusOf(ctx.db, opened.id)
    await ctx.acts.record(trx, {
      action: 'order.inject',
      subject: 'order',
      subjectId: opened.sn,
      detail: { userId, productId, note },
      after: { status },
      worthFen,
    })
    return { orderNo: opened.sn, status }
  },

  async close(ctx, { orderNo, note }, session) {
    const order = await findAnyOrder(ctx.db, orderNo)
    refuseOneself(session, order.userId, '关闭自己的订单')
    const act = { action: 'order.close', subject: 'order', subjectId: orderNo, detail: { note } }
    const outcome = await closeSurely(ctx, order.id, {
      cancelling: {
        actor: 'staff',
        actorId: session.userId,
        note,
        onCancelled: (trx) =>
          ctx.acts.record(trx, {
            ...act,
            before: { status: OrderStatus.waitPayment },
            after: { status: OrderStatus.cancel },
          }),
      },
      refund: {
        reason: `订单已关闭：${[...note].slice(0, closeReasonLimit).join('')}`,
        asker: 'staff',
        staffId: session.userId,
        onWritten: (trx, written) =>
          ctx.acts.record(trx, {
            ...act,
            before: { status: OrderStatus.partlyPaid },
            after: { request: written.id, ...stateOf(written) },
          }),
      },
      // whoever may decide about refunds does so in the same step
      waitsForDecision: !hasRight(session, 'refund.decide'),
    })
    if (outcome === 'paid') throw new ApiError(Code.Fail, '订单已经支付，没有关闭')
    if (outcome === 'over' && order.status !== OrderStatus.cancel)
      throw new ApiError(Code.Fail, '只有未付清的订单可以关闭')
    if (outcome === 'over') ctx.acts.unchanged()
    return true
  },

  ...staffRefundHandlers,
  ...staffMoneyHandlers,
  couponCreate,
}
