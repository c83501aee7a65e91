import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount } from '#server/backend/db/predicates.ts'
import { EnrolmentStatus } from '#shared/contract/enums.ts'

/** A class can be gone on with for half an hour after its end: whoever is still in it isn't told to go home. */
const settledMs = 30 * 60_000

/** Of a class that was over longer ago nobody is told: the school may have stood still. */
const newsMs = 24 * 3_600_000

interface EndedClass {
  roomId: number
  endedAt: Date
  scheduleId: number
  periodId: number
  title: string
  courseName: string
  /** When the next class of the same schedule begins; null: this was the last. */
  nextAt: Date | null
  /** Its learners, and who came to it from outside, as far as they don't know yet. */
  userIds: number[]
}

/** Classes with homework that were over a while ago, with those who haven't been told. */
export async function listEndedClasses(db: Database, now: Date): Promise<EndedClass[]> {
  const [from, until] = [new Date(now.getTime() - newsMs), new Date(now.getTime() - settledMs)]
  const { rows } = await sql<EndedClass>`
    select r.id as room_id, r.ended_at, s.schedule_id, e.id as period_id, e.title, p.name as course_name,
      (select min(x.begin_at) from schedule_periods x where x.schedule_id = s.schedule_id and x.begin_at > ${now}) as next_at,
      array_agg(u.id order by u.id) as user_ids
    from live_rooms r
    join schedule_periods s on s.id = r.schedule_period_id
    join periods e on e.id = r.period_id and e.has_homework and e.deleted_at is null
    join products p on p.id = e.course_id and p.deleted_at is null
    join users u on ${activeAccount('u')} and (
      exists (select 1 from enrolments n where n.user_id = u.id and n.schedule_id = s.schedule_id and n.status = ${sql.lit(EnrolmentStatus.active)}
        and (n.end_at is null or n.end_at > ${now}))
      or exists (select 1 from room_members m where m.room_id = r.id and m.user_id = u.id and m.watch_sec > 0
        and m.user_type in ('vip', 'freeStudy')))
    where r.deleted_at is null and r.ended_at > ${from} and r.ended_at <= ${until}
      and not exists (select 1 from notify_messages m join user_messages x on x.message_id = m.id and x.user_id = u.id
        where m.ref = 'homework:' || r.id)
    group by r.id, s.id, e.id, p.id order by r.ended_at, r.id`.execute(db)
  return rows
}
