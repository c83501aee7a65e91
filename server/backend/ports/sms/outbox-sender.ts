import type { Clock } from '#server/backend/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { purposeTexts, type SmsMessage, type SmsSender } from './sms-sender.ts'

/** The words as a learner would get them. */
export function outboxText(brandName: string, { channel, code, purpose }: Pick<SmsMessage, 'channel' | 'code' | 'purpose'>): string {
  const body = `验证码 ${code}，用于${purposeTexts[purpose]}，5 分钟内有效。请勿告诉他人。`
  return channel === 'SMS' ? `【${brandName}】${body}` : `【${brandName}】语音来电：${body}`
}

/** Sends nothing: the words go to a table that developers read on their page. Not allowed in production. */
export function createOutboxSender({ db, clock, brandName }: { readonly db: Database; readonly clock: Clock; readonly brandName: string }): SmsSender {
  return {
    async send(message) {
      const { nationCode, phone, channel } = message
      await db.insertInto('smsOutbox').values({ nationCode, phone, channel, content: outboxText(brandName, message), sentAt: new Date(clock.now()) }).execute()
    },
  }
}
