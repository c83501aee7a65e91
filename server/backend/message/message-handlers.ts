import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { messageApi } from '#shared/contract/message.ts'
import {
  answerMessage,
  countMessages,
  findMessage,
  findUnread,
  listMessages,
  listWaiting,
  readAll,
} from './message-store.ts'

async function answer(ctx: CallContext, { userId }: Session, id: number, confirms: boolean): Promise<true> {
  const found = await answerMessage(ctx.db, { userId, id, confirms, now: new Date(ctx.clock.now()) })
  if (!found) throw new ApiError(Code.NotFound, '没有找到这条消息')
  return true
}

export const messageHandlers: Handlers<typeof messageApi> = {
  async list(ctx, { topic, ...page }, { userId }) {
    const records = await listMessages(ctx.db, userId, topic, page)
    const { total, more } = await countMessages(ctx.db, userId, topic)
    return { ...toPage(records, total, page), more }
  },

  async detail(ctx, { msgId }, { userId }) {
    const message = await findMessage(ctx.db, userId, msgId)
    if (!message) throw new ApiError(Code.NotFound, '没有找到这条消息')
    return message
  },

  async allRead(ctx, _input, { userId }) {
    await readAll(ctx.db, userId, new Date(ctx.clock.now()))
    return true
  },

  async confirm(ctx, { msgId }, session) {
    return answer(ctx, session, msgId, true)
  },

  async read(ctx, { msgId }, session) {
    return answer(ctx, session, msgId, false)
  },

  async checkReview(ctx, _input, { userId }) {
    return { checkReview: await findUnread(ctx.db, userId), warnList: await listWaiting(ctx.db, userId) }
  },
}
