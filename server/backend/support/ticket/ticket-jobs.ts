import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { notifyMany } from '#server/backend/message/notify.ts'
import { TicketKind, TicketSide } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { supportKeptMs } from '#shared/rules/support-rules.ts'
import { reopenDays } from '#shared/rules/ticket-rules.ts'
import { addMessage } from './ticket-message-store.ts'
import { tellAsker, ticketNames } from './ticket-notices.ts'
import { giveBackTickets, listEscalationAccounts } from './ticket-staff-store.ts'
import { closeQuiet, escalateLate, forgetClosed } from './ticket-state-store.ts'

const most = 100
/** What was answered and about which nothing is said for so long is over. */
const quietDays = 7

const endedText = `${quietDays} 天里没有新的消息，这件事就到这里。如果还没有解决，${reopenDays} 天内可以重新打开。`
const kinds: ReadonlyMap<number, string> = new Map(Object.values(TicketKind).map((kind) => [kind, ticketNames[kind]]))

async function endQuiet(trx: DatabaseTransaction, now: Date): Promise<number> {
  const ended = await closeQuiet(trx, new Date(now.getTime() - quietDays * dayMs), most, now)
  for (const ticket of ended) {
    const message = await addMessage(
      trx,
      ticket.id,
      { side: TicketSide.machine, userId: null, content: endedText },
      now,
    )
    await tellAsker(trx, now, ticket, { ref: `ended.${message?.seq ?? 0}`, title: '您的反馈已经结束', text: endedText })
  }
  return ended.length
}

/** Head masters are told of what is late; whom it is about isn't, nor who asked. */
async function tellHeadMasters(trx: DatabaseTransaction, now: Date): Promise<number> {
  const late = await escalateLate(trx, most, now)
  for (const { id, no, kind, dueAt, userId, hidden } of late) {
    const notice = {
      topic: 'ticket',
      ref: `ticket.${id}.late.${dueAt.getTime()}`,
      title: `${kinds.get(kind) ?? ''}超过了答复时间`,
      text: `编号 ${no}，应在 ${shanghaiMoment(dueAt.getTime()).slice(0, 16)} 前答复，请安排同事处理。`,
    }
    await notifyMany(
      trx,
      now,
      notice,
      await listEscalationAccounts(trx, [...hidden, ...(userId === null ? [] : [userId])]),
    )
  }
  return late.length
}

/** Ends, raises and forgets what is due by the clock; answers how many. May run in several processes at once. */
async function runTickets(ctx: Pick<BackendContext, 'clock' | 'tx'>): Promise<number> {
  const now = new Date(ctx.clock.now())
  const givenBack = await ctx.tx((trx) => giveBackTickets(trx, most, now))
  const raised = await ctx.tx((trx) => tellHeadMasters(trx, now))
  const ended = await ctx.tx((trx) => endQuiet(trx, now))
  const forgotten = await ctx.tx((trx) => forgetClosed(trx, new Date(now.getTime() - supportKeptMs), most))
  return givenBack + raised + ended + forgotten
}

/** Looks every five minutes. */
export const ticketClockJob: Job = { name: 'tickets.clock', cron: '*/5 * * * *', run: runTickets }
