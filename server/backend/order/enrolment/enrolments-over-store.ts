import { sql } from 'kysely'
import { EnrolmentStatus, OrderStatus, UseState } from '#shared/contract/enums.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'

/** Ends the enrolments whose time is over; answers their orders. */
export function endEnrolments(trx: DatabaseTransaction, now: Date): Promise<{ orderId: number | null }[]> {
  return trx
    .updateTable('enrolments')
    .set({ status: EnrolmentStatus.over })
    .where('enrolments.status', '=', EnrolmentStatus.active)
    .where('enrolments.endAt', '<=', now)
    .returning(['enrolments.orderId'])
    .execute()
}

/** Orders of which no enrolment is left are used up. */
export async function markUsedUp(trx: DatabaseTransaction, orderIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ useState: UseState.over })
    .where('orders.id', 'in', orderIds)
    .where('orders.status', 'in', [OrderStatus.allPaid, OrderStatus.partRefund])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('enrolments')
            .select(sql.lit(1).as('one'))
            .whereRef('enrolments.orderId', '=', 'orders.id')
            .where('enrolments.status', '=', EnrolmentStatus.active),
        ),
      ),
    )
    .execute()
}
