import { HomeworkOutcome } from '#shared/contract/enums.ts'
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
  批注: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('homeworkMarks')
        .innerJoin('homeworkFiles', 'homeworkFiles.id', 'homeworkMarks.fileId')
        .innerJoin('homeworkRounds', 'homeworkRounds.id', 'homeworkFiles.roundId')
        .innerJoin('homeworks', 'homeworks.id', 'homeworkRounds.homeworkId')
        .innerJoin('homeworkTasks', 'homeworkTasks.id', 'homeworks.taskId')
        .select([
          'homeworkMarks.id',
          'homeworkMarks.words',
          'homeworkTasks.title',
          'homeworkRounds.roundNo',
          'homeworkFiles.name',
        ])
        .where('homeworks.userId', '=', userId)
        .where('homeworkRounds.outcome', 'in', [HomeworkOutcome.returned, HomeworkOutcome.corrected])
        .where('homeworkMarks.words', 'is not', null)
        .where('homeworkMarks.removedAt', 'is', null)
        .where('homeworkMarks.id', '>', afterId)
        .orderBy('homeworkMarks.id')
        .limit(most)
        .execute(),
    (row) => ({ 作业: row.title, 第几次: row.roundNo, 文件: row.name, 批注: row.words }),
  ),
  常用批语: listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('homeworkRemarks')
        .select(['homeworkRemarks.id', 'homeworkRemarks.words', 'homeworkRemarks.createdAt'])
        .where('homeworkRemarks.userId', '=', userId)
        .where('homeworkRemarks.id', '>', afterId)
        .orderBy('homeworkRemarks.id')
        .limit(most)
        .execute(),
    (row) => ({ 批语: row.words, 时间: moment(row.createdAt) }),
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
