import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { finishLogin } from '#client/features/login/after-login.ts'
import type { CaptchaProof } from '#client/features/login/captcha-proof.ts'
import { LazyCaptcha } from '#client/features/login/lazy-captcha.ts'
import { PhoneField } from '#client/features/login/phone-field.tsx'
import { phoneFault } from '#client/features/login/phone-text.ts'
import { phoneCodes } from '#client/features/login/sign-in-errors.ts'
import type { TypedPhone } from '#client/features/login/typed-phone.ts'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { logIn } from '#client/features/login/login-queries.ts'
import { accountTexts, isPassword } from '#shared/rules/account-rules.ts'

/** Signing in with a password. */
export function PasswordLoginForm({
  typed,
  redirect,
}: {
  typed: RefObject<TypedPhone>
  redirect: string | undefined
}): ReactNode {
  const { api, env } = useApp()
  const [asking, setAsking] = useState(false)
  const proof = useRef<CaptchaProof>(undefined)
  const form = useForm({
    initial: { nationCode: typed.current.nationCode, phone: typed.current.phone, password: '' },
    rules: {
      phone: (phone, { nationCode }) => phoneFault(phone, nationCode),
      password: (password) =>
        password === ''
          ? accountTexts.passwordRequired
          : isPassword(password)
            ? undefined
            : accountTexts.passwordFormat,
    },
    codeFields: { ...phoneCodes, [Code.PasswordError]: 'password' },
    onSubmit: async ({ nationCode, phone, password }) => {
      const input = { loginType: 'password', phoneNum: phone, nationCode: Number(nationCode), password } as const
      const proved = proof.current
      proof.current = undefined
      try {
        await finishLogin(await logIn(api, { ...input, ...proved }), { redirect })
      } catch (error) {
        // Too many wrong passwords from here, or at this account: it goes on after a captcha.
        if (!(error instanceof ApiError) || error.code !== Code.CaptchaError) throw error
        if (proved) toast(error.message, 'bad')
        setAsking(true)
      }
    },
  })
  const { nationCode, phone } = form.values
  useEffect(() => {
    typed.current = { ...typed.current, nationCode, phone }
  }, [typed, nationCode, phone])
  const prove = async (solved: CaptchaProof): Promise<void> => {
    setAsking(false)
    proof.current = solved
    form.submit()
  }
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      <PhoneField field={form.text('phone')} nation={form.text('nationCode')} autoComplete="username" />
      <PasswordField {...form.text('password')} label="密码" autoComplete="current-password" placeholder="6-12 位" />
      <Button type="submit" tone="primary" size="l" full busy={form.busy}>
        登录
      </Button>
      {asking ? (
        <LazyCaptcha
          styles={env.css['captcha-dialog']}
          onProof={prove}
          returnTo={() => form.ref.current?.querySelector<HTMLElement>('[type=submit]')}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </form>
  )
}
