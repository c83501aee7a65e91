import {
  findOpenOrder,
  insertLines,
  insertOrder,
  type OpenOrder,
} from '#server/backend/order/checkout/insert-order-store.ts'
import { expiryOf, type OpeningContext } from '#server/backend/order/checkout/open-order.ts'
import { chooseSchedule, refuseOffSale } from '#server/backend/order/checkout/order-product.ts'
import { getOrderProduct, type OrderProduct } from '#server/backend/order/checkout/order-product-store.ts'
import { priceOrder } from '#server/backend/order/checkout/price.ts'
import { findEnrolment } from '#server/backend/order/enrolment/enrol-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { OrderKind, type PayChannel } from '#shared/contract/enums.ts'
import { findOffer, type OfferRow } from './deposit-store.ts'
import { takeOffer, holdsDeposit, leaveOffer, insertDepositRow } from './open-deposit-store.ts'

/** A learner's request to pay a deposit for a product. */
export interface DepositInput {
  readonly userId: number
  readonly productId: number
  /** 4 or 5. */
  readonly channel: typeof PayChannel.deposit | typeof PayChannel.activityDeposit
  /** The class that the learner would like; a deposit takes no seat of it. */
  readonly scheduleId?: number | undefined
  readonly clientToken?: string | undefined
  /** Epoch ms. */
  readonly now: number
}

/**
 * Opens an order for a deposit inside the caller's transaction: first one of the offer's stock, then the order, its line,
 * the deposit. The learner's unpaid deposit order of the product is answered instead when there is one. Throws code 404 for
 * a product without an open offer, code 0 or 4004 in words when no deposit can be paid.
 */
export async function openDeposit(ctx: OpeningContext, input: DepositInput): Promise<OpenOrder> {
  const { db: trx } = ctx
  const { userId, productId, channel, clientToken, now } = input
  const at = new Date(now)
  const product = await getOrderProduct(trx, productId)
  const key = { userId, productId, orderKind: OrderKind.deposit, clientToken }
  const found = await findOpenOrder(trx, key)
  if (found) return found
  refuseOffSale(product)
  await refuseNeedless(ctx, input, at)
  const offer = await findOffer(trx, { productId, channel, now: at })
  if (!offer) throw new ApiError(Code.NotFound, '该课程暂不支持定金')
  const scheduleId = input.scheduleId === undefined ? null : await chooseSchedule(trx, productId, input.scheduleId, now)
  if (!(await takeOffer(trx, offer.id, at))) {
    const own = await findOpenOrder(trx, key)
    if (own) return own
    throw new ApiError(Code.Fail, '定金名额已满')
  }
  return insertDeposit(ctx, { input, product, offer, scheduleId, at })
}

/** A learner who has the course, or a deposit for it, needs none. */
async function refuseNeedless({ db }: OpeningContext, { userId, productId }: DepositInput, at: Date): Promise<void> {
  if (await findEnrolment(db, userId, productId, at)) throw new ApiError(Code.Toast, '您已报名该课程')
  const isHeld = await holdsDeposit(db, userId, productId, at)
  if (isHeld) throw new ApiError(Code.Toast, '您已支付该课程的定金')
}

async function insertDeposit(
  ctx: OpeningContext,
  {
    input,
    product,
    offer,
    scheduleId,
    at,
  }: { input: DepositInput; product: OrderProduct; offer: OfferRow; scheduleId: number | null; at: Date },
): Promise<OpenOrder> {
  const { db: trx } = ctx
  const { userId, productId, channel, clientToken, now } = input
  const { name, coverImg, lectureType } = product
  const lines = [
    {
      productId,
      scheduleId,
      name: `${name}（定金）`,
      coverImg,
      lectureType,
      priceFen: offer.amountFen,
      owned: false,
      sendsMaterials: false,
    },
  ]
  const price = priceOrder({ lines, couponFen: 0, depositFen: 0 })
  const opened = await insertOrder(
    trx,
    { userId, productId, orderKind: OrderKind.deposit, clientToken },
    {
      scheduleId,
      payChannel: channel,
      amountFen: price.amountFen,
      payAmountFen: price.payAmountFen,
      createdBy: null,
      expireAt: expiryOf(ctx, now),
      createdAt: at,
    },
    { now },
  )
  if (!opened.isNew) {
    await leaveOffer(trx, offer.id)
    return opened
  }
  // the payment of the order before this one may have come meanwhile
  await refuseNeedless(ctx, input, at)
  await insertLines(trx, { id: opened.id, lines, price, channel, userId, createdBy: undefined, at })
  await insertDepositRow(trx, { orderId: opened.id, offer, userId, productId })
  return opened
}
