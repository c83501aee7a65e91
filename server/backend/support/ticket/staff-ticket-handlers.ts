import { movedSince } from '#server/backend/audit/moved-since.ts'
import { refuseOneself, type StaffCallContext } from '#server/backend/audit/staff-call.ts'
import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { type AskedConversation, lockAsked, sayAnswer } from '#server/backend/support/chat/answer-of-ticket.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { TicketKind, TicketSide, TicketState } from '#shared/contract/enums.ts'
import { hasRight } from '#shared/contract/staff-rights.ts'
import type { StaffTicket, StaffTicketRow, staffTicketApi } from '#shared/contract/staff-ticket.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { deleteCanned, listCanned, saveCanned } from './canned-store.ts'
import { saveHours, showHours } from './staff-hours.ts'
import { addMessage, hasMessage } from './ticket-message-store.ts'
import { readMessages } from './ticket-messages.ts'
import { tellAsker } from './ticket-notices.ts'
import { countQueue, findStaffTicket, isOwnTicket, listQueue, type TicketView } from './ticket-read-store.ts'
import { findColleague, measureQueues } from './ticket-staff-store.ts'
import { closeByStaff, handOver, setAnswered, take } from './ticket-state-store.ts'
import { readPictures, readWords } from './ticket-words.ts'

const { open, taken, answered, closed } = TicketState
const minuteSeconds = 60
const figureDays = 30
const percent = 100

function showRow(ticket: TicketView, now: number): StaffTicketRow {
  const { state, dueAt } = ticket
  return {
    id: ticket.id,
    no: ticket.no,
    kind: ticket.kind,
    state,
    version: ticket.version,
    summary: ticket.summary,
    userId: ticket.userId,
    nickname: ticket.nickname,
    courseName: ticket.courseName,
    problemName: ticket.problemName,
    ownerId: ticket.ownerId,
    ownerName: ticket.ownerName,
    createTime: ticket.createdAt.getTime(),
    dueTime: dueAt.getTime(),
    isLate: (state === open || state === taken) && dueAt.getTime() < now,
  }
}

/** The ticket; for whom it is about there is none, and nobody acts on their own. */
async function getTicket(
  ctx: Pick<CallContext, 'db'>,
  session: Session,
  id: number,
  doing?: string,
): Promise<TicketView> {
  const ticket = await findStaffTicket(ctx.db, session.userId, id)
  if (ticket) return ticket
  if (doing !== undefined && (await isOwnTicket(ctx.db, session.userId, id)))
    refuseOneself(session, session.userId, doing)
  throw new ApiError(Code.NotFound, '没有找到这张工单')
}

async function showTicket(ctx: CallContext, session: Session, id: number, before?: number): Promise<StaffTicket> {
  const ticket = await getTicket(ctx, session, id)
  return {
    ...showRow(ticket, ctx.clock.now()),
    category: ticket.category,
    contact: ticket.contact,
    periodName: ticket.periodName,
    orderNo: ticket.orderNo,
    firstAnswerTime: ticket.firstAnsweredAt?.getTime() ?? null,
    closeTime: ticket.closedAt?.getTime() ?? null,
    rating: ticket.rating,
    ratingWords: ticket.ratingWords,
    reopened: ticket.reopened,
    ...(await readMessages(ctx.db, id, before)),
  }
}

const moved = (ctx: Pick<CallContext, 'db'>, id: number): Promise<ApiError> =>
  movedSince(ctx.db, { subject: 'ticket', id, noun: '这张工单' })

/** The conversation in which it was asked, locked before the ticket is changed: whoever answers there takes them in this order, too. */
const askedIn = (ctx: StaffCallContext, { kind, no }: TicketView): Promise<AskedConversation | undefined> =>
  kind === TicketKind.conversation ? lockAsked(ctx.db, no) : Promise.resolve(undefined)

/** The audit says what was done to which ticket, never what was said. */
function recordAct(ctx: StaffCallContext, action: string, id: number, detail: object = {}): Promise<void> {
  return ctx.acts.record(ctx.db, { action: `ticket.${action}`, subject: 'ticket', subjectId: id, detail })
}

