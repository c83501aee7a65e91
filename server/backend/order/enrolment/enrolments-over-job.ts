import { sql } from 'kysely'
import type { Job } from '#server/backend/context/jobs.ts'
import { EnrolmentStatus, OrderStatus, UseState } from '#shared/contract/enums.ts'

/** Enrolments whose time is over end; an order of which none is left counts as used up. */
export const endEnrolmentsJob: Job = {
  name: 'enrolments.over',
  cron: '*/10 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    return ctx.tx(async (trx) => {
      const ended = await trx
        .updateTable('enrolments')
        .set({ status: EnrolmentStatus.over })
        .where('enrolments.status', '=', EnrolmentStatus.active)
        .where('enrolments.endAt', '<=', now)
        .returning(['enrolments.orderId'])
        .execute()
      const orderIds = [...new Set(ended.flatMap((row) => row.orderId ?? []))].sort((a, b) => a - b)
      if (orderIds.length > 0) {
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
      return ended.length
    })
  },
}
