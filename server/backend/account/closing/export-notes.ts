import { listById, listOf, listPart, moment } from './export-part.ts'

/** Notes on lessons, with the second of the film or the moment of the class. */
export const notes = listPart(
  '笔记.json',
  listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('lessonNotes')
        .innerJoin('periods', 'periods.id', 'lessonNotes.periodId')
        .innerJoin('products', 'products.id', 'lessonNotes.courseId')
        .select([
          'lessonNotes.id',
          'products.name',
          'periods.title',
          'lessonNotes.text',
          'lessonNotes.placeSec',
          'lessonNotes.moment',
          'lessonNotes.createdAt',
          'lessonNotes.updatedAt',
        ])
        .where('lessonNotes.userId', '=', userId)
        .where('lessonNotes.id', '>', afterId)
        .orderBy('lessonNotes.id')
        .limit(most)
        .execute(),
    (row) => ({
      课程: row.name,
      课时: row.title,
      内容: row.text,
      影片秒数: row.moment === null ? row.placeSec : null,
      课堂时间: moment(row.moment),
      写下时间: moment(row.createdAt),
      修改时间: moment(row.updatedAt),
    }),
  ),
)

/** The calendar's address is known by its hash alone: when it was made, who fetched it last. */
export const calendar = listPart(
  '订阅日历.json',
  listOf<{ createdAt: Date; fetchedAt: Date | null; fetchedBy: string | null }>(
    async (db, userId, after) =>
      after
        ? []
        : db
            .selectFrom('calendarFeeds')
            .select(['calendarFeeds.createdAt', 'calendarFeeds.fetchedAt', 'calendarFeeds.fetchedBy'])
            .where('calendarFeeds.userId', '=', userId)
            .execute(),
    (row) => ({ 生成时间: moment(row.createdAt), 上次读取: moment(row.fetchedAt), 读取程序: row.fetchedBy }),
  ),
)
