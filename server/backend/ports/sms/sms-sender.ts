import type { SmsPurpose } from '#shared/contract/enums.ts'

/** One code on its way to a phone. */
export interface SmsMessage {
  /** Dial code, 86 for example. */
  readonly nationCode: number
  readonly phone: string
  /** A text message, or a call that reads the code out. */
  readonly channel: 'SMS' | 'VOICE_CODE'
  /** Six digits. */
  readonly code: string
  readonly purpose: SmsPurpose
}

/** A number that its account is no longer entered by. */
export interface FormerNumber {
  readonly nationCode: number
  readonly phone: string
}

/** Brings codes to phones. */
export interface SmsSender {
  /** Resolves when the provider has taken the message; throws `SmsError` when it hasn't. Never called inside a transaction. */
  send(message: SmsMessage): Promise<void>
  /**
   * Tells a number by a text message that its account has another one from now on; nothing is sent where the school has no template for
   * it. Fails as `send` does.
   */
  tellChanged(number: FormerNumber): Promise<void>
}

/** The provider refused or could not be reached; the message names its own error code, never a secret, a code or a number. */
export class SmsError extends Error {}

/** A provider that answers nothing for so long has not taken the message. */
export const smsTimeoutMs = 5000

/** What the code is for, as the learner reads it. */
export const purposeTexts: Readonly<Record<SmsPurpose, string>> = {
  login: '登录',
  register: '注册',
  reset: '重设密码',
  bindOld: '验证原手机号',
  bindNew: '绑定手机号',
  oauth: '绑定账号',
  deregister: '注销账号',
  export: '导出个人数据',
  verify: '验证身份',
}
