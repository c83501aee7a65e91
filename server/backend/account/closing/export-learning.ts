import { type ExportPart, moment } from './export-part.ts'

/** What was watched: lessons and days. */
export const learning: ExportPart = {
  name: '学习记录.json',
  async read(db, userId) {
    const lessons = await db
      .selectFrom('learnProgress')
      .innerJoin('periods', 'periods.id', 'learnProgress.periodId')
      .innerJoin('products', 'products.id', 'periods.courseId')
      .select([
        'products.name',
        'periods.title',
        'learnProgress.watchedSec',
        'learnProgress.positionSec',
        'learnProgress.finishedAt',
        'learnProgress.lastAt',
      ])
      .where('learnProgress.userId', '=', userId)
      .orderBy('learnProgress.lastAt')
      .orderBy('learnProgress.periodId')
      .execute()
    const days = await db
      .selectFrom('learnDays')
      .select(['learnDays.day', 'learnDays.seconds'])
      .where('learnDays.userId', '=', userId)
      .orderBy('learnDays.day')
      .execute()
    return {
      课时: lessons.map((row) => ({
        课程: row.name,
        课时: row.title,
        已学秒数: row.watchedSec,
        上次看到秒数: row.positionSec,
        学完时间: moment(row.finishedAt),
        最近学习: moment(row.lastAt),
      })),
      每日: days.map((row) => ({ 日期: row.day, 学习秒数: row.seconds })),
    }
  },
}
