import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import type { SupportState } from '#shared/contract/support.ts'
import { type Conversation, countUnread, findAgentRole, readQueuePlace } from './conversation-store.ts'
import { countAgents } from './duty-store.ts'
import { type DutyNow, readDuty, showDuty } from './duty.ts'

const weekMs = 7 * 86_400_000

/** How a conversation stands: `new` before the first word. */
export function standOf(conversation: Conversation | undefined): SupportState['state'] {
  if (!conversation || conversation.roundNo === 0) return 'new'
  if (conversation.closedAt !== null) return 'closed'
  return conversation.waitingSince === null ? 'answered' : 'waiting'
}

/** How many are before them, and how long the last ones waited: told only while somebody is there to come to them. */
async function readWait(
  ctx: Pick<BackendContext, 'clock' | 'db'>,
  { id, waitingSince, agentId }: Conversation,
  duty: DutyNow,
): Promise<{ ahead: number | null; expectedSec: number | null }> {
  if (waitingSince === null || agentId !== null || !duty.isOnDuty) return { ahead: null, expectedSec: null }
  const now = ctx.clock.now()
  const { ahead, medianSec } = await readQueuePlace(ctx.db, { id, waitingSince }, new Date(now - weekMs))
  const agents = Math.max(1, await countAgents(ctx.db, new Date(now)))
  return { ahead, expectedSec: medianSec === null ? null : Math.ceil((medianSec * (ahead + 1)) / agents) }
}

/** What the owner is told of their conversation, or of that there is none. */
export async function showState(
  ctx: Pick<BackendContext, 'clock' | 'config' | 'db'>,
  session: Session | undefined,
  conversation: Conversation | undefined,
): Promise<SupportState> {
  const duty = await readDuty(ctx)
  const base = { duty: showDuty(duty), state: standOf(conversation), isVisitor: session === undefined }
  if (!conversation)
    return {
      ...base,
      lastSeq: 0,
      seenSeq: 0,
      unread: 0,
      agentRole: null,
      ahead: null,
      expectedSec: null,
      ticketNo: null,
      answerDueTime: duty.isOnDuty ? null : duty.answerDueTime,
      mayRate: false,
      rating: null,
      contact: null,
    }
  const { lastSeq, seenSeq, agentId, closedAt, firstAnswerAt, rating, contact } = conversation
  const isRunning = base.state !== 'closed'
  return {
    ...base,
    lastSeq,
    seenSeq,
    unread: await countUnread(ctx.db, conversation),
    agentRole: agentId === null ? null : await findAgentRole(ctx.db, agentId),
    ...(await readWait(ctx, conversation, duty)),
    ticketNo: isRunning ? conversation.ticketNo : null,
    answerDueTime: duty.isOnDuty ? null : duty.answerDueTime,
    mayRate: closedAt !== null && firstAnswerAt !== null && rating === null,
    rating,
    contact,
  }
}
