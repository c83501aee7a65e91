import { findLessonEntry } from '#server/backend/classroom/lesson/lesson-entry.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { findLiveDeposit, findOffer, toOffer } from '#server/backend/order/deposit/deposit-store.ts'
import { findClassless, findEnrolment } from '#server/backend/order/enrolment/enrol-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { orderApi, Purchase } from '#shared/contract/order.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { toYuan } from '#shared/rules/money.ts'
import { getOrderProduct, listSeats } from './order-product-store.ts'
import { findOwnOrder } from './own-order-store.ts'
import { findPurchase } from './purchase-store.ts'
import { signUp } from './sign-up-handler.ts'

/** What products are to the one who looks at them: seats, deposits, what they have of them already. */
export const productHandlers: Pick<Handlers<typeof orderApi>, 'signUp' | 'purchase' | 'seats' | 'productDetail'> = {
  signUp,

  async purchase(ctx, { productId }, session): Promise<Purchase> {
    const now = new Date(ctx.clock.now())
    const offer = await findOffer(ctx.db, { productId, now })
    const deposit = offer
      ? { channel: offer.channel, amount: toYuan(offer.amountFen), deductAmount: toYuan(offer.deductFen) }
      : null
    if (!session)
      return {
        isSignUp: false,
        isBuy: false,
        openOrderNo: null,
        openOrderPaid: false,
        depositId: null,
        entranceOrderNo: null,
        scheduleId: null,
        needsClass: false,
        deposit,
        way: null,
      }
    const [enrolment, row] = await Promise.all([
      findEnrolment(ctx.db, session.userId, productId, now),
      findPurchase(ctx.db, session.userId, productId, now),
    ])
    const lectureType = row?.lectureType
    return {
      isSignUp: enrolment !== undefined,
      isBuy: row?.isBuy ?? false,
      openOrderNo: row?.openOrderNo ?? null,
      openOrderPaid: row?.openOrderPaid ?? false,
      depositId: row?.depositId ?? null,
      entranceOrderNo: row?.entranceOrderNo ?? null,
      scheduleId: enrolment?.scheduleId ?? null,
      needsClass:
        enrolment !== undefined && (await findClassless(ctx.db, session.userId, productId, now)) !== undefined,
      deposit,
      way: lectureType == null ? null : await findLessonEntry(ctx.db, { id: productId, lectureType }, session, now),
    }
  },

  async seats(ctx, { courseId }) {
    return listSeats(ctx.db, courseId, ctx.clock.now())
  },

  async productDetail(ctx, { productId, productType, orderNo }, session) {
    const now = ctx.clock.now()
    const id = orderNo === undefined ? productId : (await findOwnOrder(ctx.db, session.userId, orderNo)).productId
    if (id === undefined) throw new ApiError(Code.NotFound)
    const product = await getOrderProduct(ctx.db, id)
    if (productType !== undefined && productType !== product.lectureType) throw new ApiError(Code.NotFound)
    const at = new Date(now)
    const [schedules, offer, own] = await Promise.all([
      listSeats(ctx.db, id, now),
      findOffer(ctx.db, { productId: id, now: at }),
      findLiveDeposit(ctx.db, session.userId, id, at),
    ])
    return {
      id: product.id,
      name: product.name,
      coverImg: product.coverImg ?? '',
      lectureType: product.lectureType,
      price: toYuan(product.priceFen),
      originPrice: product.originPriceFen === null ? null : toYuan(product.originPriceFen),
      url: detailUrl(product.lectureType, product.id),
      sendsMaterials: product.sendsMaterials,
      schedules,
      depositInfo: offer ? toOffer(offer, product, own) : null,
    }
  },
}
