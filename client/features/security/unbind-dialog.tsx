import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useSecurity } from '#client/features/security/use-security.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { OauthProvider } from '#shared/contract/enums.ts'
import { unbindIdentity } from '#client/features/security/security-queries.ts'
import css from './security-dialog.module.css'

interface UnbindDialogProps {
  provider: OauthProvider
  name: string
  onClose: () => void
}

/** Asks once more before a provider's account is let go. */
export function UnbindDialog({ provider, name, onClose }: UnbindDialogProps): ReactNode {
  const { api } = useApp()
  const { refresh } = useSecurity()
  const [busy, setBusy] = useState(false)
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    try {
      const done = await unbindIdentity(api, { loginType: provider })
      toast(done ? '解除绑定成功' : '解除绑定失败', done ? 'good' : 'bad')
      await refresh()
      onClose()
    } catch (error) {
      setBusy(false)
      if (!(error instanceof ApiError)) throw error
      // 4004 says why, in one place for all calls.
      if (error.code !== Code.Toast) toast(error.code === Code.ResetStep ? error.message : '解除绑定失败', 'bad')
    }
  }
  return (
    <Dialog title={`解除绑定${name}`} onClose={onClose}>
      <p className={css.text}>解除以后不能再用{name}登录这个账号，课程和资料都不变。需要时可以再绑定。</p>
      <div className={css.actions}>
        <Button tone="primary" busy={busy} onClick={() => void handleClick()}>
          解除绑定
        </Button>
        <Button tone="quiet" onClick={onClose}>
          取消
        </Button>
      </div>
    </Dialog>
  )
}
