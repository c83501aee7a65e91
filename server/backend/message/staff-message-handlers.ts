import type * as z from 'zod/mini'
import type { StaffCallContext } from '#server/backend/audit/staff-call.ts'
import { sanitiseHtml } from '#server/backend/content/html/sanitise.ts'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { SentMessage, staffMessageApi } from '#shared/contract/staff-message.ts'
import { messageButtonUrl } from '#shared/rules/message-button.ts'
import { deliverMessagesJob } from './deliver-messages-job.ts'
import {
  countReceivers,
  deliverToSchedule,
  deliverToUser,
  findSent,
  findSentByRef,
  hasActiveUser,
  hasSchedule,
  insertSent,
  listReceivers,
  listSent,
  type NewMessage,
  withdrawSent,
} from './sent-message-store.ts'

type Words = z.output<(typeof staffMessageApi)['sendToAll']['input']>

/** What was typed, as it is kept; throws when nothing of it can be shown or its button leads nowhere. */
function readWords(
  { clientToken, title, smallTitle, content, buttonName, buttonUrl, needConfirm, allowClose }: Words,
  { userId }: Session,
): Omit<NewMessage, 'audience' | 'audienceId'> {
  const { html, text } = sanitiseHtml(content, { links: 'editor' })
  if (text === '' && !html.includes('<img')) throw new ApiError(Code.Toast, '正文里没有可以显示的内容')
  if (buttonUrl && !buttonName) throw new ApiError(Code.Toast, '按钮还没有文字')
  const url = messageButtonUrl(buttonUrl)
  if (buttonUrl && url === undefined)
    throw new ApiError(Code.Toast, '按钮的地址要以 / 开头，或是完整的 http、https 地址')
  return {
    title,
    smallTitle: smallTitle || null,
    contentHtml: html,
    buttonName: buttonName || null,
    buttonUrl: url ?? null,
    needConfirm,
    allowClose,
    ref: `staff:${userId}:${clientToken}`,
    createdBy: userId,
  }
}

/** Sends once: the same token again answers what was sent then. */
async function send(
  ctx: StaffCallContext,
  message: NewMessage,
  deliver: (trx: Parameters<Parameters<StaffCallContext['tx']>[0]>[0], id: number, now: Date) => Promise<unknown>,
): Promise<SentMessage> {
  const now = new Date(ctx.clock.now())
  await ctx.tx(async (trx) => {
    const id = await insertSent(trx, now, message)
    if (id === undefined) return ctx.acts.unchanged()
    await deliver(trx, id, now)
    const { audience, audienceId, title, needConfirm } = message
    await ctx.acts.record(trx, {
      action: 'message.send',
      subject: 'message',
      subjectId: id,
      detail: { audience, audienceId, title, needConfirm },
    })
  })
  const sent = await findSentByRef(ctx.db, message.ref)
  if (!sent) throw new Error(`The message ${message.ref} is gone.`)
  return sent
}

export const staffMessageHandlers: Handlers<typeof staffMessageApi> = {
  async send(ctx, { audience, audienceId, ...words }, session) {
    const message = { ...readWords(words, session), audience, audienceId }
    if (audience === 'user' && !(await hasActiveUser(ctx.db, audienceId)))
      throw new ApiError(Code.NotFound, '没有找到这个账号')
    if (audience === 'schedule' && !(await hasSchedule(ctx.db, audienceId)))
      throw new ApiError(Code.NotFound, '没有找到这个班级')
    return send(ctx, message, async (trx, id, now) => {
      if (audience === 'user') await deliverToUser(trx, id, now, audienceId)
      else if ((await deliverToSchedule(trx, id, now, audienceId)) === 0)
        throw new ApiError(Code.Toast, '这个班级还没有学员')
    })
  },

  async sendToAll(ctx, words, session) {
    const message = { ...readWords(words, session), audience: 'everybody' as const, audienceId: null }
    const sent = await send(ctx, message, async () => undefined)
    await ctx.jobs.wake(deliverMessagesJob.name)
    return sent
  },

  async withdraw(ctx, { id }) {
    const message = await findSent(ctx.db, id)
    if (!message) throw new ApiError(Code.NotFound, '没有找到这条消息')
    const isNew = await withdrawSent(ctx.db, id, new Date(ctx.clock.now()))
    if (isNew) await ctx.acts.record(ctx.db, { action: 'message.withdraw', subject: 'message', subjectId: id })
    else ctx.acts.unchanged()
    return isNew
  },

  async list(ctx, page) {
    const { rows, total } = await listSent(ctx.db, page)
    return toPage(rows, total, page)
  },

  async readers(ctx, { id, ...page }) {
    const message = await findSent(ctx.db, id)
    if (!message) throw new ApiError(Code.NotFound, '没有找到这条消息')
    const { all, readers, confirmed } = await countReceivers(ctx.db, id)
    const records = await listReceivers(ctx.db, id, page)
    return {
      ...toPage(
        records.map(({ receivedAt, readAt, confirmedAt, ...who }) => ({
          ...who,
          receivedTime: receivedAt.getTime(),
          readTime: readAt?.getTime() ?? null,
          confirmedTime: confirmedAt?.getTime() ?? null,
        })),
        all,
        page,
      ),
      message,
      readers,
      confirmed,
    }
  },
}
