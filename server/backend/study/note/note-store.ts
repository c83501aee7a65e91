import { type RawBuilder, sql } from 'kysely'
import { findReplayClocks } from '#server/backend/classroom/recording/find-replay-clocks.ts'
import { roomStatus } from '#server/backend/classroom/room/room-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { Note } from '#shared/contract/note.ts'
import { notesOfLearner, notesOfLesson } from '#shared/rules/note-rules.ts'
import { lessonUrlAt } from '#shared/rules/room-url.ts'
import { notDraft } from '#server/backend/db/predicates.ts'

/** Rows of one piece of an export. */
const exportRows = 500

interface NoteRow {
  id: number
  text: string
  placeSec: number
  moment: Date | null
  createdAt: Date
  updatedAt: Date
  version: number
  courseId: number
  courseName: string
  periodId: number
  periodName: string
  sequenceNo: number
  scheduleId: number | null
  kind: PeriodKind
  /** Whether its lesson stands where learners come to it. */
  isShown: boolean
  roomId: number | null
  beginAt: Date | null
  endAt: Date | null
  startedAt: Date | null
  endedAt: Date | null
  /** The class is held at the time at which the note was written in it: a class that was moved has another replay. */
  isOfThisTime: boolean
}

const columns = sql`n.id, n.text, n.place_sec, n.moment, n.created_at, n.updated_at, n.version, n.course_id, p.name as course_name,
  n.period_id, e.title as period_name, e.sequence_no, n.schedule_id, e.kind,
  (e.deleted_at is null and p.deleted_at is null and ${notDraft('p')}) as is_shown,
  n.room_id, r.begin_at, r.end_at, r.started_at, r.ended_at, coalesce(s.begin_at = r.begin_at, false) as is_of_this_time`

const withLesson = sql`lesson_notes n join periods e on e.id = n.period_id join products p on p.id = n.course_id
  left join live_rooms r on r.id = n.room_id left join schedule_periods s on s.id = r.schedule_period_id`

