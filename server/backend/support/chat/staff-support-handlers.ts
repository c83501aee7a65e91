import { refuseOneself, type StaffCallContext } from '#server/backend/audit/staff-call.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { visibleText } from '#server/backend/support/visible-text.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ConversationEvent, ConversationSide, RoundClosedBy } from '#shared/contract/enums.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import type { StaffConversation, staffSupportApi } from '#shared/contract/staff-support.ts'
import { dayStart } from '#shared/rules/month-days.ts'
import { supportMissedLength, supportPageLength } from '#shared/rules/support-rules.ts'
import {
  appendMessage,
  type Conversation,
  findAgentRole,
  findSent,
  listMessages,
  lockConversation,
} from './conversation-store.ts'
import { beatAgent, countAgents, isAgentThere } from './duty-store.ts'
import { readDuty, showDuty } from './duty.ts'
import { endRound, giveTo, noteAnswer } from './round-store.ts'
import { countQueue, findColleague, findForStaff, listQueue, readFigures } from './staff-conversation-store.ts'
import { findPictures } from './talk.ts'
import { answerTicket } from './ticket-of-round-store.ts'

const longestFiguresMs = 366 * 86_400_000
const subject = 'conversation'

const noConversation = (): ApiError => new ApiError(Code.NotFound, '没有找到这个对话')

/** The conversation, locked, for somebody who isn't its owner; one that nobody has begun isn't there. */
async function lockForStaff(ctx: StaffCallContext, session: Session, id: number, doing: string): Promise<Conversation> {
  const conversation = await lockConversation(ctx.db, id)
  if (!conversation || conversation.roundNo === 0) throw noConversation()
  if (conversation.userId !== null) refuseOneself(session, conversation.userId, doing)
  return conversation
}

function refuseClosed({ closedAt }: Conversation): void {
  if (closedAt !== null) throw new ApiError(Code.Toast, '这个对话已经结束，学员再说话时会重新开始')
}

/** Takes it for who calls; refuses when a colleague who is there has it. False: they had it already. */
async function takeFor(ctx: StaffCallContext, conversation: Conversation, { userId }: Session): Promise<boolean> {
  const { id, agentId, roundNo } = conversation
  const now = new Date(ctx.clock.now())
  if (agentId === userId) return false
  if (agentId !== null && (await isAgentThere(ctx.db, agentId, now)))
    throw new ApiError(Code.Toast, '同事正在接待这个对话')
  await giveTo(ctx.db, { id, roundNo, agentId: userId, byId: userId }, now)
  const role = await findAgentRole(ctx.db, userId)
  const event = agentId === null ? ConversationEvent.taken : ConversationEvent.handedOver
  await appendMessage(
    ctx.db,
    id,
    { side: ConversationSide.school, event, agentId: userId, content: `${role}来了` },
    now,
  )
  return true
}

async function show(ctx: StaffCallContext, id: number): Promise<StaffConversation> {
  const found = await findForStaff(ctx.db, id)
  if (!found) throw noConversation()
  return found
}

