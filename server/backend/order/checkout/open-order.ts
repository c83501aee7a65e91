import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { lockHeldDeposit } from '#server/backend/order/deposit/deposit-store.ts'
import { findEnrolment } from '#server/backend/order/enrolment/enrol-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderKind, type PayChannel } from '#shared/contract/enums.ts'
import { findOpenOrder, insertLines, insertOrder, type OpenOrder } from './insert-order-store.ts'
import { planLines } from './order-lines.ts'
import { newOrderNumber } from './order-number.ts'
import { chooseSchedule, noSeat, refuseOffSale } from './order-product.ts'
import { freeSeat, getOrderProduct, type OrderProduct, takeSeat } from './order-product-store.ts'
import { priceOrder } from './price.ts'
import { repriceOrder } from './reprice.ts'
import { deleteOrder, getOrder } from './open-order-store.ts'

/** What opening an order needs: `db` is the transaction. */
export type OpeningContext = Pick<BackendContext, 'config'> & { readonly db: Database }

/** A learner's request to buy a product. Prices aren't part of it: they are looked up. */
export interface OrderInput {
  readonly userId: number
  readonly productId: number
  readonly scheduleId?: number | undefined
  readonly channel: PayChannel
  /** The member of staff who makes it for the learner. */
  readonly createdBy?: number | undefined
  /** The same token again is the same call. */
  readonly clientToken?: string | undefined
  /** Given away: its lines cost nothing. */
  readonly isGift?: boolean | undefined
  /** Epoch ms. */
  readonly now: number
}

/** The order to pay; 'enrolled' when the learner has the product already. */
export type Opening = OpenOrder | 'enrolled'

/** When an order that is made now is closed unless it is paid. */
export function expiryOf(ctx: OpeningContext, now: number): Date {
  return new Date(now + ctx.config.orders.unpaidMinutes * 60_000)
}

/**
 * Opens an order of a product on sale inside the caller's transaction: first the seat of its class, then the order, its
 * lines with what the learner sees now, its timeline; a deposit that the learner holds for it is taken off. The learner's open
 * order of the product is answered instead when there is one, paid in part or not at all, whatever class it is for. Throws code 404 for a product or class that isn't there, code 0 or 4004 in words
 * when it can't be joined; a product that costs nothing has no orders.
 */
export async function openOrder(ctx: OpeningContext, input: OrderInput, nextNumber = newOrderNumber): Promise<Opening> {
  const { db: trx } = ctx
  const { userId, productId, clientToken, now } = input
  const at = new Date(now)
  const product = await getOrderProduct(trx, productId)
  if (await findEnrolment(trx, userId, productId, at)) return 'enrolled'
  const key = { userId, productId, orderKind: OrderKind.product, clientToken }
  const found = await findOpenOrder(trx, key)
  if (found) return found
  refuseOffSale(product)
  if (product.priceFen === 0) throw new ApiError(Code.Fail, '免费课程无需下单')
  const scheduleId = await chooseSchedule(trx, productId, input.scheduleId, now)
  if (scheduleId !== null && !(await takeSeat(trx, scheduleId, now))) {
    // it may be the learner themselves, by another click, who took the last one
    const own = await findOpenOrder(trx, key)
    if (own) return own
    throw noSeat()
  }
  return insertPriced(ctx, { input, product, scheduleId, at }, nextNumber)
}

async function insertPriced(
  ctx: OpeningContext,
  { input, product, scheduleId, at }: { input: OrderInput; product: OrderProduct; scheduleId: number | null; at: Date },
  nextNumber: typeof newOrderNumber,
): Promise<Opening> {
  const { db: trx } = ctx
  const { userId, productId, channel, createdBy, clientToken, now } = input
  const planned = await planLines(trx, { userId, product, scheduleId, now: at })
  const lines = input.isGift ? planned.map((line) => ({ ...line, priceFen: 0 })) : planned
  const price = priceOrder({ lines, couponFen: 0, depositFen: 0 })
  const { amountFen, ownedFen, payAmountFen } = price
  const opened = await insertOrder(
    trx,
    { userId, productId, orderKind: OrderKind.product, clientToken },
    {
      scheduleId,
      payChannel: channel,
      amountFen,
      ownedFen,
      payAmountFen,
      createdBy: createdBy ?? null,
      needsAddress: product.sendsMaterials || lines.some((line) => line.sendsMaterials && !line.owned),
      expireAt: expiryOf(ctx, now),
      createdAt: at,
    },
    { now, nextNumber },
  )
  // the payment of an order before this one may have come while this one waited for it
  const late = opened.isNew && (await findEnrolment(trx, userId, productId, at)) !== undefined
  if (late) await deleteOrder(trx, opened.id)
  if ((late || !opened.isNew) && scheduleId !== null) await freeSeat(trx, scheduleId)
  if (late) return 'enrolled'
  if (!opened.isNew) return opened
  await insertLines(trx, { id: opened.id, lines, price, channel, userId, createdBy, at })
  return input.isGift ? opened : { ...opened, payAmountFen: await useHeldDeposit(trx, opened.id, at) }
}

/** A deposit that the learner holds for the product is taken off beforehand: nobody pays it twice by forgetting it. Answers what is to be paid, in fen. */
async function useHeldDeposit(trx: Database, orderId: number, at: Date): Promise<number> {
  const order = await getOrder(trx, orderId)
  if (order.payAmountFen === 0 || !(await lockHeldDeposit(trx, order, at))) return order.payAmountFen
  return (await repriceOrder(trx, order, at)).payAmountFen
}