/** Feedback, complaints and appeals as the staff handle them. */
export const staffTicketHandlers: Handlers<typeof staffTicketApi> = {
  async list(ctx, { pageNum, pageSize, ...filter }, { userId }) {
    const now = new Date(ctx.clock.now())
    const page = { pageNum, pageSize }
    const rows = await listQueue(ctx.db, userId, { ...filter, page }, now)
    return toPage(
      rows.map((row) => showRow(row, now.getTime())),
      await countQueue(ctx.db, userId, filter, now),
      page,
    )
  },

  async detail(ctx, { id, before }, session) {
    await getTicket(ctx, session, id, '查看自己的工单')
    return showTicket(ctx, session, id, before)
  },

  async take(ctx, { id, version }, session) {
    const { state, ownerName } = await getTicket(ctx, session, id, '处理自己的工单')
    if (state !== open)
      throw new ApiError(Code.Toast, state === closed ? '这张工单已经结束' : `${ownerName ?? '其他同事'}已经接手了`)
    if (!(await take(ctx.db, { id, version }, session.userId, new Date(ctx.clock.now())))) throw await moved(ctx, id)
    await recordAct(ctx, 'take', id)
    return showTicket(ctx, session, id)
  },

  async answer(ctx, { id, version, content, images, clientToken }, session) {
    const ticket = await getTicket(ctx, session, id, '答复自己的工单')
    const side = TicketSide.staff
    if (clientToken !== undefined && (await hasMessage(ctx.db, id, { side, clientToken }))) {
      ctx.acts.unchanged()
      return showTicket(ctx, session, id)
    }
    if (ticket.state === closed) throw new ApiError(Code.Toast, '这张工单已经结束')
    if (ticket.ownerId !== null && ticket.ownerId !== session.userId)
      throw new ApiError(Code.Toast, `这张工单由${ticket.ownerName ?? '其他同事'}处理，请先转交`)
    const words = readWords(content)
    if (images.length > 0 && ticket.userId === null)
      throw new ApiError(Code.Toast, '访客没有登录，看不到图片，请用文字答复')
    const pictures = await readPictures(ctx.db, session, images)
    const asked = await askedIn(ctx, ticket)
    const now = new Date(ctx.clock.now())
    if (!(await setAnswered(ctx.db, { id, version }, session.userId, now))) throw await moved(ctx, id)
    const message = { side, userId: session.userId, content: words, pictures, clientToken: clientToken ?? null }
    const added = await addMessage(ctx.db, id, message, now)
    if (asked) await sayAnswer(ctx, asked, { agentId: session.userId, content: words, pictures })
    await tellAsker(ctx.db, now, ticket, { ref: `answer.${added?.seq ?? 0}`, title: '您的反馈有了答复', text: words })
    await recordAct(ctx, 'answer', id)
    return showTicket(ctx, session, id)
  },

  async handOver(ctx, { id, version, userId }, session) {
    const { state, ownerId } = await getTicket(ctx, session, id, '转交自己的工单')
    if (state !== taken && state !== answered) throw new ApiError(Code.Toast, '只有接手了的工单可以转交')
    const colleague = await findColleague(ctx.db, userId, id)
    // whoever it is about isn't named as such: the refusal is the same
    if (!colleague || colleague.isConcerned || !hasRight(colleague, 'ticket.answer'))
      throw new ApiError(Code.Toast, '这位同事不能处理这张工单')
    if (ownerId === userId) throw new ApiError(Code.Toast, '这张工单已经由这位同事处理')
    if (!(await handOver(ctx.db, { id, version }, userId, new Date(ctx.clock.now())))) throw await moved(ctx, id)
    await recordAct(ctx, 'hand-over', id, { toId: userId })
    return true
  },

  async close(ctx, { id, version, content }, session) {
    const ticket = await getTicket(ctx, session, id, '结束自己的工单')
    if (ticket.state === closed) throw new ApiError(Code.Toast, '这张工单已经结束')
    const isAnswer = ticket.state !== answered || content.trim() !== ''
    const words = isAnswer ? readWords(content) : ''
    const asked = isAnswer ? await askedIn(ctx, ticket) : undefined
    const now = new Date(ctx.clock.now())
    if (!(await closeByStaff(ctx.db, { id, version }, { staffId: session.userId, isAnswer }, now)))
      throw await moved(ctx, id)
    if (isAnswer) await addMessage(ctx.db, id, { side: TicketSide.staff, userId: session.userId, content: words }, now)
    if (asked) await sayAnswer(ctx, asked, { agentId: session.userId, content: words, pictures: [] })
    const text = isAnswer ? words : '如果还没有解决，7 天内可以重新打开。'
    await tellAsker(ctx.db, now, ticket, { ref: `closed.${version}`, title: '您的反馈已经结束', text })
    await recordAct(ctx, 'close', id)
    return showTicket(ctx, session, id)
  },

  async figures(ctx, { from, to }) {
    const now = ctx.clock.now()
    const until = shanghaiTime(to ?? shanghaiDay(now), 0) + dayMs
    const since = from === undefined ? until - figureDays * dayMs : shanghaiTime(from, 0)
    const rows = await measureQueues(ctx.db, { from: new Date(since), until: new Date(until) }, new Date(now))
    return rows.map(({ kind, opened, late, inTime, medianSeconds, rating, ...row }) => ({
      kind: kind as TicketKind,
      opened,
      answered: row.answered,
      late,
      medianMinutes: medianSeconds === null ? null : Math.round(medianSeconds / minuteSeconds),
      inTimeShare: inTime + late === 0 ? null : Math.round((inTime / (inTime + late)) * percent) / percent,
      rating,
    }))
  },

  async cannedList(ctx) {
    return listCanned(ctx.db)
  },

  async cannedSave(ctx, input, _session) {
    const saved = await saveCanned(ctx.db, input, new Date(ctx.clock.now()))
    if (saved === 'taken') throw new ApiError(Code.Toast, '已经有一条叫这个名字的常用答复')
    if (!saved) throw await movedSince(ctx.db, { subject: 'canned-answer', id: input.id ?? 0, noun: '这条常用答复' })
    await ctx.acts.record(ctx.db, {
      action: 'canned.save',
      subject: 'canned-answer',
      subjectId: saved.id,
      after: { title: saved.title },
    })
    return saved
  },

  async cannedDelete(ctx, { id, version }, _session) {
    const title = await deleteCanned(ctx.db, id, version)
    if (title === undefined) throw await movedSince(ctx.db, { subject: 'canned-answer', id, noun: '这条常用答复' })
    await ctx.acts.record(ctx.db, {
      action: 'canned.delete',
      subject: 'canned-answer',
      subjectId: id,
      before: { title },
    })
    return true
  },

  async hours(ctx) {
    return showHours(ctx)
  },

  async saveHours(ctx, input) {
    return saveHours(ctx, input)
  },
}
