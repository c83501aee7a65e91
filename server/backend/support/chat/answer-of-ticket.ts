import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import type { Database } from '#server/backend/db/database.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import type { PictureOf } from '#server/backend/support/ticket/ticket-store.ts'
import { ConversationSide } from '#shared/contract/enums.ts'
import { markTold } from './clock-store.ts'
import { appendMessage, type Conversation, lockConversation } from './conversation-store.ts'
import { noteAnswer, noteLateAnswer } from './round-store.ts'
import { findRoundOfTicket } from './ticket-of-round-store.ts'

/** A conversation in which a ticket was made, and the round in which that was. */
export interface AskedConversation {
  readonly conversation: Conversation
  readonly roundNo: number
}

/** The conversation in which a ticket was made, locked: whoever answers the ticket takes it first, as who speaks in it does. */
export async function lockAsked(trx: Database, ticketNo: string): Promise<AskedConversation | undefined> {
  const round = await findRoundOfTicket(trx, ticketNo)
  const conversation = round && (await lockConversation(trx, round.conversationId))
  return conversation && { conversation, roundNo: round.roundNo }
}

/** What was answered to the ticket is said in the conversation, too. Who has an account was told by the ticket: nothing else comes to the inbox for it. */
export async function sayAnswer(
  ctx: StaffCallContext,
  { conversation, roundNo }: AskedConversation,
  said: { agentId: number; content: string; pictures: readonly PictureOf[] },
): Promise<void> {
  const { id, userId } = conversation
  const now = new Date(ctx.clock.now())
  const seq = await appendMessage(ctx.db, id, { side: ConversationSide.agent, ...said }, now)
  // what was asked since, in another round, still waits
  if (roundNo === conversation.roundNo) await noteAnswer(ctx.db, { id, seq, agentId: said.agentId }, now)
  else await noteLateAnswer(ctx.db, { id, seq }, now)
  if (userId !== null) await markTold(ctx.db, id, seq)
  afterCommit(() => ctx.support.line?.tell(id))
}
