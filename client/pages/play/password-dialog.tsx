import type { ReactNode } from 'react'
import { PasswordForm } from '#client/pages/play/password-form.tsx'
import { Dialog } from '#client/ui/dialog.tsx'

interface PasswordDialogProps {
  id: number
  title: string
  lockedTime: number | null
  onPassed: () => Promise<void>
  onWrong: () => Promise<void>
  onClose: () => void
}

/** The password of a question room. */
export function PasswordDialog({ title, onClose, ...form }: PasswordDialogProps): ReactNode {
  return (
    <Dialog title="输入答疑室密码" note={title} size="s" onClose={onClose}>
      <PasswordForm {...form} />
    </Dialog>
  )
}
