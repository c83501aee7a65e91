import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ProductStatus, ScheduleStatus } from '#shared/contract/enums.ts'
import { type OrderProduct, openSchedules, findSchedule, hasSchedule } from './order-product-store.ts'

/** Throws when the product is sold no more. */
export function refuseOffSale(product: OrderProduct): void {
  if (product.status !== ProductStatus.onSale) throw new ApiError(Code.Fail, '课程已下架，暂不能报名')
}

/**
 * The class that a learner signs up for: the asked one, which must be this product's; without one the only open class.
 * Null for a product without classes. Throws code 0 in words when there is none to join, and 4004 when one must be chosen.
 */
export async function chooseSchedule(
  db: Database,
  productId: number,
  asked: number | undefined,
  now: number,
): Promise<number | null> {
  if (asked !== undefined) {
    const schedule = await findSchedule(db, asked, productId)
    if (!schedule) throw new ApiError(Code.NotFound, '班期不存在')
    if (schedule.status !== ScheduleStatus.open) throw new ApiError(Code.Fail, '该班期已停止报名')
    if (schedule.endDate < shanghaiDay(now)) throw new ApiError(Code.Fail, '该班期已结束')
    return schedule.id
  }
  const [first, second] = await openSchedules(db, productId, now).orderBy('classSchedules.beginDate').limit(2).execute()
  if (second) throw new ApiError(Code.Toast, '请先选择班期')
  if (first) return first.id
  const any = await hasSchedule(db, productId)
  if (any) throw new ApiError(Code.Fail, '暂无可报名的班期')
  return null
}

/** The error of a class whose seats are taken. */
export function noSeat(): ApiError {
  return new ApiError(Code.Fail, '名额已满')
}
