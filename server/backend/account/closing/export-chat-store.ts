import { sql } from 'kysely'
import type { GiftContent, TextContent } from '#shared/contract/im-fields.ts'
import { listById, listOf, listPart, moment } from './export-part.ts'

interface Said {
  title: string
  groupId: number
  seq: number
  sentAt: Date
  content: object
  customType: number | null
  recalledAt: Date | null
  /** The moment as exactly as it is kept: the next rows begin behind it. */
  exactly: string
}

/** What was said and given in rooms; of what was taken back only that. */
export const chat = listPart(
  '聊天记录.json',
  listOf<Said>(
    (db, userId, after, most) => {
      const own = db
        .selectFrom('imMessages')
        .innerJoin('imGroups', 'imGroups.id', 'imMessages.groupId')
        .innerJoin('liveRooms', 'liveRooms.id', 'imGroups.roomId')
        .select([
          'liveRooms.title',
          'imMessages.groupId',
          'imMessages.seq',
          'imMessages.sentAt',
          'imMessages.content',
          'imMessages.customType',
          'imMessages.recalledAt',
          sql<string>`im_messages.sent_at::text`.as('exactly'),
        ])
        .where('imMessages.fromUserId', '=', userId)
        .where('imMessages.systemType', 'is', null)
      const next = after
        ? own.where(
            sql<boolean>`(im_messages.sent_at, im_messages.group_id, im_messages.seq) > (${after.exactly}::timestamptz, ${after.groupId}::bigint, ${after.seq}::bigint)`,
          )
        : own
      return next
        .orderBy('imMessages.sentAt')
        .orderBy('imMessages.groupId')
        .orderBy('imMessages.seq')
        .limit(most)
        .execute()
    },
    (row) => ({
      教室: row.title,
      时间: moment(row.sentAt),
      内容: row.recalledAt ? null : contentOf(row.content, row.customType),
      撤回时间: moment(row.recalledAt),
    }),
  ),
)

/** With what somebody queued in rooms for questions. */
export const questions = listPart(
  '答疑排队.json',
  listById(
    (db, userId, afterId, most) =>
      db
        .selectFrom('answerQueue')
        .innerJoin('liveRooms', 'liveRooms.id', 'answerQueue.roomId')
        .select([
          'answerQueue.id',
          'liveRooms.title',
          'answerQueue.question',
          'answerQueue.joinedAt',
          'answerQueue.calledAt',
          'answerQueue.endedAt',
        ])
        .where('answerQueue.userId', '=', userId)
        .where('answerQueue.id', '>', afterId)
        .orderBy('answerQueue.id')
        .limit(most)
        .execute(),
    (row) => ({
      教室: row.title,
      问题: row.question,
      排队时间: moment(row.joinedAt),
      叫到时间: moment(row.calledAt),
      结束时间: moment(row.endedAt),
    }),
  ),
)

function contentOf(content: object, customType: number | null): string {
  if (customType === null) return (content as TextContent).text
  const { name, count } = content as GiftContent
  return `${name} × ${count}`
}
