import { type ReactNode, type RefObject, useEffect } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { finishLogin } from '#client/features/login/after-login.ts'
import { AgreementField } from '#client/features/login/agreement-field.tsx'
import { PhoneCheckCaptcha } from '#client/features/login/phone-check-captcha.tsx'
import { PhoneField } from '#client/features/login/phone-field.tsx'
import { phoneFault } from '#client/features/login/phone-text.ts'
import { invitation, sendSignUp } from '#client/features/login/register-param.ts'
import { codeCodes, phoneCodes } from '#client/features/login/sign-in-errors.ts'
import { SmsCodeField } from '#client/features/login/sms-code-field.tsx'
import type { TypedPhone } from '#client/features/login/typed-phone.ts'
import { qqFault, useNeedsQq } from '#client/features/login/use-needs-qq.ts'
import { usePhoneCheck } from '#client/features/login/use-phone-check.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { accountTexts, defaultNickname, isNickname, nicknameMax } from '#shared/rules/account-rules.ts'
import { fetchRandomNickname, logIn } from '#client/features/login/login-queries.ts'
import { isSmsCode } from '#shared/rules/code-rules.ts'

interface CodeLoginFormProps {
  typed: RefObject<TypedPhone>
  redirect: string | undefined
  /** The number has got an account meanwhile: on to sign-up, where that is said (spec §8, 5004 in login). */
  onExists: (message: string) => void
}

/** The form of signing in by a code, and what is known of the number in it. */
function useCodeLogin({ typed, redirect, onExists }: CodeLoginFormProps) {
  const { api, common } = useApp()
  const { agreementTicked, registrationOpen } = common.config
  const needsQq = useNeedsQq()
  const form = useForm({
    initial: { ...typed.current, nickname: '', qqNum: '', agreement: agreementTicked },
    rules: {
      phone: (phone, { nationCode }) => phoneFault(phone, nationCode),
      code: (code) =>
        code === '' ? accountTexts.codeRequired : isSmsCode(code) ? undefined : accountTexts.captchaFormat,
      nickname: (nickname) => (isNew && !isNickname(nickname) ? accountTexts.nicknameFormat : undefined),
      qqNum: (qqNum) => (isNew && needsQq ? qqFault(qqNum) : undefined),
      agreement: (agreement) => (isNew && !agreement ? accountTexts.agreementRequired : undefined),
    },
    codeFields: { ...phoneCodes, ...codeCodes, [Code.NameError]: 'nickname' },
    onSubmit: async ({ nationCode: nation, phone: phoneNum, code: captchaCode, nickname, qqNum, agreement }) => {
      // Without the answer nobody knows whether the agreement is needed.
      if (!answered) return retry()
      const asNew = isNew
        ? { nickname: nickname.trim(), agreementStatus: agreement, ...invitation(), ...(needsQq ? { qqNum } : {}) }
        : {}
      const input = {
        loginType: 'phone',
        phoneNum,
        nationCode: Number(nation),
        captchaCode,
        registerParam: invitation(),
        ...asNew,
      } as const
      try {
        await finishLogin(await sendSignUp(() => logIn(api, input)), { redirect })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== Code.PhoneExists) throw error
        noteExists()
        onExists(error.message)
      }
    },
  })
  const { nationCode, phone, code } = form.values
  const { state, answered, retry, noteExists, captcha } = usePhoneCheck(nationCode, phone)
  const isNew = state === 'unregistered'
  const isClosed = isNew && !registrationOpen
  useEffect(() => {
    typed.current = { nationCode, phone, code }
  }, [typed, nationCode, phone, code])

  const { set } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: a name is suggested once for each new number
  useEffect(() => {
    if (!isNew) return
    const left = new AbortController()
    const suggest = (nickname: string): void => {
      if (!left.signal.aborted) set({ nickname })
    }
    fetchRandomNickname(api, { phoneNum: phone }, { signal: left.signal }).then(
      (name) => suggest(name || defaultNickname(phone)),
      () => suggest(defaultNickname(phone)),
    )
    return () => left.abort()
  }, [api, isNew, phone])

  const number = form.text('phone')
  const handlePhoneLeft = (): void => {
    number.onBlur()
    retry()
  }
  const hint = isClosed ? '这个手机号还没有账号，现在暂停注册' : isNew ? '这是新手机号，注册后直接进教室' : undefined
  return { needsQq, form, nationCode, phone, answered, captcha, isNew, isClosed, number, handlePhoneLeft, hint }
}

/** Signing in with a code by SMS; a number without an account gets one, and a name, on the way. */
export function CodeLoginForm(props: CodeLoginFormProps): ReactNode {
  const { needsQq, form, nationCode, phone, answered, captcha, isNew, isClosed, number, handlePhoneLeft, hint } =
    useCodeLogin(props)
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      <PhoneField field={{ ...number, onBlur: handlePhoneLeft }} nation={form.text('nationCode')} hint={hint} />
      <SmsCodeField
        field={form.text('code')}
        target={{ kind: 'phone', phone, nationCode: Number(nationCode), purpose: 'login' }}
        ready={answered && !isClosed}
      />
      {isNew && !isClosed ? (
        <>
          <TextField {...form.text('nickname')} label="昵称" autoComplete="nickname" maxLength={nicknameMax} />
          {needsQq ? (
            <TextField {...form.text('qqNum')} label="QQ 号" inputMode="numeric" autoComplete="off" maxLength={12} />
          ) : null}
          <AgreementField field={form.check('agreement')} />
        </>
      ) : null}
      <Button type="submit" tone="primary" size="l" full busy={form.busy} disabled={isClosed}>
        {isNew ? '注册' : '登录'}
      </Button>
      <PhoneCheckCaptcha captcha={captcha} />
    </form>
  )
}
