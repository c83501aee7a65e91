import { listById, listOf, listsPart, moment } from './export-part.ts'

/** Notes on lessons, with the second of the film or the moment of the class. */
export const notes = listsPart('笔记.json', {
  笔记: listById(
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
  各课程条数: listOf<{ name: string; courseId: number; notes: number }>(
    (db, userId, after, most) =>
      db
        .selectFrom('noteCourses')
        .innerJoin('products', 'products.id', 'noteCourses.courseId')
        .select(['products.name', 'noteCourses.courseId', 'noteCourses.notes'])
        .where('noteCourses.userId', '=', userId)
        .where('noteCourses.courseId', '>', after?.courseId ?? 0)
        .orderBy('noteCourses.courseId')
        .limit(most)
        .execute(),
    (row) => ({ 课程: row.name, 条数: row.notes }),
  ),
})

interface ToldEvent {
  uid: string
  summary: string
  beginAt: Date
  endAt: Date
  cancelledAt: Date | null
}

/** The calendar's address is known by its hash alone: when it was made, who fetched it last, and what it told. */
export const calendar = listsPart('订阅日历.json', {
  地址: listOf<{ createdAt: Date; fetchedAt: Date | null; fetchedBy: string | null }>(
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
  日程: listOf<ToldEvent>(
    (db, userId, after, most) =>
      db
        .selectFrom('calendarEvents')
        .select([
          'calendarEvents.uid',
          'calendarEvents.summary',
          'calendarEvents.beginAt',
          'calendarEvents.endAt',
          'calendarEvents.cancelledAt',
        ])
        .where('calendarEvents.userId', '=', userId)
        .where('calendarEvents.uid', '>', after?.uid ?? '')
        .orderBy('calendarEvents.uid')
        .limit(most)
        .execute(),
    (row) => ({
      内容: row.summary,
      开始: moment(row.beginAt),
      结束: moment(row.endAt),
      取消时间: moment(row.cancelledAt),
    }),
  ),
})
