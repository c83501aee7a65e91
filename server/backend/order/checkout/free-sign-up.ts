import { lockLearner } from './learner-lock-store.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { enrol, findEnrolment } from '#server/backend/order/enrolment/enrol-store.ts'
import { countStudy } from '#server/backend/order/enrolment/study-count.ts'
import { EnrolmentSource, LectureType } from '#shared/contract/enums.ts'
import { chooseSchedule, noSeat, refuseOffSale } from './order-product.ts'
import { listBundledCourses, type OrderProduct, takeSeat } from './order-product-store.ts'

/**
 * Signs a learner up for a product that costs nothing, seat and enrolment together, with the courses of a class system;
 * nothing happens when they are enrolled already. Throws as `chooseSchedule` does, and code 0 when there is no seat.
 */
export async function signUpFree(
  ctx: BackendContext,
  input: { userId: number; product: OrderProduct; scheduleId: number | undefined },
): Promise<void> {
  const { userId, product } = input
  const now = ctx.clock.now()
  const at = new Date(now)
  const enrolled = await ctx.tx(async (trx) => {
    // one sign-up of a learner at a time: the same product could be asked for with two classes at once
    await lockLearner(trx, userId)
    if (await findEnrolment(trx, userId, product.id, at)) return []
    refuseOffSale(product)
    const scheduleId = await chooseSchedule(trx, product.id, input.scheduleId, now)
    if (scheduleId !== null && !(await takeSeat(trx, scheduleId, now))) throw noSeat()
    const courses = product.lectureType === LectureType.classSystem ? await listBundledCourses(trx, product.id) : []
    const isNew: number[] = []
    for (const { id: productId } of [product, ...courses]) {
      const values = {
        userId,
        productId,
        orderId: null,
        orderItemId: null,
        source: EnrolmentSource.free,
        now: at,
        serviceDays: product.serviceDays,
      }
      if (await enrol(trx, { ...values, scheduleId: productId === product.id ? scheduleId : null }))
        isNew.push(productId)
    }
    return isNew
  })
  if (enrolled.length > 0) countStudy(ctx, enrolled)
}
