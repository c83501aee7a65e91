import { sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { insertRows } from '#server/backend/db/insert-rows.ts'
import { classNotes, filmNotes, type SeedNote } from './data/learner-notes.ts'
import type { Desk } from './learner-class.ts'

interface Watched {
  readonly title: string
  readonly courseId: number
  readonly periodId: number
  readonly scheduleId: number | null
  readonly positionSec: number
  readonly lastAt: Date
  /** The room of the learner's class, of a lesson that was held. */
  readonly roomId: number | null
  readonly begunAt: Date | null
}

/** Lessons that the learner has watched or been to. */
async function listWatched(trx: DatabaseTransaction, userId: number): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select e.title, e.course_id, w.period_id, w.schedule_id, w.position_sec, w.last_at, r.id as room_id, r.started_at as begun_at
    from learn_progress w join periods e on e.id = w.period_id
    left join schedule_periods s on s.schedule_id = w.schedule_id and s.period_id = w.period_id
    left join live_rooms r on r.schedule_period_id = s.id
    where w.user_id = ${userId}`.execute(trx)
  return rows
}

/** A note as it is kept; none of a lesson, or of a second of it, that the learner hasn't seen. */
function toNote(userId: number, { second, text }: SeedNote, watched: Watched | undefined, inClass: boolean) {
  if (!watched || second > watched.positionSec || (watched.roomId !== null) !== inClass) return []
  const { courseId, periodId, scheduleId, roomId, begunAt, lastAt } = watched
  const moment = inClass && begunAt ? new Date(begunAt.getTime() + second * 1000) : null
  const at = moment ?? lastAt
  const kept = { userId, courseId, periodId, scheduleId, roomId, moment, placeSec: second, text }
  return [{ ...kept, clientKey: `seed-${periodId}-${second}`, createdAt: at, updatedAt: at }]
}

/** What the demo's learner wrote down at films and in classes that they have seen. */
export async function placeNotes(trx: DatabaseTransaction, { userId }: Desk): Promise<void> {
  const byTitle = new Map((await listWatched(trx, userId)).map((watched) => [watched.title, watched]))
  const notes = [
    ...filmNotes.flatMap((note) => toNote(userId, note, byTitle.get(note.lesson), false)),
    ...classNotes.flatMap((note) => toNote(userId, note, byTitle.get(note.lesson), true)),
  ].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const counts = new Map<number, number>()
  for (const { courseId } of notes) counts.set(courseId, (counts.get(courseId) ?? 0) + 1)
  await insertRows(trx, 'lessonNotes', notes)
  await insertRows(
    trx,
    'noteCourses',
    [...counts].map(([courseId, many]) => ({ userId, courseId, notes: many })),
  )
}
