import { type ReactNode, type RefObject, useEffect } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useForm } from '#client/features/form/use-form.ts'
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
import { PasswordField, TextField } from '#client/ui/field.tsx'
import type { SignedIn } from '#shared/contract/account-fields.ts'
import { Code } from '#shared/contract/codes.ts'
import { accountTexts, defaultNickname, isNickname, isPassword, nicknameMax } from '#shared/rules/account-rules.ts'
import { isSmsCode } from '#shared/rules/code-rules.ts'
import { register } from '#client/features/login/login-queries.ts'
import css from './login-panel.module.css'

interface RegisterFormProps {
  typed: RefObject<TypedPhone>
  /** What its code is for; a code for login signs up, too. */
  purpose: 'login' | 'register'
  /** What the login that came before said of the number. */
  phoneMessage?: string
  onLogin: () => void
  onDone: (signedIn: SignedIn) => Promise<unknown>
}

/** The form of signing up, and what is known of the number in it. */
function useRegistration({ typed, phoneMessage, onDone }: RegisterFormProps) {
  const { api, common } = useApp()
  const needsQq = useNeedsQq()
  const form = useForm({
    initial: { ...typed.current, nickname: '', password: '', qqNum: '', agreement: common.config.agreementTicked },
    rules: {
      phone: (phone, { nationCode }) => phoneFault(phone, nationCode),
      code: (code) =>
        code === '' ? accountTexts.codeRequired : isSmsCode(code) ? undefined : accountTexts.captchaFormat,
      password: (password) =>
        password === ''
          ? accountTexts.passwordRequired
          : isPassword(password)
            ? undefined
            : accountTexts.passwordLength,
      nickname: (nickname) => (nickname === '' || isNickname(nickname) ? undefined : accountTexts.nicknameFormat),
      qqNum: (qqNum) => (needsQq ? qqFault(qqNum) : undefined),
      agreement: (agreement) => (agreement ? undefined : accountTexts.agreementRequired),
    },
    codeFields: {
      ...phoneCodes,
      ...codeCodes,
      [Code.PhoneExists]: 'phone',
      [Code.SetPasswordError]: 'password',
      [Code.PasswordError]: 'password',
      [Code.NameError]: 'nickname',
    },
    onSubmit: async (values) => {
      const from = invitation()
      const qq = needsQq ? { qqNum: values.qqNum } : {}
      const input = {
        phoneNum: values.phone,
        nationCode: Number(values.nationCode),
        captchaCode: values.code,
        password: values.password,
        agreementStatus: values.agreement,
        ...(values.nickname ? { nickname: values.nickname.trim() } : {}),
        ...qq,
        ...from,
        registerParam: { ...from, ...qq },
      }
      const signedIn = await sendSignUp(() => register(api, input))
      await onDone(signedIn)
    },
  })
  const { nationCode, phone, code } = form.values
  const { state, answered, retry, captcha } = usePhoneCheck(nationCode, phone)
  useEffect(() => {
    typed.current = { nationCode, phone, code }
  }, [typed, nationCode, phone, code])
  const { fail } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when it is new
  useEffect(() => {
    if (phoneMessage) fail('phone', phoneMessage)
  }, [phoneMessage])

  const number = form.text('phone')
  const handlePhoneLeft = (): void => {
    // What the server said of the number stays until it is another.
    if (!number.error) number.onBlur()
    retry()
  }
  return { needsQq, form, nationCode, phone, state, answered, captcha, number, handlePhoneLeft }
}

/** Signing up with phone, code and password. */
export function RegisterForm(props: RegisterFormProps): ReactNode {
  const { purpose, onLogin } = props
  const { needsQq, form, nationCode, phone, state, answered, captcha, number, handlePhoneLeft } = useRegistration(props)
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      <PhoneField
        field={{ ...number, onBlur: handlePhoneLeft }}
        nation={form.text('nationCode')}
        autoComplete="username"
      />
      {state === 'registered' ? (
        <p className={css.known}>
          这个手机号已有账号，
          <button type="button" className="link" onClick={onLogin}>
            直接登录
          </button>
        </p>
      ) : null}
      <SmsCodeField
        field={form.text('code')}
        target={{ kind: 'phone', phone, nationCode: Number(nationCode), purpose }}
        ready={answered}
      />
      <PasswordField {...form.text('password')} label="设置密码" autoComplete="new-password" placeholder="6-12 位" />
      <TextField
        {...form.text('nickname')}
        label="昵称（选填）"
        autoComplete="nickname"
        maxLength={nicknameMax}
        placeholder={answered ? defaultNickname(phone) : '同学们怎么叫你'}
      />
      {needsQq ? (
        <TextField {...form.text('qqNum')} label="QQ 号" inputMode="numeric" autoComplete="off" maxLength={12} />
      ) : null}
      <AgreementField field={form.check('agreement')} />
      <Button type="submit" tone="primary" size="l" full busy={form.busy}>
        注册
      </Button>
      <PhoneCheckCaptcha captcha={captcha} />
    </form>
  )
}
