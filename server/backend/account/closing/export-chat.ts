import type { GiftContent, TextContent } from '#shared/contract/im-fields.ts'
import { listPart, moment } from './export-part.ts'

/** What was said and given in rooms; of what was taken back only that. */
export const chat = listPart(
  '聊天记录.json',
  (db, userId) =>
    db
      .selectFrom('imMessages')
      .innerJoin('imGroups', 'imGroups.id', 'imMessages.groupId')
      .innerJoin('liveRooms', 'liveRooms.id', 'imGroups.roomId')
      .select([
        'liveRooms.title',
        'imMessages.sentAt',
        'imMessages.content',
        'imMessages.customType',
        'imMessages.recalledAt',
      ])
      .where('imMessages.fromUserId', '=', userId)
      .where('imMessages.systemType', 'is', null)
      .orderBy('imMessages.sentAt')
      .orderBy('imMessages.groupId')
      .orderBy('imMessages.seq')
      .execute(),
  (row) => ({
    教室: row.title,
    时间: moment(row.sentAt),
    内容: row.recalledAt ? null : contentOf(row.content, row.customType),
    撤回时间: moment(row.recalledAt),
  }),
)

/** With what somebody queued in rooms for questions. */
export const questions = listPart(
  '答疑排队.json',
  (db, userId) =>
    db
      .selectFrom('answerQueue')
      .innerJoin('liveRooms', 'liveRooms.id', 'answerQueue.roomId')
      .select([
        'liveRooms.title',
        'answerQueue.question',
        'answerQueue.joinedAt',
        'answerQueue.calledAt',
        'answerQueue.endedAt',
      ])
      .where('answerQueue.userId', '=', userId)
      .orderBy('answerQueue.id')
      .execute(),
  (row) => ({
    教室: row.title,
    问题: row.question,
    排队时间: moment(row.joinedAt),
    叫到时间: moment(row.calledAt),
    结束时间: moment(row.endedAt),
  }),
)

function contentOf(content: object, customType: number | null): string {
  if (customType === null) return (content as TextContent).text
  const { name, count } = content as GiftContent
  return `${name} × ${count}`
}
