import { lockLearner } from './learner-lock-store.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { findClassless } from '#server/backend/order/enrolment/enrol-store.ts'
import { moveWorkToClass } from '#server/backend/order/enrolment/class-work-store.ts'
import { chooseSchedule, noSeat } from './order-product.ts'
import { type OrderProduct, takeSeat } from './order-product-store.ts'
import { giveClass } from './choose-class-store.ts'

/**
 * Gives a learner who has a course without a class of it — it came with a class system — the asked class and a seat there;
 * false when there is no such enrolment, and for good once a class was chosen. Throws as `chooseSchedule` does, and code 0
 * when there is no seat.
 */
export async function chooseClass(
  ctx: BackendContext,
  input: { userId: number; product: OrderProduct; scheduleId: number },
): Promise<boolean> {
  const { userId, product } = input
  const now = ctx.clock.now()
  if (!(await findClassless(ctx.db, userId, product.id, new Date(now)))) return false
  return ctx.tx(async (trx) => {
    // as for a free sign-up: one choice of a learner at a time
    await lockLearner(trx, userId)
    const enrolmentId = await findClassless(trx, userId, product.id, new Date(now))
    if (enrolmentId === undefined) return false
    const scheduleId = await chooseSchedule(trx, product.id, input.scheduleId, now)
    if (scheduleId === null || !(await takeSeat(trx, scheduleId, now))) throw noSeat()
    const given = await giveClass(trx, scheduleId, enrolmentId)
    // a refund took the course meanwhile: the seat goes back with the transaction
    if (!given) throw noSeat()
    await moveWorkToClass(trx, { userId, courseId: product.id, scheduleId })
    return true
  })
}
