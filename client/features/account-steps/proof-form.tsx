import type { ReactNode } from 'react'
import { codeFault } from '#client/features/account-steps/code-rule.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { PhoneField } from '#client/features/login/phone-field.tsx'
import { phoneFault } from '#client/features/login/phone-text.ts'
import { SmsCodeField } from '#client/features/login/sms-code-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { Code } from '#shared/contract/codes.ts'

/** A number with the code that went to it. */
export interface ProvedPhone {
  nationCode: number
  phoneNum: string
  captchaCode: string
}

interface NumberFormProps {
  /** What its code is for. */
  purpose: 'reset' | 'bindNew'
  label: string
  submit: string
  /** What was typed before, when the step is done again. */
  phone?: { nationCode: string; phone: string }
  hint?: ReactNode
  autoComplete?: string
  onSubmit: (proved: ProvedPhone) => Promise<void>
}

/** Proves a number that is typed here by the code that goes to it. */
export function NumberForm({
  purpose,
  label,
  submit,
  phone,
  hint,
  autoComplete,
  onSubmit,
}: NumberFormProps): ReactNode {
  const form = useForm({
    initial: { nationCode: '86', phone: '', ...phone, code: '' },
    rules: { phone: (typed, { nationCode }) => phoneFault(typed, nationCode), code: codeFault },
    codeFields: {
      [Code.PhoneError]: 'phone',
      [Code.PhoneExists]: 'phone',
      [Code.UserError]: 'phone',
      [Code.UserDeleted]: 'phone',
      [Code.CodeError]: 'code',
      [Code.CaptchaError]: 'code',
    },
    onSubmit: ({ nationCode, phone: phoneNum, code: captchaCode }) =>
      onSubmit({ nationCode: Number(nationCode), phoneNum, captchaCode }),
  })
  const { nationCode, phone: typed } = form.values
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      <PhoneField
        field={form.text('phone')}
        nation={form.text('nationCode')}
        label={label}
        hint={hint}
        {...(autoComplete ? { autoComplete } : {})}
      />
      <SmsCodeField
        field={form.text('code')}
        target={{ kind: 'phone', phone: typed, nationCode: Number(nationCode), purpose }}
        ready={phoneFault(typed, nationCode) === undefined}
      />
      <Button type="submit" tone="primary" size="l" full busy={form.busy}>
        {submit}
      </Button>
    </form>
  )
}

interface OwnPhoneFormProps {
  purpose: 'reset' | 'bindOld'
  /** Masked. */
  phone: string
  submit: string
  onSubmit: (captchaCode: string) => Promise<void>
}

/** Proves that the learner's own phone is at hand. */
export function OwnPhoneForm({ purpose, phone, submit, onSubmit }: OwnPhoneFormProps): ReactNode {
  const form = useForm({
    initial: { code: '' },
    rules: { code: codeFault },
    codeFields: { [Code.CodeError]: 'code', [Code.CaptchaError]: 'code' },
    onSubmit: ({ code }) => onSubmit(code),
  })
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      <SmsCodeField
        field={form.text('code')}
        target={{ kind: 'own', purpose }}
        ready
        label={`发到 ${phone} 的验证码`}
      />
      <Button type="submit" tone="primary" size="l" full busy={form.busy}>
        {submit}
      </Button>
    </form>
  )
}
