import type { ReactNode } from 'react'
import { codeFault } from '#client/features/account-steps/code-rule.ts'
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
import { qqFault, useNeedsQq } from '#client/features/login/use-needs-qq.ts'
import { usePhoneCheck } from '#client/features/login/use-phone-check.ts'
import { type BindTicket, dropBindTicket } from '#client/features/oauth/bind-ticket.ts'
import { Button } from '#client/ui/button.tsx'
import { PasswordField, TextField } from '#client/ui/field.tsx'
import { Code } from '#shared/contract/codes.ts'
import { bindToPhone } from '#client/features/oauth/oauth-queries.ts'
import { accountTexts, defaultNickname, isNickname, isPassword, nicknameMax } from '#shared/rules/account-rules.ts'

function suggested({ nickname }: BindTicket): string {
  const cut = [...nickname.trim()].slice(0, nicknameMax).join('').trim()
  return isNickname(cut) ? cut : ''
}

interface BindPhoneFormProps {
  ticket: BindTicket
}

/** The form that binds a phone, and what is known of the number in it. */
function useBinding({ ticket }: BindPhoneFormProps) {
  const { api, common } = useApp()
  const { agreementTicked, registrationOpen } = common.config
  const asksQq = useNeedsQq()
  const form = useForm({
    initial: {
      nationCode: '86',
      phone: '',
      code: '',
      nickname: suggested(ticket),
      password: '',
      qqNum: '',
      agreement: agreementTicked,
    },
    rules: {
      phone: (typed, values) => phoneFault(typed, values.nationCode),
      code: codeFault,
      nickname: (nickname) =>
        !isNew || nickname === '' || isNickname(nickname) ? undefined : accountTexts.nicknameFormat,
      password: (password) =>
        !isNew || password === '' || isPassword(password) ? undefined : accountTexts.passwordLength,
      qqNum: (qqNum) => (needsQq ? qqFault(qqNum) : undefined),
      agreement: (agreement) => (!isNew || agreement ? undefined : accountTexts.agreementRequired),
    },
    codeFields: {
      ...phoneCodes,
      ...codeCodes,
      [Code.PhoneExists]: 'phone',
      [Code.NameError]: 'nickname',
      [Code.SetPasswordError]: 'password',
      [Code.PasswordError]: 'password',
    },
    onSubmit: async (values) => {
      // Without the answer nobody knows whether the agreement is needed.
      if (!answered) return retry()
      const asNew = {
        ...(values.nickname.trim() ? { nickname: values.nickname.trim() } : {}),
        ...(values.password ? { password: values.password } : {}),
        agreementStatus: values.agreement,
        registerParam: { ...invitation(), ...(needsQq ? { qqNum: values.qqNum } : {}) },
      }
      const proved = {
        bindTicket: ticket.ticket,
        phoneNum: values.phone,
        nationCode: Number(values.nationCode),
        captchaCode: values.code,
      }
      const signedIn = await sendSignUp(() => bindToPhone(api, { ...proved, ...(isNew ? asNew : {}) }))
      dropBindTicket()
      await finishLogin(signedIn, { redirect: ticket.redirect ?? undefined, toast: '绑定成功' })
    },
  })
  const { nationCode, phone } = form.values
  const { state, answered, retry, captcha } = usePhoneCheck(nationCode, phone)
  const isNew = state === 'unregistered'
  const isClosed = isNew && !registrationOpen
  const needsQq = isNew && asksQq
  const number = form.text('phone')
  const handlePhoneLeft = (): void => {
    // What the server said of the number stays until it is another.
    if (!number.error) number.onBlur()
    retry()
  }
  const hint = isClosed
    ? '这个手机号还没有账号，现在暂停注册'
    : isNew
      ? '这是新手机号，绑定时会为你开一个账号'
      : state === 'registered'
        ? '这个手机号已有账号，绑定后直接登录'
        : undefined
  return { form, nationCode, phone, answered, captcha, isNew, isClosed, needsQq, number, handlePhoneLeft, hint }
}

/** A phone for somebody whom a provider vouches for; a number without an account gets one, with name and agreement. */
export function BindPhoneForm(props: BindPhoneFormProps): ReactNode {
  const { form, nationCode, phone, answered, captcha, isNew, isClosed, needsQq, number, handlePhoneLeft, hint } =
    useBinding(props)
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      <PhoneField field={{ ...number, onBlur: handlePhoneLeft }} nation={form.text('nationCode')} hint={hint} />
      <SmsCodeField
        field={form.text('code')}
        target={{ kind: 'phone', phone, nationCode: Number(nationCode), purpose: 'oauth' }}
        ready={answered && !isClosed}
      />
      {isNew && !isClosed ? (
        <>
          <TextField
            {...form.text('nickname')}
            label="昵称（选填）"
            autoComplete="nickname"
            maxLength={nicknameMax}
            placeholder={defaultNickname(phone)}
          />
          <PasswordField
            {...form.text('password')}
            label="设置密码（选填）"
            autoComplete="new-password"
            placeholder="6-12 位，以后也能用密码登录"
          />
          {needsQq ? (
            <TextField {...form.text('qqNum')} label="QQ 号" inputMode="numeric" autoComplete="off" maxLength={12} />
          ) : null}
          <AgreementField field={form.check('agreement')} />
        </>
      ) : null}
      <Button type="submit" tone="primary" size="l" full busy={form.busy} disabled={isClosed}>
        {isNew ? '绑定并注册' : '绑定'}
      </Button>
      <PhoneCheckCaptcha captcha={captcha} />
    </form>
  )
}
