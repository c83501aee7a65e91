import type { ReactNode } from 'react'
import { useForm } from '#client/features/form/use-form.ts'
import { Button } from '#client/ui/button.tsx'
import { PasswordField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { accountTexts, isPassword } from '#shared/rules/account-rules.ts'

interface NewPasswordFormProps {
  submit: string
  /** Shown above the field. */
  label?: string
  onSubmit: (password: string) => Promise<void>
}

/** Sets a password; without it having been set it says so. */
export function NewPasswordForm({ submit, label = '新密码', onSubmit }: NewPasswordFormProps): ReactNode {
  const form = useForm({
    initial: { password: '' },
    rules: {
      password: (password) =>
        password === ''
          ? accountTexts.passwordRequired
          : isPassword(password)
            ? undefined
            : accountTexts.passwordLength,
    },
    codeFields: { [Code.SetPasswordError]: 'password', [Code.PasswordError]: 'password' },
    onSubmit: async ({ password }) => {
      try {
        await onSubmit(password)
      } catch (error) {
        // A text of its own is more than the general one.
        if (!(error instanceof ApiError) || error.code !== Code.Fail) throw error
        toast('密码设置失败', 'bad')
      }
    },
  })
  return (
    <form ref={form.ref} method="post" onSubmit={form.submit} noValidate>
      <PasswordField
        {...form.text('password')}
        label={label}
        hint="6-12 位，字母、数字和符号都可以"
        autoComplete="new-password"
      />
      <Button type="submit" tone="primary" size="l" full busy={form.busy}>
        {submit}
      </Button>
    </form>
  )
}
