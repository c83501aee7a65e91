import { type ReactNode, useRef, useState } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import type { FieldBinding } from '#client/features/form/use-form.ts'
import type { CaptchaProof } from '#client/features/login/captcha-proof.ts'
import { LazyCaptcha } from '#client/features/login/lazy-captcha.ts'
import { codeDigits } from '#client/features/login/phone-text.ts'
import { useCooldown } from '#client/features/login/use-cooldown.ts'
import { TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { sendCode, sendOwnCode } from '#client/features/login/login-queries.ts'
import css from './login-field.module.css'

/** Whom the code goes to: a number that was typed, or the phone of whoever is logged in. */
export type CodeTarget =
  | {
      kind: 'phone'
      phone: string
      nationCode: number
      purpose: NonNullable<CallInput<'POST /api/auth/sendSms'>['purpose']>
    }
  | { kind: 'own'; purpose: NonNullable<CallInput<'GET /api/auth/rest/bind/sms'>['purpose']> }

export interface SmsCodeFieldProps {
  field: FieldBinding
  target: CodeTarget
  /** Whether a code may be asked for. */
  ready: boolean
  label?: string
}

function askForCode(api: Api, target: CodeTarget, proof: CaptchaProof): Promise<{ nextSendTime: number }> {
  if (target.kind === 'own') return sendOwnCode(api, { purpose: target.purpose, ...proof })
  return sendCode(api, {
    phoneNumber: target.phone,
    nationCode: target.nationCode,
    purpose: target.purpose,
    ...proof,
  })
}

// 4004 is told for every call in one place.
function tellFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  if (error.code === Code.Fail) toast('短信发送失败', 'bad')
  else if (error.code > Code.Fail && error.code !== Code.Toast) toast(error.message, 'bad')
}

/** Asking for a code: by message after a captcha, or by a call. */
function useCodeRequest({ target }: SmsCodeFieldProps) {
  const { api, env } = useApp()
  const { secondsLeft, offersVoice, start } = useCooldown(
    target.kind === 'own' ? 'own' : `${target.nationCode}-${target.phone}`,
  )
  const [asking, setAsking] = useState(false)
  const [calling, setCalling] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isSent = useRef(false)

  const ask = (): void => {
    isSent.current = false
    setAsking(true)
  }
  /** Rejects only when the captcha was refused: then there is another. */
  const send = async (proof: CaptchaProof): Promise<void> => {
    try {
      const { nextSendTime } = await askForCode(api, target, proof)
      isSent.current = true
      start('message', toBrowserTime(nextSendTime))
    } catch (error) {
      if (error instanceof ApiError && error.code === Code.CaptchaError) throw error
      tellFailure(error)
    }
    setAsking(false)
  }
  const call = async (): Promise<void> => {
    setCalling(true)
    try {
      const { nextSendTime } = await askForCode(api, target, { captchaType: 'smsCode', smsType: 'VOICE_CODE' })
      start('call', toBrowserTime(nextSendTime))
      toast('请留意电话，获取语音动态码')
      input.current?.focus()
    } catch (error) {
      tellFailure(error)
    } finally {
      setCalling(false)
    }
  }
  return { env, secondsLeft, offersVoice, asking, setAsking, calling, input, button, isSent, ask, send, call }
}

/** The code of an SMS with the button that asks for one: captcha first, then 60 s of waiting, and after 5 s the offer to be called. */
export function SmsCodeField(props: SmsCodeFieldProps): ReactNode {
  const { field, ready, label = '短信验证码' } = props
  const { env, secondsLeft, offersVoice, asking, setAsking, calling, input, button, isSent, ask, send, call } =
    useCodeRequest(props)

  return (
    <>
      <TextField
        {...field}
        ref={input}
        label={label}
        inputMode="numeric"
        autoComplete="one-time-code"
        placeholder="6 位数字"
        onChange={(value) => field.onChange(codeDigits(value))}
        after={
          <button
            ref={button}
            type="button"
            className={`${css.get} num`}
            disabled={!ready || secondsLeft > 0}
            onClick={ask}
          >
            {secondsLeft > 0 ? `${secondsLeft}秒后刷新` : '获取验证码'}
          </button>
        }
      />
      {offersVoice && ready ? (
        <p className={css.voice}>
          收不到？
          <button type="button" disabled={calling} onClick={() => void call()}>
            语音验证码
          </button>
        </p>
      ) : null}
      {asking ? (
        <LazyCaptcha
          styles={env.css['captcha-dialog']}
          onProof={send}
          returnTo={() => (isSent.current ? input.current : button.current)}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}
