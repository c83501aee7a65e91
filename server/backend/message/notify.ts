import type { Database } from '#server/backend/db/database.ts'

/** One message to one learner. */
export interface Notice {
  readonly userId: number
  /** What it is about: 'order', 'refund', 'deposit', 'coupon', 'entrance'. */
  readonly topic: string
  /** Makes it happen once: the same `ref` again writes nothing. */
  readonly ref: string
  readonly title: string
  /** Plain text; line breaks become paragraphs. */
  readonly text: string
  readonly button?: { readonly name: string; readonly url: string }
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Puts a message into a learner's inbox, together with what it tells: it comes to be or not at all with the transaction. */
export async function notify(trx: Database, at: Date, { userId, topic, ref, title, text, button }: Notice): Promise<void> {
  const contentHtml = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')
  const message = await trx
    .insertInto('notifyMessages')
    .values({ title, contentHtml, topic, ref, buttonName: button?.name ?? null, buttonUrl: button?.url ?? null, createdAt: at })
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!message) return
  await trx.insertInto('userMessages').values({ messageId: message.id, userId, receivedAt: at }).execute()
}
