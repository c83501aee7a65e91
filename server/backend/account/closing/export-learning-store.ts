import { sql } from 'kysely'
import { listById, listOf, listsPart, moment } from './export-part.ts'

interface Lesson {
  name: string
  title: string
  periodId: number
  watchedSec: number
  positionSec: number
  finishedAt: Date | null
  lastAt: Date
  /** The moment as exactly as it is kept: the next rows begin behind it. */
  exactly: string
}

/** What was watched, lessons and days; what was said of it, and of what one is to be reminded. */
export const learning = listsPart('学习记录.json', {
  课时: listOf<Lesson>(
    (db, userId, after, most) => {
      const own = db
        .selectFrom('learnProgress')
        .innerJoin('periods', 'periods.id', 'learnProgress.periodId')
        .innerJoin('products', 'products.id', 'periods.courseId')
        .select([
          'products.name',
          'periods.title',
          'learnProgress.periodId',
          'learnProgress.watchedSec',
          'learnProgress.positionSec',
          'learnProgress.finishedAt',
          'learnProgress.lastAt',
          sql<string>`learn_progress.last_at::text`.as('exactly'),
        ])
        .where('learnProgress.userId', '=', userId)
      const next = after
        ? own.where(
            sql<boolean>`(learn_progress.last_at, learn_progress.period_id) > (${after.exactly}::timestamptz, ${after.periodId}::bigint)`,
          )
        : own
      return next.orderBy('learnProgress.lastAt').orderBy('learnProgress.periodId').limit(most).execute()
    },
    (row) => ({
      课程: row.name,
      课时: row.title,
      已学秒数: row.watchedSec,
      上次看到秒数: row.positionSec,
      学完时间: moment(row.finishedAt),
      最近学习: moment(row.lastAt),
    }),
  ),
  每日: listOf<{ day: string; seconds: number }>(
    (db, userId, after, most) => {
      const own = db
        .selectFrom('learnDays')
        .select(['learnDays.day', 'learnDays.seconds'])
        .where('learnDays.userId', '=', userId)
      return (after ? own.where('learnDays.day', '>', after.day) : own).orderBy('learnDays.day').limit(most).execute()
    },
    (row) => ({ 日期: row.day, 学习秒数: row.seconds }),
  ),
  评价: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('liveEvaluations')
        .innerJoin('periods', 'periods.id', 'liveEvaluations.periodId')
        .select([
          'liveEvaluations.id',
          'periods.title',
          'liveEvaluations.score',
          'liveEvaluations.tags',
          'liveEvaluations.content',
          'liveEvaluations.at',
        ])
        .where('liveEvaluations.userId', '=', userId)
        .where('liveEvaluations.id', '>', afterId)
        .orderBy('liveEvaluations.id')
        .limit(most)
        .execute(),
    (row) => ({ 课时: row.title, 分数: row.score, 标签: row.tags, 内容: row.content, 时间: moment(row.at) }),
  ),
  开课提醒: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('classReminders')
        .innerJoin('schedulePeriods', 'schedulePeriods.id', 'classReminders.schedulePeriodId')
        .innerJoin('periods', 'periods.id', 'schedulePeriods.periodId')
        .select(['classReminders.schedulePeriodId as id', 'periods.title', 'classReminders.createdAt'])
        .where('classReminders.userId', '=', userId)
        .where('classReminders.schedulePeriodId', '>', afterId)
        .orderBy('classReminders.schedulePeriodId')
        .limit(most)
        .execute(),
    (row) => ({ 课时: row.title, 设置时间: moment(row.createdAt) }),
  ),
})
