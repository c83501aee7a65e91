import { listById, listOf, listsPart, moment } from './export-part.ts'

interface Draft {
  title: string
  periodId: number
  scheduleId: number | null
  content: string
  savedAt: Date
}

/** Homework, each hand-in with what came back, and what wasn't handed in yet. The files lie in the archive themselves. */
export const homework = listsPart('作业.json', {
  提交: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('homeworkRounds')
        .innerJoin('homeworks', 'homeworks.id', 'homeworkRounds.homeworkId')
        .innerJoin('homeworkTasks', 'homeworkTasks.id', 'homeworks.taskId')
        .innerJoin('products', 'products.id', 'homeworks.courseId')
        .select([
          'homeworkRounds.id',
          'products.name',
          'homeworkTasks.title',
          'homeworkRounds.roundNo',
          'homeworkRounds.content',
          'homeworkRounds.submittedAt',
          'homeworkRounds.isLate',
          'homeworkRounds.score',
          'homeworkRounds.comment',
          'homeworkRounds.correctedAt',
          'homeworkRounds.returnReason',
          'homeworkRounds.returnedAt',
        ])
        .where('homeworks.userId', '=', userId)
        .where('homeworkRounds.id', '>', afterId)
        .orderBy('homeworkRounds.id')
        .limit(most)
        .execute(),
    (row) => ({
      课程: row.name,
      作业: row.title,
      第几次: row.roundNo,
      内容: row.content,
      提交时间: moment(row.submittedAt),
      迟交: row.isLate,
      分数: row.score,
      评语: row.comment,
      批改时间: moment(row.correctedAt),
      退回原因: row.returnReason,
      退回时间: moment(row.returnedAt),
    }),
  ),
  草稿: listOf<Draft>(
    async (db, userId, after) =>
      after
        ? []
        : db
            .selectFrom('homeworkDrafts')
            .innerJoin('periods', 'periods.id', 'homeworkDrafts.periodId')
            .select([
              'periods.title',
              'homeworkDrafts.periodId',
              'homeworkDrafts.scheduleId',
              'homeworkDrafts.content',
              'homeworkDrafts.savedAt',
            ])
            .where('homeworkDrafts.userId', '=', userId)
            .orderBy('homeworkDrafts.savedAt')
            .limit(1000)
            .execute(),
    (row) => ({ 课时: row.title, 内容: row.content, 保存时间: moment(row.savedAt) }),
  ),
})