/** A page of rows is chosen on the index first, and its lessons looked up then. */
async function selectNotes(db: Database, ids: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select ${columns} from ${withLesson} where n.id in (${ids}) order by ${order}`.execute(db)
  return rows
}

function isOver({ beginAt, endAt, startedAt, endedAt }: NoteRow, now: number): boolean {
  return (
    beginAt === null || endAt === null || roomStatus({ beginAt, endAt, startedAt, endedAt }, now) === LiveStatus.ended
  )
}

function urlOf(row: NoteRow, second: number | null): string | null {
  const { kind, isShown, moment, isOfThisTime, periodId, scheduleId } = row
  if (!isShown || kind === PeriodKind.aiLive || (moment !== null && !isOfThisTime)) return null
  return lessonUrlAt(kind, periodId, scheduleId, second)
}

/** Rows as their writer sees them: the second of what was written in a class follows from its recordings, as its chat's does. */
async function toNotes(db: Database, rows: readonly NoteRow[], now: number): Promise<Note[]> {
  const rooms = rows.flatMap((row) => {
    const { roomId, beginAt, endAt, endedAt } = row
    return roomId !== null && beginAt && endAt && isOver(row, now) ? [{ id: roomId, beginAt, endAt, endedAt }] : []
  })
  const clocks = await findReplayClocks(db, rooms)
  return rows.map((row) => {
    const { moment, roomId, placeSec, createdAt, updatedAt } = row
    const clock = roomId === null ? undefined : clocks.get(roomId)
    const second = moment === null ? placeSec : (clock?.nearestSecond(moment.getTime()) ?? null)
    const { id, text, version, courseId, courseName, periodId, periodName, sequenceNo, scheduleId } = row
    return {
      ...{ id, text, second, version, courseId, courseName, periodId, periodName, sequenceNo, scheduleId },
      momentTime: moment?.getTime() ?? null,
      createTime: createdAt.getTime(),
      updateTime: updatedAt.getTime(),
      url: urlOf(row, second),
    }
  })
}

export interface NoteChoice {
  readonly userId: number
  readonly courseId?: number | undefined
  readonly keyword?: string | undefined
}

function chosen({ userId, courseId, keyword }: NoteChoice): RawBuilder<unknown> {
  const course = courseId === undefined ? sql`` : sql` and x.course_id = ${courseId}`
  const words = keyword ? sql` and position(lower(${keyword}) in lower(x.text)) > 0` : sql``
  return sql`x.user_id = ${userId}${course}${words}`
}

/** A page of somebody's notes: of one course in the order of its lessons, else the newest first. */
export async function listNotes(db: Database, choice: NoteChoice, page: PageInput, now: number): Promise<Note[]> {
  const isOfCourse = choice.courseId !== undefined
  const order = (of: string): RawBuilder<unknown> =>
    isOfCourse ? sql.raw(`${of}.period_id, ${of}.place_sec, ${of}.id`) : sql.raw(`${of}.id desc`)
  const ids = sql`select x.id from lesson_notes x where ${chosen(choice)} order by ${order('x')}
    limit ${rowsOf(page)} offset ${offsetOf(page)}`
  return toNotes(db, await selectNotes(db, ids, order('n')), now)
}

/** How many there are of a choice; nobody has more than the ceiling. */
export async function countNotes(db: Database, choice: NoteChoice): Promise<number> {
  const { userId, courseId, keyword } = choice
  const { rows } = keyword
    ? await sql<{ count: number }>`select count(*)::int as count from lesson_notes x where ${chosen(choice)}`.execute(
        db,
      )
    : await sql<{ count: number }>`select coalesce(sum(c.notes), 0)::int as count from note_courses c
        where c.user_id = ${userId} and (${courseId ?? null}::bigint is null or c.course_id = ${courseId ?? null}::bigint)`.execute(
        db,
      )
  return rows[0]?.count ?? 0
}

/** Courses in which somebody has notes, the fullest first. */
export async function listNoteCourses(
  db: Database,
  userId: number,
): Promise<{ courseId: number; courseName: string; notes: number }[]> {
  const { rows } = await sql<{ courseId: number; courseName: string; notes: number }>`
    select c.course_id, p.name as course_name, c.notes from note_courses c join products p on p.id = c.course_id
    where c.user_id = ${userId} and c.notes > 0 order by c.notes desc, c.course_id limit ${notesOfLearner}`.execute(db)
  return rows
}

/** All notes of a lesson by their place; with a class those that weren't taken in another one. */
export async function listLessonNotes(
  db: Database,
  { userId, periodId, scheduleId }: { userId: number; periodId: number; scheduleId: number | undefined },
  now: number,
): Promise<Note[]> {
  const ofClass =
    scheduleId === undefined ? sql`` : sql` and (x.schedule_id is null or x.schedule_id = ${scheduleId}::bigint)`
  const ids = sql`select x.id from lesson_notes x where x.user_id = ${userId} and x.period_id = ${periodId}${ofClass}
    order by x.place_sec, x.id limit ${notesOfLesson}`
  const notes = await toNotes(db, await selectNotes(db, ids, sql`n.place_sec, n.id`), now)
  return notes.sort((one, other) => (one.second ?? Infinity) - (other.second ?? Infinity) || one.id - other.id)
}

/** The next notes behind a key, in the order of their keys. */
export async function listNotesAfter(
  db: Database,
  { userId, courseId, afterId }: { userId: number; courseId: number | undefined; afterId: number },
  now: number,
): Promise<{ notes: Note[]; next: number | null }> {
  const ids = sql`select x.id from lesson_notes x where ${chosen({ userId, courseId })} and x.id > ${afterId}
    order by x.id limit ${exportRows}`
  const notes = await toNotes(db, await selectNotes(db, ids, sql`n.id`), now)
  return { notes, next: notes.length < exportRows ? null : (notes.at(-1)?.id ?? null) }
}

/** One note of this learner, by its key or the browser's own. */
export async function findNote(
  db: Database,
  userId: number,
  key: { id: number } | { clientKey: string },
  now: number,
): Promise<Note | undefined> {
  const is = 'id' in key ? sql`x.id = ${key.id}` : sql`x.client_key = ${key.clientKey}`
  const ids = sql`select x.id from lesson_notes x where x.user_id = ${userId} and ${is}`
  const [note] = await toNotes(db, await selectNotes(db, ids, sql`n.id`), now)
  return note
}

export interface NewNote {
  readonly userId: number
  readonly courseId: number
  readonly periodId: number
  readonly scheduleId: number | null
  readonly clientKey: string
  readonly roomId: number | null
  readonly moment: Date | null
  readonly placeSec: number
  readonly text: string
}

/** How many notes of one lesson somebody has. */
export async function countLessonNotes(db: Database, userId: number, periodId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from lesson_notes x where x.user_id = ${userId} and x.period_id = ${periodId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Keeps a note, and counts it. Call under the lock of its writer. */
export async function insertNote(trx: Database, note: NewNote, now: Date): Promise<number> {
  const { id } = await trx
    .insertInto('lessonNotes')
    .values({ ...note, createdAt: now, updatedAt: now })
    .returning('lessonNotes.id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into note_courses (user_id, course_id, notes) values (${note.userId}, ${note.courseId}, 1)
    on conflict (user_id, course_id) do update set notes = note_courses.notes + 1`.execute(trx)
  return id
}

/** Writes another text; false when the note isn't this learner's, or has another version by now. */
export async function updateNote(
  trx: Database,
  { userId, id, version, text }: { userId: number; id: number; version: number; text: string },
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('lessonNotes')
    .set({ text, version: version + 1, updatedAt: now })
    .where('lessonNotes.id', '=', id)
    .where('lessonNotes.userId', '=', userId)
    .where('lessonNotes.version', '=', version)
    .returning('lessonNotes.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a note, and counts it; false when this learner has none of this key. */
export async function deleteNote(trx: Database, userId: number, id: number): Promise<boolean> {
  const row = await trx
    .deleteFrom('lessonNotes')
    .where('lessonNotes.id', '=', id)
    .where('lessonNotes.userId', '=', userId)
    .returning('lessonNotes.courseId')
    .executeTakeFirst()
  if (!row) return false
  await sql`update note_courses set notes = notes - 1 where user_id = ${userId} and course_id = ${row.courseId}`.execute(
    trx,
  )
  return true
}
