import type { Database } from '#server/backend/db/database.ts'
import { findEnrolled } from '#server/backend/order/enrolment/enrol-store.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { listBundledCourses, type OrderProduct } from './order-product-store.ts'
import { shareOut } from './price.ts'

/** A line of a new order. */
export interface NewLine {
  readonly productId: number
  readonly scheduleId: number | null
  readonly name: string
  readonly coverImg: string | null
  readonly lectureType: number
  readonly priceFen: number
  /** The learner has it already: it isn't sold again. */
  readonly owned: boolean
  readonly sendsMaterials: boolean
}

/**
 * The lines of an order of a product as it is now. A class system has one for each of its courses, over which its price is
 * shared by their own prices; everything else is one line.
 */
export async function planLines(
  db: Database,
  order: { userId: number; product: OrderProduct; scheduleId: number | null; now: Date },
): Promise<NewLine[]> {
  const { userId, product, scheduleId, now } = order
  const courses = product.lectureType === LectureType.classSystem ? await listBundledCourses(db, product.id) : []
  if (courses.length === 0) return [toLine(product, scheduleId, product.priceFen, false)]
  const enrolled = await findEnrolled(
    db,
    userId,
    courses.map((course) => course.id),
    now,
  )
  const prices = shareOut(
    product.priceFen,
    courses.map((course) => course.priceFen),
  )
  return courses.map((course, index) => toLine(course, null, prices[index] ?? 0, enrolled.has(course.id)))
}

function toLine(product: OrderProduct, scheduleId: number | null, priceFen: number, owned: boolean): NewLine {
  const { id: productId, name, coverImg, lectureType, sendsMaterials } = product
  return { productId, scheduleId, name, coverImg, lectureType, priceFen, owned, sendsMaterials }
}
