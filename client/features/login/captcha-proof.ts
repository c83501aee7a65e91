import type { CallInput } from '#shared/contract/calls.ts'

/** How a solved captcha is shown when a code is asked for. */
export type CaptchaProof = Pick<
  CallInput<'POST /api/auth/sendSms'>,
  'captchaType' | 'code' | 'captchaToken' | 'captchaKey' | 'smsType'
>
