import type { ReactNode } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { NewPasswordForm } from '#client/features/account-steps/new-password-form.tsx'
import { useApp } from '#client/features/common/app-context.ts'
import { useSecurity } from '#client/features/security/use-security.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { setFirstPassword } from '#client/features/security/security-queries.ts'
import { toast } from '#client/ui/toast-store.ts'

/** The first password of an account that has none. */
export function SetPasswordDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { api } = useApp()
  const { refresh } = useSecurity()
  const save = async (password: string): Promise<void> => {
    await setFirstPassword(api, { password })
    toast('密码设置成功')
    await refresh()
    onClose()
    if (location.pathname !== '/user/security') navigate('/user/security')
  }
  return (
    <Dialog title="设置登录密码" note="以后可以用手机号和密码登录，短信验证码照样能用。" onClose={onClose}>
      <NewPasswordForm label="密码" submit="设置密码" onSubmit={save} />
    </Dialog>
  )
}
