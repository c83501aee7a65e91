import type { Clock } from '#server/backend/base/parts.ts'
import type { Database } from '#server/backend/db/database.ts'
import { purposeTexts, type SmsMessage, type SmsSender } from './sms-sender.ts'
import { insertOutbox } from './outbox-store.ts'

/** The words as a learner would get them. */
export function outboxText(
  brandName: string,
  { channel, code, purpose }: Pick<SmsMessage, 'channel' | 'code' | 'purpose'>,
): string {
  const body = `验证码 ${code}，用于${purposeTexts[purpose]}，5 分钟内有效。请勿告诉他人。`
  return channel === 'SMS' ? `【${brandName}】${body}` : `【${brandName}】语音来电：${body}`
}

/** What a number is told that its account is no longer entered by. */
export function changedText(brandName: string): string {
  return `【${brandName}】您的账号已更换绑定手机号，本号码不能再用来登录。如果不是您本人操作，请马上联系学校客服。`
}

export interface OutboxOptions {
  readonly db: Database
  readonly clock: Clock
  readonly brandName: string
  /** Told of each message in one line, where nobody can reach the developers' page. */
  readonly print?: ((line: string) => void) | undefined
}

/** Sends nothing: the words go to a table that developers read on their page. Only in development and test. */
export function createOutboxSender({ db, clock, brandName, print }: OutboxOptions): SmsSender {
  async function put(row: Pick<SmsMessage, 'nationCode' | 'phone' | 'channel'> & { content: string }): Promise<void> {
    await insertOutbox(db, row, new Date(clock.now()))
  }
  return {
    async send(message) {
      const { nationCode, phone, channel, code } = message
      await put({ nationCode, phone, channel, content: outboxText(brandName, message) })
      print?.(`Code for +${nationCode} ${phone} (${channel === 'SMS' ? 'message' : 'call'}): ${code}`)
    },
    tellChanged: (number) => put({ ...number, channel: 'SMS', content: changedText(brandName) }),
  }
}
