import { escapeHtml } from '#shared/rules/escape-html.ts'
import type { Database } from '#server/backend/db/database.ts'
import { messageKindOf } from '#shared/rules/message-kinds.ts'
import { deliverToAll, insertNotice, insertReceived } from './notify-store.ts'

/** One message to one learner. */
export interface Notice {
  readonly userId: number
  /** What it is about: 'order', 'refund', 'deposit', 'coupon', 'entrance', 'class'. */
  readonly topic: string
  /** Makes it happen once: the same `ref` again writes nothing. */
  readonly ref: string
  readonly title: string
  /** Plain text; line breaks become paragraphs. */
  readonly text: string
  readonly button?: { readonly name: string; readonly url: string }
}

async function insertMessage(
  trx: Database,
  at: Date,
  { topic, ref, title, text, button }: Omit<Notice, 'userId'>,
): Promise<number | undefined> {
  const contentHtml = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')
  const message = await insertNotice(trx, {
    title,
    contentHtml,
    topic,
    ref,
    buttonName: button?.name ?? null,
    buttonUrl: button?.url ?? null,
    createdAt: at,
  })
  return message?.id
}

/** Puts a message into a learner's inbox, together with what it tells: it comes to be or not at all with the transaction. */
export async function notify(trx: Database, at: Date, { userId, ...notice }: Notice): Promise<void> {
  const messageId = await insertMessage(trx, at, notice)
  if (messageId !== undefined)
    await insertReceived(trx, { messageId, userId, receivedAt: at, kind: messageKindOf(notice.topic) })
}

/** The same message to many; those who have it already don't get it again, those who have come to be among them since do. Answers how many got it. */
export async function notifyMany(
  trx: Database,
  at: Date,
  notice: Omit<Notice, 'userId'>,
  userIds: readonly number[],
): Promise<number> {
  if (userIds.length === 0) return 0
  await insertMessage(trx, at, notice)
  return deliverToAll(trx, { ref: notice.ref, kind: messageKindOf(notice.topic), userIds, at })
}
