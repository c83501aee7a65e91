import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { EnrolmentStatus, ScheduleStatus } from '#shared/contract/enums.ts'

/** SQL: whether the class that an order's course was learned in was called off by the school. */
export function calledOff(orderId: RawBuilder<unknown>, productId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select 1 from enrolments n join class_schedules k on k.id = n.schedule_id and k.status = ${sql.lit(ScheduleStatus.cancelled)}
    where n.order_id = ${orderId} and n.product_id = ${productId} and n.status = ${sql.lit(EnrolmentStatus.active)})`
}

/** The courses of an order whose classes were called off. */
export async function listCalledOffCourses(db: Database, orderId: number): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ productId: number }>`
    select i.product_id from order_items i where i.order_id = ${orderId} and ${calledOff(sql`i.order_id`, sql`i.product_id`)}`.execute(
    db,
  )
  return new Set(rows.map(({ productId }) => productId))
}
