import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { ClassClash } from '#shared/contract/my-course.ts'
import { listClassTimes } from './class-time-store.ts'
import { notCancelled } from '#server/backend/db/predicates.ts'

/** So many are told; more than a few say the same. */
const mostTold = 5

interface Planned {
  title: string
  beginAt: Date
  endAt: Date
}

/** Classes of a schedule that aren't over; none of one that is called off, or that nobody knows. */
async function listPlanned(db: Database, scheduleId: number, now: Date): Promise<Planned[]> {
  const { rows } = await sql<Planned>`
    select e.title, s.begin_at, s.end_at from schedule_periods s
    join class_schedules k on k.id = s.schedule_id and ${notCancelled('k')}
    join periods e on e.id = s.period_id and e.deleted_at is null
    where s.schedule_id = ${scheduleId} and s.end_at > ${now} order by s.begin_at, s.id`.execute(db)
  return rows
}

/** Classes of a schedule that are at the same time as somebody's own of another one, the soonest first. */
export async function findClashes(
  db: Database,
  userId: number,
  scheduleId: number,
  now: Date,
): Promise<{ records: ClassClash[]; total: number }> {
  const planned = await listPlanned(db, scheduleId, now)
  const end = Math.max(...planned.map(({ endAt }) => endAt.getTime()))
  if (planned.length === 0) return { records: [], total: 0 }
  const own = await listClassTimes(db, userId, { from: now, to: new Date(end), by: 'lasts' }, { now })
  const others = own.filter((one) => one.scheduleId !== scheduleId && one.endedAt === null)
  const clashes = planned.flatMap(({ title, beginAt, endAt }): ClassClash[] => {
    const other = others.find((one) => one.beginAt < endAt && one.endAt > beginAt)
    if (!other) return []
    return [
      {
        title,
        begDate: beginAt.getTime(),
        endDate: endAt.getTime(),
        own: {
          title: other.title,
          courseName: other.courseName,
          begDate: other.beginAt.getTime(),
          endDate: other.endAt.getTime(),
        },
      },
    ]
  })
  return { records: clashes.slice(0, mostTold), total: clashes.length }
}
