import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { settlePayment } from '#server/backend/order/payment/settle.ts'
import type { SettleOutcome } from '#server/backend/order/payment/settle-store.ts'
import { registerLearner } from './backend-accounts.ts'
import { buildProduct } from './backend-factories.ts'
import type { TestBackend } from './backend-harness.ts'

let count = 0

export interface LineValues {
  readonly productId?: number
  readonly priceFen: number
  readonly couponFen?: number
  readonly depositFen?: number
  /** Had before. */
  readonly owned?: boolean
}

export interface OrderValues {
  readonly userId?: number
  /** Of a bundle; else the line's product. */
  readonly productId?: number
  readonly scheduleId?: number
  readonly orderKind?: 1 | 2
  readonly lines: readonly LineValues[]
  readonly values?: Partial<Insertable<Tables['orders']>>
}

export interface BuiltOrder {
  readonly id: number
  readonly sn: string
  readonly userId: number
  readonly productId: number
  readonly payAmountFen: number
  readonly itemIds: readonly number[]
  readonly productIds: readonly number[]
}

/** An unpaid order as it stands after its opening, whatever the price rules say of it. */
export async function buildOrder(
  backend: TestBackend,
  { userId, productId, scheduleId, orderKind = 1, lines, values = {} }: OrderValues,
): Promise<BuiltOrder> {
  const { db } = backend.database
  const now = new Date(backend.clock.now())
  const productIds = await Promise.all(
    lines.map((line) => line.productId ?? buildProduct(backend.database, { priceFen: line.priceFen })),
  )
  const sum = (of: (line: LineValues) => number): number => lines.reduce((total, line) => total + of(line), 0)
  const fens = {
    amountFen: sum((line) => line.priceFen),
    ownedFen: sum((line) => (line.owned ? line.priceFen : 0)),
    couponFen: sum((line) => line.couponFen ?? 0),
    depositFen: sum((line) => line.depositFen ?? 0),
  }
  const payAmountFen = fens.amountFen - fens.ownedFen - fens.couponFen - fens.depositFen
  const order = await db
    .insertInto('orders')
    .values({
      sn: `20260311${String(++count).padStart(10, '0')}`,
      userId: userId ?? (await registerLearner(backend)).userId,
      orderKind,
      productId: productId ?? productIds[0] ?? 0,
      scheduleId: scheduleId ?? null,
      ...fens,
      payAmountFen,
      expireAt: new Date(now.getTime() + 1_800_000),
      createdAt: now,
      ...values,
    })
    .returning(['orders.id', 'orders.sn', 'orders.userId', 'orders.productId'])
    .executeTakeFirstOrThrow()
  const items = await db
    .insertInto('orderItems')
    .values(
      lines.map((line, index) => ({
        orderId: order.id,
        lineNo: index + 1,
        productId: productIds[index] ?? 0,
        name: `课程${index + 1}`,
        lectureType: 3,
        state: line.owned ? 3 : 1,
        priceFen: line.priceFen,
        ownedFen: line.owned ? line.priceFen : 0,
        couponFen: line.couponFen ?? 0,
        depositFen: line.depositFen ?? 0,
      })),
    )
    .returning('orderItems.id')
    .execute()
  return { ...order, payAmountFen, itemIds: items.map((item) => item.id), productIds }
}

/** A class of a product; answers its key. */
export async function buildSchedule(
  backend: TestBackend,
  productId: number,
  values: Partial<Insertable<Tables['classSchedules']>> = {},
): Promise<number> {
  const row = await backend.database.db
    .insertInto('classSchedules')
    .values({ productId, name: '一班', beginDate: '2026-04-01', endDate: '2026-07-01', ...values })
    .returning('classSchedules.id')
    .executeTakeFirstOrThrow()
  return row.id
}

export type BuiltPayment = Selectable<Tables['payments']>

