import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { RoomKind } from '#shared/contract/enums.ts'
import { addDays } from '#shared/rules/month-days.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const classMinutes = 90
const eveningMinutes = 19 * 60 + 30
/** Days from today on which the learner's own class met, those that matter most first; then today, tomorrow and later. */
const pastDays = [-38, -3, -5, -12, -33, -19, -26]
const comingDays = [0, 1, 5, 8, 12, 15, 19, 22, 26]
/** So many classes at the least are still to come. */
const comingShown = 6
/** So much of each class the learner was there. */
const attendedSec = classMinutes * 60 - 240

export interface Course {
  readonly id: number
  readonly lectureType: number
  readonly serviceDays: number | null
  readonly name: string
  readonly coverImg: string | null
}

export interface Lesson {
  readonly id: number
  readonly title: string
  readonly durationSec: number
  readonly mediaId: number | null
}

/** Whose desk it is, and when. */
export interface Desk {
  readonly userId: number
  readonly now: number
}

/** A lesson of the class at its time. */
interface Meeting {
  readonly lesson: Lesson
  readonly begin: Date
  readonly end: Date
}

/** The lessons of a course in their order. */
export async function listLessons(trx: DatabaseTransaction, courseId: number): Promise<Lesson[]> {
  return trx
    .selectFrom('periods')
    .select(['periods.id', 'periods.title', 'periods.durationSec', 'periods.mediaId'])
    .where('periods.courseId', '=', courseId)
    .where('periods.deletedAt', 'is', null)
    .orderBy('periods.sequenceNo')
    .execute()
}

/** When the class of today begins: soon, so that its door is open; late in the evening it is on. */
function todaysBegin(now: number): number {
  const half = 30 * minuteMs
  const next = Math.ceil((now + 10 * minuteMs) / half) * half
  return shanghaiDay(next) === shanghaiDay(now) ? next : Math.floor(now / half) * half
}

function planMeetings(lessons: readonly Lesson[], now: number): Meeting[] {
  const past = pastDays.slice(0, Math.max(1, lessons.length - comingShown)).sort((a, b) => a - b)
  const today = shanghaiDay(now)
  return [...past, ...comingDays].slice(0, lessons.length).map((days, index) => {
    const begin = days === 0 ? todaysBegin(now) : shanghaiTime(addDays(today, days), eveningMinutes)
    const lesson = must(lessons[index], 'a lesson of the class')
    return { lesson, begin: new Date(begin), end: new Date(begin + classMinutes * minuteMs) }
  })
}

async function insertSchedule(trx: DatabaseTransaction, course: Course, meetings: readonly Meeting[]) {
  const [first, last] = [must(meetings[0], course.name), must(meetings.at(-1), course.name)]
  const teacher = await trx
    .selectFrom('productTeachers')
    .select('productTeachers.teacherId')
    .where('productTeachers.productId', '=', course.id)
    .orderBy('productTeachers.sort')
    .limit(1)
    .executeTakeFirst()
  const teacherId = teacher?.teacherId ?? null
  const [scheduleId] = await insertForIds(trx, 'classSchedules', [
    {
      productId: course.id,
      name: '第 40 期',
      beginDate: shanghaiDay(first.begin.getTime()),
      endDate: shanghaiDay(last.end.getTime()),
      timeText: '每周两次，晚上 19:30',
      capacity: 30,
      enrolled: 21,
      teacherId,
      isSeed: true,
      // comes round again when all of it is over
      cycleDays: Math.ceil((last.end.getTime() - first.begin.getTime()) / dayMs / 7) * 7 + 7,
    },
  ])
  return { scheduleId: must(scheduleId, course.name), teacherId }
}

interface Held {
  readonly desk: Desk
  readonly course: Course
  readonly scheduleId: number
  readonly teacherId: number | null
}

/** What is left of classes that are over: rooms in which the learner was, and lessons finished. */
async function insertHeld(
  trx: DatabaseTransaction,
  { desk: { userId }, course, scheduleId, teacherId }: Held,
  over: readonly (Meeting & { schedulePeriodId: number })[],
): Promise<void> {
  const roomIds = await insertForIds(
    trx,
    'liveRooms',
    over.map(({ begin, end, lesson, schedulePeriodId }) => ({
      kind: RoomKind.live,
      schedulePeriodId,
      periodId: lesson.id,
      productId: course.id,
      title: lesson.title,
      teacherId,
      beginAt: begin,
      endAt: end,
      startedAt: begin,
      endedAt: end,
      mediaId: lesson.mediaId,
      createdAt: begin,
    })),
  )
  const rooms = over.map((meeting, index) => ({ ...meeting, roomId: must(roomIds[index], course.name) }))
  await insertRows(
    trx,
    'imGroups',
    rooms.map(({ roomId }) => ({ roomId, groupKey: `room-${roomId}` })),
  )
  const there = { userId, userType: 'vip' as const, watchSec: attendedSec }
  await insertRows(
    trx,
    'roomMembers',
    rooms.map(({ roomId, begin, end }) => ({ ...there, roomId, enteredAt: begin, lastSeenAt: end })),
  )
  await insertRows(
    trx,
    'learnProgress',
    rooms.map(({ end, lesson }) => ({
      userId,
      periodId: lesson.id,
      positionSec: attendedSec,
      watched: `{[0,${attendedSec * 10})}`,
      watchedSec: attendedSec,
      finishedAt: end,
      lastAt: end,
      scheduleId,
    })),
  )
}

/** A class of a live course with lessons behind, today, tomorrow and after; answers its schedule. */
export async function openClass(trx: DatabaseTransaction, desk: Desk, course: Course): Promise<number> {
  const meetings = planMeetings(await listLessons(trx, course.id), desk.now)
  const { scheduleId, teacherId } = await insertSchedule(trx, course, meetings)
  const ids = await insertForIds(
    trx,
    'schedulePeriods',
    meetings.map(({ lesson, begin, end }) => ({ scheduleId, periodId: lesson.id, beginAt: begin, endAt: end })),
  )
  const over = meetings.flatMap((meeting, index) =>
    meeting.end.getTime() < desk.now ? [{ ...meeting, schedulePeriodId: must(ids[index], course.name) }] : [],
  )
  await insertHeld(trx, { desk, course, scheduleId, teacherId }, over)
  return scheduleId
}
