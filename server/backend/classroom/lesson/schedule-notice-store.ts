import { sql } from 'kysely'
import { isOfScheduleStaff } from '#server/backend/classroom/room/schedule-staff-store.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled, notCancelled } from '#server/backend/db/predicates.ts'
import { sharedRead } from '#server/backend/db/shared-read.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'

/** What is said to those of a class. */
export interface ScheduleNotice {
  notice: string | null
  wxQrCode: string | null
  qqGroup: string | null
}

/** The key of `site_configs` under which the numbers of classes' QQ groups stand, by the schedule's id. */
const qqGroupsKey = 'qqGroups'

const selectNotice = sql`
  select k.notice, k.wechat_qr as wx_qr_code,
    (select c.value ->> k.id::text from site_configs c where c.config_key = ${qqGroupsKey}) as qq_group
  from class_schedules k`

export async function findQqGroup(db: Database, scheduleId: number): Promise<string | null> {
  const { rows } = await sql<{
    number: string | null
  }>`select c.value ->> ${String(scheduleId)}::text as number from site_configs c where c.config_key = ${qqGroupsKey}`.execute(
    db,
  )
  return rows[0]?.number ?? null
}

/** The number of a class's QQ group; null: none, or none any more. */
export async function setQqGroup(trx: Database, scheduleId: number, group: string | null, now: Date): Promise<void> {
  const key = String(scheduleId)
  await sql`
    insert into site_configs as c (config_key, value, is_public, updated_at) values (${qqGroupsKey}, jsonb_strip_nulls(jsonb_build_object(${key}::text, ${group}::text)), false, ${now})
    on conflict (config_key) do update set value = jsonb_strip_nulls(c.value || jsonb_build_object(${key}::text, ${group}::text)), updated_at = ${now}`.execute(
    trx,
  )
}

/** The notice and the groups of a class for somebody who is known to be of it, or of its staff. */
export async function readScheduleNotice(db: Database, scheduleId: number): Promise<ScheduleNotice | undefined> {
  return sharedRead(db, `notice of schedule ${scheduleId}`, async () => {
    const { rows } =
      await sql<ScheduleNotice>`${selectNotice} where k.id = ${scheduleId} and ${notCancelled('k')}`.execute(db)
    return rows[0]
  })
}

/**
 * The notice and the groups of a class, for those who are enrolled in it, its staff and the education office; undefined for
 * others, as when there is no such class.
 */
export async function findScheduleNotice(
  db: Database,
  scheduleId: number,
  session: Session,
  now: Date,
): Promise<ScheduleNotice | undefined> {
  const user = sql`${session.userId}::bigint`
  const isStaff = isOfScheduleStaff(user, { scheduleId: sql`k.id`, teacherId: sql`k.teacher_id` })
  const { rows } = await sql<ScheduleNotice>`${selectNotice}
    where k.id = ${scheduleId} and ${notCancelled('k')} and (${hasRight(session, 'class.groups')}::boolean or ${isStaff}
      or exists (select 1 from teachers t join schedule_periods s on s.schedule_id = k.id and s.teacher_id = t.id where t.user_id = ${user})
      or exists (select 1 from enrolments e where e.user_id = ${user} and e.product_id = k.product_id and ${enrolled('e', now)}
        and e.schedule_id = k.id))`.execute(db)
  return rows[0]
}