/** A payment that waits at the provider for what is still to be paid, or for another amount. */
export async function buildPayment(
  backend: TestBackend,
  order: BuiltOrder,
  values: Partial<Insertable<Tables['payments']>> = {},
): Promise<BuiltPayment> {
  const now = new Date(backend.clock.now())
  return backend.database.db
    .insertInto('payments')
    .values({
      orderId: order.id,
      outTradeNo: `T${order.sn}-${++count}`,
      payType: 'wechat',
      provider: 'embedded',
      amountFen: order.payAmountFen,
      createdAt: now,
      expireAt: new Date(now.getTime() + 1_800_000),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The provider says that a payment was paid: each time with a notification of its own unless one is named. */
export function notifyPaid(
  backend: TestBackend,
  payment: BuiltPayment,
  { notifyId = `n${++count}`, ...over }: { notifyId?: string; amountFen?: number; tradeNo?: string } = {},
): Promise<SettleOutcome> {
  return settlePayment(backend.context, {
    provider: payment.provider,
    notifyId,
    outTradeNo: payment.outTradeNo,
    tradeNo: `trade-${payment.id}`,
    amountFen: payment.amountFen,
    paidAt: new Date(backend.clock.now()),
    raw: {},
    ...over,
  })
}

/** An order, paid in full at the provider. */
export async function buildPaidOrder(backend: TestBackend, values: OrderValues): Promise<BuiltOrder> {
  const order = await buildOrder(backend, values)
  await notifyPaid(backend, await buildPayment(backend, order))
  return order
}

/** A used or unused coupon of a learner; `orderId` locks it for that order. */
export async function buildUserCoupon(
  backend: TestBackend,
  userId: number,
  {
    orderId,
    validUntil = new Date(backend.clock.now() + 30 * 86_400_000),
  }: { orderId?: number; validUntil?: Date } = {},
): Promise<number> {
  const now = new Date(backend.clock.now())
  const { db } = backend.database
  const coupon = await db
    .insertInto('coupons')
    .values({
      name: '新人券',
      kind: 2,
      amountFen: 1000,
      claimBeginAt: now,
      claimEndAt: new Date(now.getTime() + 86_400_000),
      validDays: 30,
      createdAt: now,
    })
    .returning('coupons.id')
    .executeTakeFirstOrThrow()
  const row = await db
    .insertInto('userCoupons')
    .values({
      couponId: coupon.id,
      userId,
      claimNo: 1,
      state: orderId === undefined ? 1 : 2,
      orderId: orderId ?? null,
      claimedAt: now,
      validUntil,
    })
    .returning('userCoupons.id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** A deposit order that waits for payment, with its deposit; the deposit's key. */
export async function buildDepositOrder(
  backend: TestBackend,
  userId: number,
  productId: number,
  { amountFen = 10_000, deductFen = 15_000, refundable = true } = {},
): Promise<{ order: BuiltOrder; depositId: number }> {
  const now = new Date(backend.clock.now())
  const { db } = backend.database
  const offer = await db
    .insertInto('depositOffers')
    .values({
      productId,
      channel: 4,
      name: '定金',
      amountFen,
      deductFen,
      beginAt: now,
      endAt: new Date(now.getTime() + 86_400_000),
      refundable,
    })
    .returning('depositOffers.id')
    .executeTakeFirstOrThrow()
  const order = await buildOrder(backend, {
    userId,
    productId,
    orderKind: 2,
    lines: [{ productId, priceFen: amountFen }],
    values: { payChannel: 4 },
  })
  const deposit = await db
    .insertInto('deposits')
    .values({ orderId: order.id, offerId: offer.id, userId, productId, amountFen, deductFen })
    .returning('deposits.id')
    .executeTakeFirstOrThrow()
  return { order, depositId: deposit.id }
}

/** The ledger's accounts by their balance in fen, without those at 0. */
export async function ledgerBalances(
  backend: TestBackend,
  orderIds: readonly number[],
): Promise<Record<string, number>> {
  const rows = await backend.database.db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'ledgerEntries.transactionId')
    .select((eb) => ['ledgerEntries.account', eb.fn.sum<number>('ledgerEntries.amountFen').as('fen')])
    .where('ledgerTransactions.orderId', 'in', orderIds)
    .groupBy('ledgerEntries.account')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.fen)] as const).filter(([, fen]) => fen !== 0))
}
