import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { loadServiceHours } from '#server/backend/support/hours/hours.ts'
import { visibleText } from '#server/backend/support/visible-text.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { TicketSide, TicketState } from '#shared/contract/enums.ts'
import type { Ticket, ticketApi } from '#shared/contract/ticket.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { addWorkingDays } from '#shared/rules/service-hours.ts'
import { rateDays, reopenDays } from '#shared/rules/ticket-rules.ts'
import { addMessage, hasMessage } from './ticket-message-store.ts'
import { readMessages } from './ticket-messages.ts'
import { countOwnTickets, findOwnTicket, listOwnTickets, type TicketView } from './ticket-read-store.ts'
import { saidMore, setRating, setReopened } from './ticket-state-store.ts'
import { answerWorkingDays, readPictures, readWords } from './ticket-words.ts'

const { open, taken, answered, closed } = TicketState
/** What one ticket may hold; who has more to say opens another. */
const mostMessages = 500

const isDue = (state: TicketState): boolean => state === open || state === taken

async function getOwn(
  ctx: Pick<CallContext, 'db'>,
  { userId }: Session,
  no: string,
  isHeld = false,
): Promise<TicketView> {
  const ticket = await findOwnTicket(ctx.db, userId, no, isHeld)
  if (!ticket) throw new ApiError(Code.NotFound, '没有找到这条反馈')
  return ticket
}

async function showOwn(ctx: CallContext, session: Session, no: string, before?: number): Promise<Ticket> {
  const ticket = await getOwn(ctx, session, no)
  const now = ctx.clock.now()
  const { messages, more } = await readMessages(ctx.db, ticket.id, before)
  const { state, rating, dueAt, closedAt } = ticket
  const reopenUntil = closedAt ? closedAt.getTime() + reopenDays * dayMs : null
  const canRateClosed = closedAt !== null && rating === null && closedAt.getTime() + rateDays * dayMs > now
  return {
    no: ticket.no,
    kind: ticket.kind,
    state,
    category: ticket.category,
    problemName: ticket.problemName,
    courseName: ticket.courseName,
    periodName: ticket.periodName,
    orderNo: ticket.orderNo,
    contact: ticket.contact,
    createTime: ticket.createdAt.getTime(),
    dueTime: isDue(state) ? dueAt.getTime() : null,
    closeTime: closedAt?.getTime() ?? null,
    rating,
    ratingWords: ticket.ratingWords,
    canWrite: state !== closed,
    canRate: state === answered || canRateClosed,
    canReopen: reopenUntil !== null && reopenUntil > now,
    reopenUntil,
    messages: messages.map(({ nickname: _nickname, ...message }) => message),
    more,
  }
}

interface Said {
  readonly content: string
  readonly images: readonly string[]
  readonly clientToken?: string | undefined
}

/** Adds what the asker says. */
async function say(
  ctx: CallContext,
  session: Session,
  id: number,
  { content, images, clientToken }: Said,
): Promise<void> {
  await ctx.limits.take('ticketMessage', String(session.userId))
  const message = {
    side: TicketSide.asker,
    userId: session.userId,
    content: readWords(content),
    pictures: await readPictures(ctx.db, session, images),
    clientToken: clientToken ?? null,
  }
  const added = await addMessage(ctx.db, id, message, new Date(ctx.clock.now()))
  if (added && added.seq > mostMessages) throw new ApiError(Code.Toast, '这件事说得够长了，请另写一条反馈')
}

async function isRepeated(ctx: CallContext, id: number, clientToken: string | undefined): Promise<boolean> {
  return clientToken !== undefined && (await hasMessage(ctx.db, id, { side: TicketSide.asker, clientToken }))
}

async function newDue(ctx: CallContext): Promise<Date> {
  return new Date(addWorkingDays(await loadServiceHours(ctx), ctx.clock.now(), answerWorkingDays))
}

/** What learners do about what they have told the school. */
export const ticketHandlers: Handlers<typeof ticketApi> = {
  async list(ctx, { filter, ...page }, { userId }) {
    const rows = await listOwnTickets(ctx.db, userId, filter, page)
    const counts = await countOwnTickets(ctx.db, userId)
    const total = filter === undefined ? counts.waiting + counts.answered + counts.closed : counts[filter]
    const records = rows.map((row) => ({
      no: row.no,
      kind: row.kind,
      state: row.state,
      summary: row.summary,
      courseName: row.courseName,
      createTime: row.createdAt.getTime(),
      updateTime: row.updatedAt.getTime(),
      dueTime: isDue(row.state) ? row.dueAt.getTime() : null,
      rating: row.rating,
    }))
    return { ...toPage(records, total, page), counts }
  },

  async detail(ctx, { no, before }, session) {
    return showOwn(ctx, session, no, before)
  },

  async message(ctx, { no, ...said }, session) {
    const { id, state } = await getOwn(ctx, session, no, true)
    if (await isRepeated(ctx, id, said.clientToken)) return showOwn(ctx, session, no)
    if (state === closed) throw new ApiError(Code.Toast, '这件事已经结束，重新打开后才能继续说')
    await say(ctx, session, id, said)
    await saidMore(ctx.db, id, await newDue(ctx), new Date(ctx.clock.now()))
    return showOwn(ctx, session, no)
  },

  async rate(ctx, { no, rating, words }, session) {
    const { id, state, closedAt, rating: given } = await getOwn(ctx, session, no, true)
    const now = ctx.clock.now()
    if (isDue(state)) throw new ApiError(Code.Toast, '等我们答复后再评价')
    if (given !== null) throw new ApiError(Code.Toast, '已经评价过了')
    if (closedAt && closedAt.getTime() + rateDays * dayMs <= now)
      throw new ApiError(Code.Toast, '结束太久，不能再评价了')
    await setRating(ctx.db, id, { rating, words: visibleText(words) || null }, new Date(now))
    return showOwn(ctx, session, no)
  },

  async reopen(ctx, { no, ...said }, session) {
    const { id, closedAt } = await getOwn(ctx, session, no, true)
    const now = ctx.clock.now()
    if (await isRepeated(ctx, id, said.clientToken)) return showOwn(ctx, session, no)
    if (!closedAt) throw new ApiError(Code.Toast, '这件事还没有结束，直接写下来就好')
    if (closedAt.getTime() + reopenDays * dayMs <= now)
      throw new ApiError(Code.Toast, `结束超过 ${reopenDays} 天，请另写一条反馈`)
    await setReopened(ctx.db, id, await newDue(ctx), new Date(now))
    await say(ctx, session, id, said)
    return showOwn(ctx, session, no)
  },
}