/** What agents of customer service do. */
export const staffSupportHandlers: Handlers<typeof staffSupportApi> = {
  async queue(ctx, { which, ...page }, { userId }) {
    const records = await listQueue(ctx.db, { kind: which, agentId: userId }, page)
    return {
      ...toPage(records, await countQueue(ctx.db, which, userId), page),
      duty: showDuty(await readDuty(ctx)),
      waiting: await countQueue(ctx.db, 'waiting', userId),
    }
  },

  async show(ctx, { id, afterSeq, beforeSeq }) {
    const conversation = await show(ctx, id)
    const size = afterSeq === undefined ? supportPageLength : supportMissedLength
    return { conversation, messages: await listMessages(ctx.db, id, { afterSeq, beforeSeq, size }) }
  },

  async take(ctx, { id }, session) {
    const conversation = await lockForStaff(ctx, session, id, '接待自己的对话')
    refuseClosed(conversation)
    if (await takeFor(ctx, conversation, session))
      await ctx.acts.record(ctx.db, {
        action: 'conversation.take',
        subject,
        subjectId: id,
        before: { agentId: conversation.agentId },
        after: { agentId: session.userId },
      })
    else ctx.acts.unchanged()
    afterCommit(() => ctx.support.line?.tell(id))
    return show(ctx, id)
  },

  async answer(ctx, { id, text, pictures: urls, clientMsgId }, session) {
    const content = visibleText(text)
    if (content === '' && urls.length === 0) throw new ApiError(Code.Toast, '先写点什么再发送')
    const conversation = await lockForStaff(ctx, session, id, '回复自己的对话')
    const before = await findSent(ctx.db, id, ConversationSide.agent, clientMsgId)
    if (before !== undefined) {
      ctx.acts.unchanged()
      return { seq: before }
    }
    refuseClosed(conversation)
    if (urls.length > 0 && conversation.userId === null)
      throw new ApiError(Code.Toast, '访客没有登录，看不到图片，请用文字说')
    const pictures = await findPictures(ctx, session, urls)
    await takeFor(ctx, conversation, session)
    const now = new Date(ctx.clock.now())
    const agentId = session.userId
    const answer = { side: ConversationSide.agent, agentId, clientMsgId, content, pictures }
    const seq = await appendMessage(ctx.db, id, answer, now)
    await noteAnswer(ctx.db, { id, seq, agentId }, now)
    await answerTicket(ctx.db, { ticketNo: conversation.ticketNo, agentId, content, pictures }, now)
    // what was said isn't repeated there: the conversation has it
    await ctx.acts.record(ctx.db, { action: 'conversation.answer', subject, subjectId: id, detail: { seq } })
    afterCommit(() => ctx.support.line?.tell(id))
    return { seq }
  },

  async handOver(ctx, { id, toUserId, note }, session) {
    const conversation = await lockForStaff(ctx, session, id, '转交自己的对话')
    refuseClosed(conversation)
    const now = new Date(ctx.clock.now())
    const { agentId, roundNo, userId } = conversation
    if (agentId !== session.userId && agentId !== null && (await isAgentThere(ctx.db, agentId, now)))
      throw new ApiError(Code.Toast, '同事正在接待这个对话')
    if (toUserId === agentId) throw new ApiError(Code.Toast, '对话已经在这位同事手里')
    const colleague = await findColleague(ctx.db, toUserId)
    if (!hasRight(colleague, 'conversation.answer') || toUserId === userId)
      throw new ApiError(Code.Toast, '只能转给能回复客服会话的同事')
    await giveTo(ctx.db, { id, roundNo, agentId: toUserId, byId: session.userId, note: note || null }, now)
    const role = await findAgentRole(ctx.db, toUserId)
    await appendMessage(
      ctx.db,
      id,
      {
        side: ConversationSide.school,
        event: ConversationEvent.handedOver,
        agentId: toUserId,
        content: `已转给${role}，接着在这里说就好`,
      },
      now,
    )
    await ctx.acts.record(ctx.db, {
      action: 'conversation.hand-over',
      subject,
      subjectId: id,
      before: { agentId },
      after: { agentId: toUserId },
    })
    afterCommit(() => ctx.support.line?.tell(id))
    return show(ctx, id)
  },

  async close(ctx, { id }, session) {
    const conversation = await lockForStaff(ctx, session, id, '结束自己的对话')
    if (conversation.closedAt !== null) {
      ctx.acts.unchanged()
      return show(ctx, id)
    }
    const now = new Date(ctx.clock.now())
    const { agentId } = conversation
    if (agentId !== session.userId && agentId !== null && (await isAgentThere(ctx.db, agentId, now)))
      throw new ApiError(Code.Toast, '同事正在接待这个对话')
    if (conversation.firstAnswerAt === null) throw new ApiError(Code.Toast, '这次还没有回复过学员，先回复再结束')
    await appendMessage(
      ctx.db,
      id,
      { side: ConversationSide.school, event: ConversationEvent.closed, content: '客服结束了这次对话，有事随时再说' },
      now,
    )
    await endRound(ctx.db, id, RoundClosedBy.agent, now)
    await ctx.acts.record(ctx.db, { action: 'conversation.close', subject, subjectId: id })
    afterCommit(() => ctx.support.line?.tell(id))
    return show(ctx, id)
  },

  async presence(ctx, { isAway }, { userId }) {
    const now = new Date(ctx.clock.now())
    const wasThere = await beatAgent(ctx.db, { userId, isAway }, now)
    if (wasThere === isAway)
      await ctx.acts.record(ctx.db, {
        action: isAway ? 'conversation.leave' : 'conversation.come',
        subject: 'agent',
        subjectId: userId,
      })
    else ctx.acts.unchanged()
    return { duty: showDuty(await readDuty(ctx)), agents: await countAgents(ctx.db, now) }
  },

  async figures(ctx, { from, to }) {
    const span = dayStart(to) - dayStart(from)
    if (span < 0) throw new ApiError(Code.Toast, '结束日期早于开始日期')
    if (span > longestFiguresMs) throw new ApiError(Code.Toast, '一次最多看一年')
    return readFigures(ctx.db, { from, to }, new Date(ctx.clock.now()))
  },
}
