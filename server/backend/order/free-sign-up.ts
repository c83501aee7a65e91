import type { BackendContext } from '#server/backend/backend-context.ts'
import { EnrolmentSource, enrol, findEnrolment } from '#server/backend/enrolment/enrol.ts'
import { countStudy } from '#server/backend/enrolment/study-count.ts'
import { chooseSchedule, noSeat, type OrderProduct, refuseOffSale, takeSeat } from './order-product.ts'

/**
 * Signs a learner up for a product that costs nothing, seat and enrolment together; nothing happens when they are enrolled
 * already. Throws as `chooseSchedule` does, and code 0 when there is no seat.
 */
export async function signUpFree(ctx: BackendContext, wish: { userId: number; product: OrderProduct; scheduleId: number | undefined }): Promise<void> {
  const { userId, product } = wish
  const now = ctx.clock.now()
  const at = new Date(now)
  const isNew = await ctx.tx(async (trx) => {
    // one sign-up of a learner at a time: the same product could be asked for with two classes at once
    await trx.selectFrom('users').select('users.id').where('users.id', '=', userId).forNoKeyUpdate().execute()
    if (await findEnrolment(trx, userId, product.id, at)) return false
    refuseOffSale(product)
    const scheduleId = await chooseSchedule(trx, product.id, wish.scheduleId, now)
    if (scheduleId !== null && !(await takeSeat(trx, scheduleId, now))) throw noSeat()
    return enrol(trx, { userId, productId: product.id, scheduleId, orderId: null, orderItemId: null, source: EnrolmentSource.free, now: at, serviceDays: product.serviceDays })
  })
  if (isNew) countStudy(ctx, [product.id])
}
