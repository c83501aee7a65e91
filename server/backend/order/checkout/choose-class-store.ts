import { EnrolmentStatus } from '#shared/contract/enums.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'

/** Puts an enrolment without a class into one; false when it has one already, or is over. */
export async function giveClass(trx: DatabaseTransaction, scheduleId: number, enrolmentId: number): Promise<boolean> {
  const row = await trx
    .updateTable('enrolments')
    .set({ scheduleId })
    .where('enrolments.id', '=', enrolmentId)
    .where('enrolments.status', '=', EnrolmentStatus.active)
    .where('enrolments.scheduleId', 'is', null)
    .returning('enrolments.id')
    .executeTakeFirst()
  return row !== undefined
}
