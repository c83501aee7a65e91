import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { notify } from '#server/backend/message/notify.ts'
import { ConversationEvent, ConversationSide, RoundClosedBy } from '#shared/contract/enums.ts'
import { supportIdleMs, supportKeptMs, visitorKeptMs } from '#shared/rules/support-rules.ts'
import { forgetConversations, listCrossing, listIdle, listUnseen, markTold, type UnseenAnswer } from './clock-store.ts'
import { appendMessage, findSaid, lockConversation } from './conversation-store.ts'
import { type DutyNow, readDuty } from './duty.ts'
import { forgetDeliveries } from './inbox-store.ts'
import { endRound } from './round-store.ts'
import { takeTicket, tellOffDuty } from './talk.ts'

/** Who has the window open has seen an answer by then. */
const unseenMs = 60_000
/** A signature is good for less; the rest is for clocks that differ. */
const deliveryMs = 3_600_000
const shownLength = 200
/** The rest is for the next minute. */
const mostAtOnce = 200

/** The hours are over while somebody is being answered: they are told, and what they still wait for gets a number. */
async function cross(ctx: BackendContext, id: number, duty: DutyNow): Promise<boolean> {
  const now = new Date(ctx.clock.now())
  return ctx.tx(async (trx) => {
    const conversation = await lockConversation(trx, id)
    if (!conversation || conversation.closedAt !== null || conversation.hoursOverAt !== null) return false
    await tellOffDuty(trx, conversation, duty, now)
    if (conversation.waitingSince !== null)
      await takeTicket(trx, conversation, { content: await findSaid(trx, id), duty }, now)
    afterCommit(() => ctx.support.line?.tell(id))
    return true
  })
}

/** Nothing was said for long after an answer: the round is over. */
async function closeIdle(ctx: BackendContext, id: number): Promise<boolean> {
  const now = new Date(ctx.clock.now())
  return ctx.tx(async (trx) => {
    const conversation = await lockConversation(trx, id)
    const isIdle =
      conversation?.closedAt === null &&
      conversation.waitingSince === null &&
      conversation.lastAt.getTime() <= now.getTime() - supportIdleMs
    if (!isIdle) return false
    await appendMessage(
      trx,
      id,
      {
        side: ConversationSide.school,
        event: ConversationEvent.closedByIdle,
        content: '有一阵没有说话，这次对话先结束，有事随时再说',
      },
      now,
    )
    await endRound(trx, id, RoundClosedBy.idle, now)
    afterCommit(() => ctx.support.line?.tell(id))
    return true
  })
}

/** An answer that its learner hasn't seen comes to the inbox: once, until they look. */
async function tellInbox(ctx: BackendContext, { id, userId, seq, content }: UnseenAnswer): Promise<boolean> {
  const now = new Date(ctx.clock.now())
  return ctx.tx(async (trx) => {
    if (!(await markTold(trx, id, seq))) return false
    const text = content.length > shownLength ? `${content.slice(0, shownLength)}…` : content
    await notify(trx, now, {
      userId,
      topic: 'support',
      ref: `conversation:${id}:${seq}`,
      title: '客服回复了你',
      text: `${text}\n打开客服窗口可以接着说。`,
    })
    return true
  })
}

async function countDone<T>(items: readonly T[], work: (item: T) => Promise<boolean>): Promise<number> {
  let count = 0
  for (const item of items) if (await work(item)) count += 1
  return count
}

/** What time does to conversations: the closing hour, silence, answers that weren't seen, and what is kept no longer. */
export const conversationClockJob: Job = {
  name: 'conversations.clock',
  cron: '* * * * *',
  async run(ctx) {
    const now = ctx.clock.now()
    const duty = await readDuty(ctx)
    const crossing = duty.isOpen ? [] : await listCrossing(ctx.db, mostAtOnce)
    const crossed = await countDone(crossing, (id) => cross(ctx, id, duty))
    const idle = await listIdle(ctx.db, new Date(now - supportIdleMs), mostAtOnce)
    const closed = await countDone(idle, (id) => closeIdle(ctx, id))
    const unseen = await listUnseen(ctx.db, new Date(now - unseenMs), mostAtOnce)
    const told = await countDone(unseen, (answer) => tellInbox(ctx, answer))
    const before = { visitors: new Date(now - visitorKeptMs), accounts: new Date(now - supportKeptMs) }
    const forgotten = await ctx.tx(
      async (trx) =>
        (await forgetConversations(trx, before, mostAtOnce)) +
        (await forgetDeliveries(trx, new Date(now - deliveryMs))),
    )
    return crossed + closed + told + forgotten
  },
}
