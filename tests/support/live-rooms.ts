import type { Insertable } from 'kysely'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import { findLesson, type RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { LectureType } from '#shared/contract/enums.ts'
import type { ScheduleRole } from '#shared/contract/staff-schedule.ts'
import { buildStaff, type Learner, registerLearner } from './backend-accounts.ts'
import { buildPeriod, buildProduct, buildTeacher } from './backend-factories.ts'
import type { TestBackend } from './backend-harness.ts'

const minute = 60_000

export interface BuiltLesson {
  readonly courseId: number
  readonly periodId: number
  readonly scheduleId: number
  readonly teacherId: number
  readonly begin: number
  readonly end: number
}

interface LessonValues {
  readonly kind?: 1 | 3
  /** Epoch ms; from ten minutes ago to an hour from now without them. */
  readonly begin?: number
  readonly end?: number
  readonly free?: boolean
  readonly product?: Partial<Insertable<Tables['products']>>
  readonly courseId?: number
  /** Adds the lesson to this class. */
  readonly scheduleId?: number
  readonly isSeed?: boolean
}

/** A film of the private store. */
export async function buildFilm({ database }: TestBackend, url = 'store:film/master.m3u8'): Promise<number> {
  const { id } = await database.db
    .insertInto('mediaAssets')
    .values({ kind: 1, title: '影片', durationSec: 600, status: 1 })
    .returning('mediaAssets.id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('mediaUrls')
    .values({ assetId: id, sortNum: 1, definition: 'auto', protocol: 'hls', url })
    .execute()
  return id
}

/** A lesson of a live course in a class of its own, with a film, on now. */
export async function buildLiveLesson(
  backend: TestBackend,
  { kind = 1, free = true, product = {}, isSeed = false, ...values }: LessonValues = {},
): Promise<BuiltLesson> {
  const { db } = backend.database
  const now = backend.clock.now()
  const { begin = now - 10 * minute, end = now + 60 * minute } = values
  const courseId =
    values.courseId ??
    (await buildProduct(backend.database, { lectureType: LectureType.live, priceFen: free ? 0 : 9900, ...product }))
  const teacherId = await buildTeacher(backend.database, '林老师', courseId)
  const periodId = await buildPeriod(backend.database, courseId, {
    kind,
    isFreeStudy: free,
    mediaId: await buildFilm(backend),
  })
  const scheduleId =
    values.scheduleId ??
    (
      await db
        .insertInto('classSchedules')
        .values({
          productId: courseId,
          name: '晚班',
          beginDate: '2026-03-01',
          endDate: '2026-04-30',
          teacherId,
          isSeed,
        })
        .returning('classSchedules.id')
        .executeTakeFirstOrThrow()
    ).id
  await db
    .insertInto('schedulePeriods')
    .values({ scheduleId, periodId, beginAt: new Date(begin), endAt: new Date(end) })
    .execute()
  return { courseId, periodId, scheduleId, teacherId, begin, end }
}

/** The room of a lesson, opened. */
export async function openRoom(
  { database, clock }: TestBackend,
  { periodId, scheduleId }: Pick<BuiltLesson, 'periodId' | 'scheduleId'>,
): Promise<RoomRow> {
  const now = new Date(clock.now())
  const room = await database.transaction(async (trx) => {
    const lesson = await findLesson(trx, { periodId, scheduleId, drafts: true }, now)
    return lesson && ensureLessonRoom(trx, lesson, now)
  })
  if (!room) throw new Error('The lesson has no room.')
  return room
}

/** A room for questions, open from an hour ago to an hour from now. */
export async function buildAnswerRoom(
  { database, clock }: TestBackend,
  values: Partial<Insertable<Tables['liveRooms']>> = {},
): Promise<number> {
  const now = clock.now()
  const times = { beginAt: new Date(now - 60 * minute), endAt: new Date(now + 60 * minute), createdAt: new Date(now) }
  const { id } = await database.db
    .insertInto('liveRooms')
    .values({ kind: 3, title: '答疑室', ...times, ...values })
    .returning('liveRooms.id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('imGroups')
    .values({ roomId: id, groupKey: `room-${id}` })
    .execute()
  return id
}

/** Somebody who is enrolled in the lesson's class. */
export async function buildEnrolled(
  backend: TestBackend,
  { courseId, scheduleId }: Pick<BuiltLesson, 'courseId' | 'scheduleId'>,
  orderId: number | null = null,
): Promise<Learner> {
  const learner = await registerLearner(backend)
  await enrolIn(backend, learner.userId, { courseId, scheduleId }, orderId)
  return learner
}

export async function enrolIn(
  { database, clock }: TestBackend,
  userId: number,
  { courseId, scheduleId }: { readonly courseId: number; readonly scheduleId: number | null },
  orderId: number | null = null,
): Promise<void> {
  const now = new Date(clock.now())
  await database.db
    .insertInto('enrolments')
    .values({
      userId,
      productId: courseId,
      scheduleId,
      orderId,
      source: orderId === null ? 2 : 1,
      beginAt: now,
      createdAt: now,
    })
    .execute()
}

/** The teacher of the lesson's course. */
export async function buildLessonTeacher(
  backend: TestBackend,
  { teacherId }: Pick<BuiltLesson, 'teacherId'>,
): Promise<Learner> {
  const teacher = await buildStaff(backend, 'teacher')
  await backend.database.db
    .updateTable('teachers')
    .set({ userId: teacher.userId })
    .where('teachers.id', '=', teacherId)
    .execute()
  return teacher
}

/** Somebody who follows classes up and is named for these. */
export async function buildAssistant(
  backend: TestBackend,
  classes: readonly { readonly scheduleId: number | null }[],
  values: Partial<Insertable<Tables['users']>> = {},
): Promise<Learner> {
  const assistant = await buildStaff(backend, 'follow', values)
  for (const { scheduleId } of classes) await nameFor(backend, scheduleId ?? 0, assistant.userId, 'assistant')
  return assistant
}

/** Names somebody for a class. */
export async function nameFor(
  { database, clock }: TestBackend,
  scheduleId: number,
  userId: number,
  role: ScheduleRole,
): Promise<void> {
  await database.db
    .insertInto('scheduleStaff')
    .values({ scheduleId, userId, role, namedAt: new Date(clock.now()) })
    .execute()
}

/** What the room's sequence holds: type and content of each system message. */
export async function systemMessagesOf(
  { database }: TestBackend,
  room: Pick<RoomRow, 'groupId'>,
): Promise<{ systemType: number | null; content: unknown }[]> {
  return database.db
    .selectFrom('imMessages')
    .select(['imMessages.systemType', 'imMessages.content'])
    .where('imMessages.groupId', '=', room.groupId)
    .where('imMessages.systemType', 'is not', null)
    .orderBy('imMessages.seq')
    .execute()
}

/** Notes that somebody was in a room while its class was on, for so many seconds. */
export async function noteAttended(
  { database, clock }: TestBackend,
  roomId: number,
  userId: number,
  watchSec = 600,
): Promise<void> {
  const now = new Date(clock.now())
  const member = { roomId, userId, userType: 'vip' as const, enteredAt: now, lastSeenAt: now, watchSec }
  await database.db
    .insertInto('roomMembers')
    .values(member)
    .onConflict((conflict) => conflict.columns(['roomId', 'userId']).doUpdateSet({ watchSec }))
    .execute()
}
