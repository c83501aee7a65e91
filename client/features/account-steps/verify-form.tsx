import { type ReactNode, useState } from 'react'
import { codeFault } from '#client/features/account-steps/code-rule.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { SmsCodeField } from '#client/features/login/sms-code-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/field.tsx'
import { Code } from '#shared/contract/codes.ts'
import { accountTexts } from '#shared/rules/account-rules.ts'
import { verifySession } from '#client/features/account-steps/account-queries.ts'
import css from './verify-form.module.css'

type Way = 'password' | 'phone'

interface VerifyFormProps {
  /** What the account has; the first is offered first. */
  ways: readonly Way[]
  /** Masked. */
  phone: string
  submit: string
  /** May throw `ApiError`; what was typed stays then. */
  onVerified: () => Promise<void>
}

const others: Readonly<Record<Way, string>> = { password: '改用登录密码', phone: '改用短信验证码' }

function WayForm({ way, phone, submit, onVerified }: Omit<VerifyFormProps, 'ways'> & { way: Way }): ReactNode {
  const { api } = useApp()
  const isPassword = way === 'password'
  const form = useForm({
    initial: { password: '', code: '' },
    rules: isPassword
      ? { password: (typed) => (typed === '' ? accountTexts.passwordRequired : undefined) }
      : { code: codeFault },
    codeFields: { [Code.PasswordError]: 'password', [Code.CodeError]: 'code', [Code.CaptchaError]: 'code' },
    onSubmit: async ({ password, code }) => {
      await verifySession(api, isPassword ? { password } : { captchaCode: code })
      await onVerified()
    },
  })
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      {isPassword ? (
        <PasswordField {...form.text('password')} label="登录密码" autoComplete="current-password" />
      ) : (
        <SmsCodeField
          field={form.text('code')}
          target={{ kind: 'own', purpose: 'verify' }}
          ready
          label={`发到 ${phone} 的验证码`}
        />
      )}
      <Button type="submit" tone="primary" size="l" full busy={form.busy}>
        {submit}
      </Button>
    </form>
  )
}

/** Proves once more who is signed in: by the password, or by a code to the account's phone. */
export function VerifyForm({ ways, ...rest }: VerifyFormProps): ReactNode {
  const [way, setWay] = useState<Way>(ways[0] ?? 'phone')
  const other = ways.find((one) => one !== way)
  return (
    <>
      <WayForm key={way} way={way} {...rest} />
      {other ? (
        <p className={css.other}>
          <button type="button" className="link" onClick={() => setWay(other)}>
            {others[other]}
          </button>
        </p>
      ) : null}
    </>
  )
}
