import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount, notCancelled } from '#server/backend/db/predicates.ts'
import { EnrolmentStatus, PeriodKind } from '#shared/contract/enums.ts'

/** Ids of users and until when it is theirs (null: always), of the class at `s`, whose schedule is `k` and whose product is `p`. */
export const people = {
  enrolled: sql`select x.user_id, x.end_at from enrolments x where x.schedule_id = k.id and x.product_id = p.id and x.status = ${sql.lit(EnrolmentStatus.active)}`,
  asked: sql`select x.user_id, null::timestamptz as end_at from class_reminders x where x.schedule_period_id = s.id`,
} as const

/** Whom a reminder is for, and by when. */
export interface ReminderScope {
  /** Before the class. */
  readonly aheadMs: number
  /** At the end of the message's name, which makes it happen once for each time at which the class begins. */
  readonly suffix: string
  readonly people: keyof typeof people
}

/** A class that begins soon. */
export interface ComingClass {
  id: number
  beginAt: Date
  scheduleId: number
  periodId: number
  kind: PeriodKind
  title: string
  courseName: string
  /** Those whom it is for and who haven't been told yet. */
  userIds: number[]
}

/** Classes that begin soon, with the people who don't know yet. */
export async function listComing(
  db: Database,
  { aheadMs, suffix, people: whom }: ReminderScope,
  now: Date,
): Promise<ComingClass[]> {
  const { rows } = await sql<ComingClass>`
    select s.id, s.begin_at, s.schedule_id, s.period_id, e.kind, e.title, p.name as course_name, array_agg(n.user_id order by n.user_id) as user_ids
    from schedule_periods s
    join class_schedules k on k.id = s.schedule_id and ${notCancelled('k')}
    join periods e on e.id = s.period_id and e.deleted_at is null and e.kind <> ${sql.lit(PeriodKind.video)}
    join products p on p.id = k.product_id and p.deleted_at is null
    join lateral (${people[whom]}) n on n.end_at is null or n.end_at > s.begin_at
    join users u on u.id = n.user_id and ${activeAccount('u')}
    where s.begin_at > ${now} and s.begin_at <= ${new Date(now.getTime() + aheadMs)}
      and not exists (select 1 from notify_messages m join user_messages x on x.message_id = m.id and x.user_id = n.user_id
        where m.ref = 'class:' || s.id || ':' || (extract(epoch from s.begin_at) * 1000)::bigint || ${suffix}::text)
    group by s.id, e.id, p.id order by s.begin_at, s.id`.execute(db)
  return rows
}
