import type { Database } from '#server/backend/db/database.ts'
import type { SmsMessage } from './sms-sender.ts'

/** The words of a message. */
export async function insertOutbox(
  db: Database,
  row: Pick<SmsMessage, 'nationCode' | 'phone' | 'channel'> & { content: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('smsOutbox')
    .values({ ...row, sentAt: now })
    .execute()
}
