import { type ReactNode, useState } from 'react'
import { codeFault } from '#client/features/account-steps/code-rule.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { SmsCodeField } from '#client/features/login/sms-code-field.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { Code } from '#shared/contract/codes.ts'

interface RecheckFormProps {
  purpose: 'export' | 'deregister'
  /** Masked. */
  phone: string
  submit: string
  /** Asks for a reason, which needn't be given. */
  withReason?: boolean
  onSubmit: (captchaCode: string, reason: string) => Promise<void>
}

/** Makes sure once more, by a code to the own phone, that it is the learner. */
export function RecheckForm({ purpose, phone, submit, withReason = false, onSubmit }: RecheckFormProps): ReactNode {
  const [isOver, setIsOver] = useState(false)
  const form = useForm({
    initial: { reason: '', code: '' },
    rules: { code: codeFault },
    codeFields: { [Code.CodeError]: 'code', [Code.CaptchaError]: 'code' },
    onSubmit: async ({ code, reason }) => {
      await onSubmit(code, reason.trim())
      setIsOver(true)
    },
  })
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      {withReason ? (
        <TextArea
          {...form.text('reason')}
          label="为什么离开（选填）"
          maxLength={200}
          placeholder="告诉我们哪里可以做得更好"
        />
      ) : null}
      <SmsCodeField
        field={form.text('code')}
        target={{ kind: 'own', purpose }}
        ready={!isOver}
        label={`发到 ${phone} 的验证码`}
      />
      <Button type="submit" tone="primary" size="l" full busy={form.busy}>
        {submit}
      </Button>
    </form>
  )
}
