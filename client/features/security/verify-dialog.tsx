import type { ReactNode } from 'react'
import { VerifyForm } from '#client/features/account-steps/verify-form.tsx'
import { useSecurity } from '#client/features/security/use-security.ts'
import { Dialog } from '#client/ui/dialog.tsx'

/** Asks who it is before something about the ways into the account changes. */
export function VerifyDialog({ onClose, onVerified }: { onClose: () => void; onVerified: () => void }): ReactNode {
  const { security, refresh } = useSecurity()
  const { ways } = security.verification
  const finish = async (): Promise<void> => {
    await refresh()
    onClose()
    onVerified()
  }
  return (
    <Dialog title="先确认是你本人" note="修改登录方式之前验证一次，10 分钟内不用再验证。" onClose={onClose}>
      <VerifyForm ways={ways} phone={security.phone ?? ''} submit="确认" onVerified={finish} />
    </Dialog>
  )
}
