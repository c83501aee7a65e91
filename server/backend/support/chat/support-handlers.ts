import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { supportApi } from '#shared/contract/support.ts'
import { supportMissedLength, supportPageLength } from '#shared/rules/support-rules.ts'
import { type Conversation, countUnread, findConversationById, listMessages, markSeen } from './conversation-store.ts'
import { readDuty, showDuty } from './duty.ts'
import { findNickname } from './staff-conversation-store.ts'
import { findOwn, keepAtLogin, ownerKey, requireOwnDesk } from './owner.ts'
import { rateRound } from './round-store.ts'
import { showState } from './state.ts'
import { say } from './talk.ts'

/** What the caller's browser joins the socket with. */
function signFor(
  ctx: CallContext,
  session: Session | undefined,
  conversation: Conversation | undefined,
): string | null {
  return conversation
    ? requireOwnDesk(ctx).sign({ conversationId: conversation.id, sessionId: session?.id ?? null })
    : null
}

/** What learners and visitors do in their conversation. */
export const supportHandlers: Handlers<typeof supportApi> = {
  async duty(ctx) {
    return showDuty(await readDuty(ctx))
  },

  async open(ctx, _input, session) {
    requireOwnDesk(ctx)
    await ctx.limits.take('supportJoined', ownerKey(ctx, session))
    await keepAtLogin(ctx, session)
    const conversation = await findOwn(ctx, session)
    return {
      state: await showState(ctx, session, conversation),
      messages: conversation ? await listMessages(ctx.db, conversation.id, { size: supportPageLength }) : [],
      sign: signFor(ctx, session, conversation),
    }
  },

  async messages(ctx, { afterSeq, beforeSeq }, session) {
    requireOwnDesk(ctx)
    const conversation = await findOwn(ctx, session)
    const size = afterSeq === undefined ? supportPageLength : supportMissedLength
    return {
      state: await showState(ctx, session, conversation),
      messages: conversation ? await listMessages(ctx.db, conversation.id, { afterSeq, beforeSeq, size }) : [],
    }
  },

  async send(ctx, input, session) {
    requireOwnDesk(ctx)
    await keepAtLogin(ctx, session)
    const { id, seq } = await say(ctx, session, input)
    const conversation = await findConversationById(ctx.db, id)
    return {
      seq,
      state: await showState(ctx, session, conversation),
      sign: signFor(ctx, session, conversation),
    }
  },

  async seen(ctx, { upTo }, session) {
    requireOwnDesk(ctx)
    const conversation = await findOwn(ctx, session)
    if (!conversation) return { unread: 0 }
    await markSeen(ctx.db, conversation.id, upTo)
    const seenSeq = Math.max(conversation.seenSeq, Math.min(upTo, conversation.lastSeq))
    return { unread: await countUnread(ctx.db, { id: conversation.id, seenSeq }) }
  },

  async unread(ctx, _input, session) {
    requireOwnDesk(ctx)
    const conversation = await findOwn(ctx, session)
    return { unread: conversation ? await countUnread(ctx.db, conversation) : 0 }
  },

  async rate(ctx, { score, words }, session) {
    requireOwnDesk(ctx)
    const conversation = await findOwn(ctx, session)
    if (!conversation) throw new ApiError(Code.NotFound, '还没有对话')
    if (conversation.closedAt === null) throw new ApiError(Code.Toast, '对话结束以后再评价')
    if (conversation.firstAnswerAt === null) throw new ApiError(Code.Toast, '这次对话还没有人回复，不用评价')
    const now = new Date(ctx.clock.now())
    if (!(await rateRound(ctx.db, { id: conversation.id, score, words: words || null }, now)))
      throw new ApiError(Code.Toast, '这次对话已经评价过了')
    return showState(ctx, session, await findOwn(ctx, session))
  },

  async identity(ctx, _input, { userId }) {
    const { inbox } = ctx.support
    return inbox ? { ...inbox.identify(userId), name: await findNickname(ctx.db, userId) } : null
  },
}
