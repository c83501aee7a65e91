import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { roomStatus } from '#server/backend/classroom/room/room-store.ts'
import { listUnevaluated } from '#server/backend/classroom/tools/evaluation-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import { type ExamWindow, listExamWindows, listOpenWindows } from '#server/backend/exam/exam-window-store.ts'
import { type PageInput, toPage } from '#server/backend/http/paging.ts'
import { listDueHomework } from '#server/backend/homework/own-homework-store.ts'
import { LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { Page } from '#shared/contract/fields.ts'
import type { DueHomework, TimetableClass, TimetableExam, timetableTypes } from '#shared/contract/my-course.ts'
import { addDays, dayStart, weeksOfMonth } from '#shared/rules/month-days.ts'
import { answerRoomUrl, homeworkUrl, lessonUrl } from '#shared/rules/room-url.ts'
import { type ClassSpan, type ClassTime, countClassDays, listClassPage } from './class-time-store.ts'
import {
  countQuestionRoomDays,
  countQuestionRooms,
  listQuestionRooms,
  type QuestionRoom,
} from './question-room-store.ts'

type TimetableType = (typeof timetableTypes)[number]

/** The whole of a day in Shanghai, or of several from it on. */
export function spanOfDay(day: string, days = 1): { from: Date; to: Date } {
  return { from: new Date(dayStart(day)), to: new Date(dayStart(addDays(day, days))) }
}

/** On which of the days an exam opens or ends; one that does both on a day counts once. */
function countExamDays(windows: readonly ExamWindow[], days: readonly string[]): Map<string, number> {
  const isAsked = new Set(days)
  const counts = new Map<string, number>()
  for (const { beginAt, endAt } of windows) {
    const times = [beginAt, endAt].flatMap((time) => (time === null ? [] : [shanghaiDay(time.getTime())]))
    for (const day of new Set(times)) if (isAsked.has(day)) counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

function toExam({ beginAt, endAt, deadlineAt: _deadlineAt, url, ...exam }: ExamWindow): TimetableExam {
  return {
    ...exam,
    begDate: beginAt?.getTime() ?? null,
    endDate: endAt?.getTime() ?? null,
    url: url ?? `/exam/${exam.id}`,
  }
}

function countDueDays(rows: readonly { readonly dueAt: Date | null }[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { dueAt } of rows) {
    if (dueAt === null) continue
    const day = shanghaiDay(dueAt.getTime())
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}

/** What is on a day, in numbers. */
export interface MonthDay {
  readonly date: string
  readonly count: number
  readonly live: number
  readonly aiLive: number
  readonly answer: number
  readonly exam: number
  readonly homework: number
}

function emptyDay(date: string): MonthDay {
  return { date, count: 0, live: 0, aiLive: 0, answer: 0, exam: 0, homework: 0 }
}

/** The days with something on them of the weeks that a month touches; `month` left out: this one. */
export async function readMonth(
  db: Database,
  userId: number,
  { month, type }: { readonly month: string | undefined; readonly type: TimetableType },
  now: number,
): Promise<MonthDay[]> {
  const days = weeksOfMonth(month ?? shanghaiDay(now).slice(0, 7)).flat()
  const span = spanOfDay(days[0] ?? shanghaiDay(now), days.length)
  const at = new Date(now)
  if (type === 'answer-live') {
    const rooms = await countQuestionRoomDays(db, userId, span, at)
    return rooms.map((day) => ({ ...emptyDay(day.date), ...day, count: day.answer }))
  }
  const classes = await countClassDays(db, userId, span, at)
  const exams = countExamDays(await listExamWindows(db, userId, span, at), days)
  const homework = countDueDays(await listDueHomework(db, userId, span, at))
  const ofClasses = new Map(classes.map((day) => [day.date, { ...day, count: day.live + day.aiLive }]))
  const dates = [...new Set([...ofClasses.keys(), ...exams.keys(), ...homework.keys()])].sort()
  return dates.map((date) => ({
    ...emptyDay(date),
    ...ofClasses.get(date),
    exam: exams.get(date) ?? 0,
    homework: homework.get(date) ?? 0,
  }))
}

/** The room while it is on or comes, the replay when it is over; null where there is nothing to enter or to see. */
function urlOf(one: ClassTime, isOver: boolean): string | null {
  const { kind, periodId, scheduleId, isTaught, isInService, isOpen, hasFilm } = one
  if (!isTaught && !(isInService && isOpen)) return null
  if (isOver && !(kind === PeriodKind.live && hasFilm)) return null
  return lessonUrl(kind, periodId, scheduleId)
}

function toEntry(one: ClassTime, unevaluated: ReadonlySet<number>, now: number): TimetableClass {
  const liveStatus = roomStatus(one, now)
  const isOver = liveStatus === LiveStatus.ended
  return {
    periodId: one.periodId,
    courseId: one.courseId,
    scheduleId: one.scheduleId,
    kind: one.kind,
    sequenceNo: one.sequenceNo,
    title: one.title,
    courseName: one.courseName,
    scheduleName: one.scheduleName,
    teacherName: one.teacherName ?? '',
    teacherImg: one.teacherImg,
    begDate: one.beginAt.getTime(),
    endDate: one.endAt.getTime(),
    liveStatus,
    formerBegDate: one.formerBeginAt?.getTime() ?? null,
    url: urlOf(one, isOver),
    isTaught: one.isTaught,
    canEvaluate: isOver && one.isInService && !one.isTaught && unevaluated.has(one.periodId),
  }
}

function toRoomEntry(room: QuestionRoom, now: number): TimetableClass {
  return {
    periodId: null,
    courseId: room.courseId,
    scheduleId: null,
    kind: null,
    sequenceNo: null,
    title: room.title,
    courseName: room.courseName ?? '',
    scheduleName: '',
    teacherName: room.teacherName ?? '',
    teacherImg: room.teacherImg,
    begDate: room.beginAt.getTime(),
    endDate: room.endAt.getTime(),
    liveStatus: roomStatus(room, now),
    formerBegDate: null,
    url: answerRoomUrl(room.id),
    isTaught: false,
    canEvaluate: false,
  }
}

async function listEntries(
  db: Database,
  userId: number,
  span: ClassSpan,
  { now, page }: { readonly now: Date; readonly page: PageInput },
): Promise<{ entries: TimetableClass[]; total: number; lastBeginAt: Date | null }> {
  const { records: classes, ...whole } = await listClassPage(db, userId, span, { now, page })
  const over = classes.filter((one) => roomStatus(one, now.getTime()) === LiveStatus.ended)
  const periodIds = over.map(({ periodId }) => periodId)
  const found = periodIds.length === 0 ? [] : await listUnevaluated(db, userId, { periodIds }, now)
  const unevaluated = new Set(found.map(({ periodId }) => periodId))
  return { entries: classes.map((one) => toEntry(one, unevaluated, now.getTime())), ...whole }
}

/** Without a day, homework that is due so long from now is named. */
const dueAheadMs = 14 * 86_400_000

async function readDueHomework(
  db: Database,
  userId: number,
  span: { readonly from: Date; readonly to: Date },
  now: Date,
): Promise<DueHomework[]> {
  const rows = await listDueHomework(db, userId, span, now)
  return rows.map(({ title, courseName, dueAt, isReturned, periodId, scheduleId }) => ({
    title,
    courseName,
    dueTime: (dueAt ?? now).getTime(),
    isReturned,
    url: homeworkUrl(periodId, scheduleId),
  }))
}

/** What is to be done beside classes. */
interface Beside {
  readonly exams: TimetableExam[]
  readonly homework: DueHomework[]
}

/** Which part of a timetable. */
export interface TimetableChoice {
  /** A day, `today`, or left out: from now on. */
  readonly date: string | undefined
  readonly type: TimetableType
  readonly page: PageInput
}

/** What is on a day, or from now on. */
export async function readTimetable(
  db: Database,
  userId: number,
  { date, type, page }: TimetableChoice,
  now: number,
): Promise<Page<TimetableClass> & Beside & { today: string; lastBegDate: number | null }> {
  const today = shanghaiDay(now)
  const at = new Date(now)
  const day = date === undefined ? undefined : spanOfDay(date === 'today' ? today : date)
  if (type === 'answer-live') {
    const span = day ?? { from: at }
    const rooms = await listQuestionRooms(db, userId, span, { now: at, page })
    const total = await countQuestionRooms(db, userId, span, at)
    return {
      ...toPage(
        rooms.map((room) => toRoomEntry(room, now)),
        total,
        page,
      ),
      today,
      lastBegDate: null,
      exams: [],
      homework: [],
    }
  }
  const span: ClassSpan = day ?? { from: at, by: 'lasts' }
  const { entries, total, lastBeginAt } = await listEntries(db, userId, span, { now: at, page })
  const windows = day ? await listExamWindows(db, userId, day, at) : await listOpenWindows(db, userId, at)
  const exams = windows.map(toExam)
  const homework = await readDueHomework(db, userId, day ?? { from: at, to: new Date(now + dueAheadMs) }, at)
  return { ...toPage(entries, total, page), today, lastBegDate: lastBeginAt?.getTime() ?? null, exams, homework }
}
