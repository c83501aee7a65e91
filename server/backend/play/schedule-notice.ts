import { sql } from 'kysely'
import type { Session } from '#server/backend/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'

/** What is said to those of a class. */
export interface ScheduleNotice {
  notice: string | null
  wxQrCode: string | null
}

/** The notice of a schedule, for everybody; the code of its group for those who are enrolled, and staff. Undefined when there is no such schedule. */
export async function findScheduleNotice(db: Database, scheduleId: number, session: Session, now: Date): Promise<ScheduleNotice | undefined> {
  const { rows } = await sql<ScheduleNotice>`
    select k.notice, case when ${session.isStaff} or exists (
      select 1 from enrolments e where e.user_id = ${session.userId} and e.product_id = k.product_id and e.status = 1 and (e.end_at is null or e.end_at > ${now})
        and (e.schedule_id is null or e.schedule_id = k.id)) then k.wechat_qr end as wx_qr_code
    from class_schedules k where k.id = ${scheduleId} and k.status <> 3`.execute(db)
  return rows[0]
}
