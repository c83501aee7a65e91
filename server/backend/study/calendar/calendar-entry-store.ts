import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { type ExamWindow, listOpenWindows } from '#server/backend/exam/exam-window-store.ts'
import { listDueHomework } from '#server/backend/homework/own-homework-store.ts'
import { type ClassTime, listClassTimes } from '#server/backend/study/timetable/class-time-store.ts'
import { DepositState, OrderStatus } from '#shared/contract/enums.ts'
import { moneyText } from '#shared/rules/money.ts'
import { homeworkUrl, lessonUrl } from '#shared/rules/room-url.ts'
import type { CalendarEntry, CalendarList } from './next-events.ts'

const yearMs = 366 * 86_400_000
/** A calendar holds so many classes at most: those that come next go before. */
const mostClasses = 2000
/** A payment that is due shows as the half hour before it. */
const dueMs = 30 * 60_000

function classEntry(one: ClassTime): CalendarEntry {
  const { id, courseName, sequenceNo, title, scheduleName, teacherName, beginAt, endAt, isCancelled } = one
  return {
    uid: `class-${id}`,
    beginAt,
    endAt,
    summary: `${courseName}　第 ${sequenceNo} 讲`,
    description: [title, teacherName ? `老师：${teacherName}` : '', `班级：${scheduleName}`].filter(Boolean).join('\n'),
    url: lessonUrl(one.kind, one.periodId, one.scheduleId),
    isCancelled,
  }
}

/** A lesson that comes round again stands once, where it is held next. */
async function listClasses(db: Database, userId: number, now: Date): Promise<CalendarList> {
  const end = new Date(now.getTime() + yearMs)
  const page = { pageNum: 1, pageSize: mostClasses }
  const times = await listClassTimes(
    db,
    userId,
    { from: now, to: end, by: 'lasts', withCancelled: true },
    { now, page },
  )
  const last = times.length < mostClasses ? undefined : times.at(-1)
  return {
    entries: [...new Map(times.map((one) => [one.id, classEntry(one)])).values()],
    until: last?.beginAt ?? end,
  }
}

interface DueRow {
  id: number
  kind: 'order' | 'deposit'
  sn: string
  name: string
  lectureType: number
  leftFen: number
  dueAt: Date
}

/** What is still to be paid: the rest of a partly paid order, and the balance after a deposit. */
async function listBalances(db: Database, userId: number, now: Date): Promise<CalendarEntry[]> {
  const { rows } = await sql<DueRow>`
    select o.id, 'order' as kind, o.sn, p.name, p.lecture_type, (o.pay_amount_fen - o.paid_fen)::bigint as left_fen, o.expire_at as due_at
    from orders o join products p on p.id = o.product_id
    where o.user_id = ${userId} and o.status = ${sql.lit(OrderStatus.partlyPaid)} and o.expire_at > ${now}
    union all
    select d.id, 'deposit', o.sn, p.name, p.lecture_type, 0::bigint, d.expire_at
    from deposits d join products p on p.id = d.product_id join orders o on o.id = d.order_id
    where d.user_id = ${userId} and d.state = ${sql.lit(DepositState.held)} and d.expire_at > ${now}`.execute(db)
  return rows.map(({ id, kind, sn, name, lectureType, leftFen, dueAt }) => ({
    uid: `${kind}-${id}`,
    beginAt: new Date(dueAt.getTime() - dueMs),
    endAt: dueAt,
    summary: `尾款截止：${name}`,
    description: kind === 'order' ? `还有 ${moneyText(leftFen)} 元没有付` : '在这之前报名并付清尾款，定金才能抵扣',
    url: kind === 'order' ? `/order/pay/${lectureType}?orderNo=${sn}` : `/deposits/${id}`,
    isCancelled: false,
  }))
}

/** A window that is open for longer shows as the half hour before its end. */
const longestWindowMs = 6 * 3_600_000

function examEntry({ id, title, courseName, beginAt, endAt, url }: ExamWindow): CalendarEntry {
  const end = endAt ?? new Date((beginAt?.getTime() ?? 0) + dueMs)
  const isShort = beginAt !== null && end.getTime() - beginAt.getTime() <= longestWindowMs
  return {
    uid: `exam-${id}`,
    beginAt: isShort ? beginAt : new Date(end.getTime() - dueMs),
    endAt: end,
    summary: isShort ? `考试：${title}` : `考试截止：${title}`,
    description: courseName === '' ? '在这之前考完' : `${courseName}　在这之前考完`,
    url: url ?? `/exam/${id}`,
    isCancelled: false,
  }
}

/** Exams that are still to be taken. */
async function listExams(db: Database, userId: number, now: Date): Promise<CalendarEntry[]> {
  const windows = await listOpenWindows(db, userId, now)
  return windows.map(examEntry).filter(({ endAt }) => endAt > now)
}

/** Homework that is to be done: the half hour before it is due. What was handed in is called off. */
async function listHomework(db: Database, userId: number, now: Date): Promise<CalendarEntry[]> {
  const rows = await listDueHomework(db, userId, { from: now, to: new Date(now.getTime() + yearMs) }, now)
  return rows.flatMap(({ taskId, scheduleId, title, courseName, periodName, periodId, dueAt }) =>
    dueAt === null
      ? []
      : {
          uid: `homework-${taskId}-${scheduleId ?? 0}`,
          beginAt: new Date(dueAt.getTime() - dueMs),
          endAt: dueAt,
          summary: `作业截止：${title}`,
          description: `${courseName}\n${periodName}`,
          url: homeworkUrl(periodId, scheduleId),
          isCancelled: false,
        },
  )
}

/** What a learner's calendar has: classes, exams, balances and homework. */
export async function listCalendarEntries(db: Database, userId: number, now: Date): Promise<CalendarList> {
  const { entries, until } = await listClasses(db, userId, now)
  const exams = await listExams(db, userId, now)
  const balances = await listBalances(db, userId, now)
  return { entries: [...entries, ...exams, ...balances, ...(await listHomework(db, userId, now))], until }
}
