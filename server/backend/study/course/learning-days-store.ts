import { sql } from 'kysely'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { Database } from '#server/backend/db/database.ts'
import { addDays, weekOf } from '#shared/rules/month-days.ts'

/** How long somebody has learned. */
export interface LearningDays {
  week: { date: string; seconds: number }[]
  today: string
  lastWeekSeconds: number
  daysThisMonth: number
  totalSeconds: number
  finishedLessons: number
}

/** This week from Monday on, day by day, the week before as a whole, and all time. Days are Shanghai's. */
export async function readLearningDays(db: Database, userId: number, now: number): Promise<LearningDays> {
  const today = shanghaiDay(now)
  const week = weekOf(today)
  const monday = week[0] ?? today
  const lastMonday = addDays(monday, -7)
  const since = lastMonday < today.slice(0, 7) ? lastMonday : `${today.slice(0, 7)}-01`
  const { rows } = await sql<{ date: string; seconds: number }>`
    select d.day::text as date, d.seconds from learn_days d where d.user_id = ${userId} and d.day >= ${since}::date and d.seconds > 0`.execute(
    db,
  )
  const { rows: sums } = await sql<{ totalSeconds: number; finishedLessons: number }>`
    select coalesce(sum(p.watched_sec), 0)::float8 as total_seconds, count(p.finished_at)::integer as finished_lessons
    from learn_progress p where p.user_id = ${userId}`.execute(db)
  const of = new Map(rows.map(({ date, seconds }) => [date, seconds]))
  const lastWeek = weekOf(lastMonday)
  return {
    week: week.map((date) => ({ date, seconds: of.get(date) ?? 0 })),
    today,
    lastWeekSeconds: lastWeek.reduce((sum, date) => sum + (of.get(date) ?? 0), 0),
    daysThisMonth: rows.filter(({ date }) => date.startsWith(today.slice(0, 7))).length,
    totalSeconds: sums[0]?.totalSeconds ?? 0,
    finishedLessons: sums[0]?.finishedLessons ?? 0,
  }
}
