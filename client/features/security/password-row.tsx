import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { SecurityRow } from '#client/features/security/security-row.tsx'
import { useSecurity } from '#client/features/security/use-security.ts'
import { useVerified } from '#client/features/security/use-verified.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { dayText } from '#shared/rules/number-text.ts'

const SetPasswordDialog = lazyDialog(() =>
  import('#client/features/security/set-password-dialog.tsx').then((m) => m.SetPasswordDialog),
)

/** The password: set once here, changed on a page of its own. */
export function PasswordRow(): ReactNode {
  const { env } = useApp()
  const { hasPassword, passwordSetTime } = useSecurity().security
  const [open, setOpen] = useState(false)
  const { whenVerified, dialog } = useVerified({ orSignIn: true })
  return (
    <SecurityRow
      name="登录密码"
      value={hasPassword ? '已设置' : '还没有设置'}
      note={
        hasPassword
          ? passwordSetTime === null
            ? undefined
            : `设置于 ${dayText(passwordSetTime)}`
          : '设置以后，不等短信也能登录'
      }
    >
      {hasPassword ? (
        <ButtonLink tone="secondary" size="s" href="/user/auth/password">
          修改密码
        </ButtonLink>
      ) : (
        <Button tone="primary" size="s" onClick={() => whenVerified(() => setOpen(true))}>
          设置密码
        </Button>
      )}
      {dialog}
      {open ? <SetPasswordDialog styles={env.css['set-password-dialog']} onClose={() => setOpen(false)} /> : null}
    </SecurityRow>
  )
}
