import { ConversationSide } from '#shared/contract/enums.ts'
import { listOf, listsPart, moment } from './export-part.ts'

interface Said {
  seq: number
  side: ConversationSide
  content: string
  sentAt: Date
  pictures: number
}

const speakers = { [ConversationSide.owner]: '我', [ConversationSide.agent]: '客服', [ConversationSide.school]: '系统' }

/** The conversation with customer service, and how it was rated. */
export const conversation = listsPart('客服对话.json', {
  对话: listOf<Said>(
    (db, userId, after, most) =>
      db
        .selectFrom('conversationMessages')
        .innerJoin('conversations', 'conversations.id', 'conversationMessages.conversationId')
        .select(({ selectFrom, fn }) => [
          'conversationMessages.seq',
          'conversationMessages.side',
          'conversationMessages.content',
          'conversationMessages.sentAt',
          selectFrom('conversationPictures')
            .whereRef('conversationPictures.conversationId', '=', 'conversationMessages.conversationId')
            .whereRef('conversationPictures.seq', '=', 'conversationMessages.seq')
            .select(fn.countAll<number>().as('count'))
            .$asScalar()
            .as('pictures'),
        ])
        .where('conversations.userId', '=', userId)
        .where('conversationMessages.seq', '>', after?.seq ?? 0)
        .orderBy('conversationMessages.seq')
        .limit(most)
        .execute() as Promise<Said[]>,
    (row) => ({
      序号: row.seq,
      谁说的: speakers[row.side],
      内容: row.content,
      图片张数: Number(row.pictures),
      时间: moment(row.sentAt),
    }),
  ),
  评价: listOf<{
    roundNo: number
    openedAt: Date
    rating: number | null
    ratingWords: string | null
    ratedAt: Date | null
  }>(
    (db, userId, after, most) =>
      db
        .selectFrom('conversationRounds')
        .innerJoin('conversations', 'conversations.id', 'conversationRounds.conversationId')
        .select([
          'conversationRounds.roundNo',
          'conversationRounds.openedAt',
          'conversationRounds.rating',
          'conversationRounds.ratingWords',
          'conversationRounds.ratedAt',
        ])
        .where('conversations.userId', '=', userId)
        .where('conversationRounds.rating', 'is not', null)
        .where('conversationRounds.roundNo', '>', after?.roundNo ?? 0)
        .orderBy('conversationRounds.roundNo')
        .limit(most)
        .execute(),
    (row) => ({
      对话开始: moment(row.openedAt),
      星数: row.rating,
      评价: row.ratingWords,
      评价时间: moment(row.ratedAt),
    }),
  ),
})
