import { type ReactNode, type RefObject, useEffect } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { finishLogin } from '#client/features/login/after-login.ts'
import { PhoneField } from '#client/features/login/phone-field.tsx'
import { phoneFault } from '#client/features/login/phone-text.ts'
import { phoneCodes } from '#client/features/login/sign-in-errors.ts'
import type { TypedPhone } from '#client/features/login/typed-phone.ts'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/field.tsx'
import { Code } from '#shared/contract/codes.ts'
import { accountTexts, isPassword } from '#shared/rules/account-rules.ts'

/** Signing in with a password. */
export function PasswordLoginForm({ typed, redirect }: { typed: RefObject<TypedPhone>; redirect: string | undefined }): ReactNode {
  const { api } = useApp()
  const form = useForm({
    initial: { nationCode: typed.current.nationCode, phone: typed.current.phone, password: '' },
    rules: {
      phone: (phone, { nationCode }) => phoneFault(phone, nationCode),
      password: (password) => (password === '' ? accountTexts.passwordRequired : isPassword(password) ? undefined : accountTexts.passwordFormat),
    },
    codeFields: { ...phoneCodes, [Code.PasswordError]: 'password' },
    onSubmit: async ({ nationCode, phone, password }) => {
      const input = { loginType: 'password', phoneNum: phone, nationCode: Number(nationCode), password } as const
      await finishLogin(await api.call('POST /api/auth/login', input), { redirect })
    },
  })
  const { nationCode, phone } = form.values
  useEffect(() => {
    typed.current = { ...typed.current, nationCode, phone }
  }, [typed, nationCode, phone])
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      <PhoneField field={form.text('phone')} nation={form.text('nationCode')} autoComplete="username" />
      <PasswordField {...form.text('password')} label="密码" autoComplete="current-password" placeholder="6-12 位" />
      <Button type="submit" tone="primary" size="l" full busy={form.busy}>
        登录
      </Button>
    </form>
  )
}
