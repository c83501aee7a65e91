import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { giveVisitor } from '#server/backend/http/visitor-cookie.ts'
import { openTicket } from '#server/backend/support/ticket/open-ticket.ts'
import { visibleText } from '#server/backend/support/visible-text.ts'
import { findOwnFiles, type StoredFile } from '#server/backend/upload/upload-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { ConversationEvent, ConversationSide, TicketKind } from '#shared/contract/enums.ts'
import { momentText } from '#shared/rules/number-text.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'
import {
  appendMessage,
  type Conversation,
  type ConversationOwner,
  findConversationById,
  findSent,
  openConversation,
  setContact,
  setHoursOver,
  setWaiting,
} from './conversation-store.ts'
import { type DutyNow, offDutyText, readDuty } from './duty.ts'
import { ownerKey, ownerOf } from './owner.ts'
import { beginRound, setTicketNo } from './round-store.ts'

/** What somebody says to customer service. */
export interface SaidWords {
  readonly text: string
  readonly pictures: readonly string[]
  readonly clientMsgId: string
  readonly contact?: string | undefined
}

/** Pictures that the caller has uploaded for this; throws when one of them is somebody else's, hasn't come, or isn't a picture. */
export async function findPictures(
  ctx: Pick<CallContext, 'db'>,
  session: Pick<Session, 'userId'>,
  urls: readonly string[],
): Promise<readonly StoredFile[]> {
  if (urls.length === 0) return []
  const files = await findOwnFiles(ctx.db, session.userId, [...new Set(urls)], 'study')
  if (!files?.every(({ name }) => uploadTypeOf(name)?.kind === 'image'))
    throw new ApiError(Code.Toast, '有图片没有上传成功，请重新上传')
  return files
}

function ticketText({ userId, contact }: Conversation, no: string, dueTime: number): string {
  const where =
    userId !== null
      ? '，回复会进你的消息'
      : contact === null
        ? '，打开这个窗口就能看到'
        : '，也会按你留的联系方式联系你'
  return `已记为工单 ${no}，${momentText(dueTime)} 前回复${where}`
}

/** What was asked while nobody is there gets a number and a time, once a round. */
export async function takeTicket(
  trx: DatabaseTransaction,
  conversation: Conversation,
  { content, duty }: { content: string; duty: DutyNow },
  now: Date,
): Promise<void> {
  if (conversation.ticketNo !== null) return
  const { id, roundNo, userId, contact } = conversation
  const ticket = await openTicket(
    trx,
    {
      kind: TicketKind.conversation,
      userId,
      content,
      contact,
      dueAt: new Date(duty.answerDueTime),
      clientToken: `conversation:${id}:${roundNo}`,
    },
    now,
  )
  await setTicketNo(trx, id, roundNo, ticket.no)
  const words = ticketText(conversation, ticket.no, duty.answerDueTime)
  await appendMessage(trx, id, { side: ConversationSide.school, event: ConversationEvent.ticket, content: words }, now)
}

/** Says once that nobody is there, and from when on somebody is. */
export async function tellOffDuty(
  trx: DatabaseTransaction,
  { id, hoursOverAt }: Pick<Conversation, 'id' | 'hoursOverAt'>,
  duty: DutyNow,
  now: Date,
): Promise<void> {
  if (hoursOverAt !== null) return
  await setHoursOver(trx, id, now)
  await appendMessage(
    trx,
    id,
    { side: ConversationSide.school, event: ConversationEvent.offDuty, content: offDutyText(duty) },
    now,
  )
}

async function reread(trx: DatabaseTransaction, id: number): Promise<Conversation> {
  const found = await findConversationById(trx, id)
  if (!found) throw new Error(`The conversation ${id} is gone.`)
  return found
}

async function append(
  trx: DatabaseTransaction,
  owner: ConversationOwner,
  words: { content: string; clientMsgId: string; contact: string | undefined; pictures: readonly StoredFile[] },
  { duty, now }: { duty: DutyNow; now: Date },
): Promise<{ id: number; seq: number }> {
  const opened = await openConversation(trx, owner, now)
  const { id } = opened
  const before = await findSent(trx, id, ConversationSide.owner, words.clientMsgId)
  if (before !== undefined) return { id, seq: before }
  if (words.contact && opened.userId === null) await setContact(trx, id, words.contact)
  if (opened.roundNo === 0 || opened.closedAt !== null) await beginRound(trx, id, { now, isOnDuty: duty.isOnDuty })
  const { content, clientMsgId, pictures } = words
  const seq = await appendMessage(trx, id, { side: ConversationSide.owner, content, clientMsgId, pictures }, now)
  await setWaiting(trx, id, now)
  const conversation = await reread(trx, id)
  if (!duty.isOnDuty) {
    await tellOffDuty(trx, conversation, duty, now)
    await takeTicket(trx, conversation, { content: content || '（图片）', duty }, now)
  } else if (conversation.hoursOverAt !== null) await setHoursOver(trx, id, null)
  return { id, seq }
}

/** Says something as who asks; answers its number. The same mark again is the same message. */
export async function say(
  ctx: CallContext,
  session: Session | undefined,
  { text, pictures: urls, clientMsgId, contact }: SaidWords,
): Promise<{ id: number; seq: number }> {
  const content = visibleText(text)
  if (content === '' && urls.length === 0) throw new ApiError(Code.Toast, '先写点什么再发送')
  const known = ownerOf(ctx, session)
  if (!known) await ctx.limits.take('supportBegun', ctx.address)
  else {
    await ctx.limits.take('supportSaid', ownerKey(ctx, session))
    await ctx.limits.take('supportSaidDay', ownerKey(ctx, session))
  }
  if (!session) await ctx.limits.take('supportSaidAddress', ctx.address)
  if (!session && urls.length > 0) throw new ApiError(Code.LogoutCode, '登录后可以发图片')
  const pictures = session ? await findPictures(ctx, session, urls) : []
  const owner = session ? { userId: session.userId } : { visitorHash: giveVisitor(ctx) }
  const duty = await readDuty(ctx)
  const now = new Date(ctx.clock.now())
  const said = { content, clientMsgId, contact: contact || undefined, pictures }
  return ctx.tx(async (trx) => {
    const sent = await append(trx, owner, said, { duty, now })
    afterCommit(() => ctx.support.line?.tell(sent.id))
    return sent
  })
}
