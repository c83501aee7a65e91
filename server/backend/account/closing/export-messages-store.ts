import { listById, listPart, moment } from './export-part.ts'

/** What stands in the inbox. */
export const messages = listPart(
  '站内消息.json',
  listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('userMessages')
        .innerJoin('notifyMessages', 'notifyMessages.id', 'userMessages.messageId')
        .select([
          'userMessages.id',
          'notifyMessages.title',
          'notifyMessages.contentHtml',
          'userMessages.receivedAt',
          'userMessages.readAt',
        ])
        .where('userMessages.userId', '=', userId)
        .where('userMessages.id', '>', afterId)
        .orderBy('userMessages.id')
        .limit(most)
        .execute(),
    (row) => ({
      标题: row.title,
      内容: row.contentHtml,
      收到时间: moment(row.receivedAt),
      阅读时间: moment(row.readAt),
    }),
  ),
)
