import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { ReportDialogProps } from '#client/features/forum/report-dialog.tsx'
import { askLogin } from '#client/features/login/login-store.ts'
import { useSession } from '#client/features/session/use-session.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import css from './report-button.module.css'

const ReportDialog = lazyDialog(() => import('#client/features/forum/report-dialog.tsx').then((m) => m.ReportDialog))

/** Opens the report of a text; who isn't signed in is asked to, and nobody reports themselves. */
export function ReportButton({
  authorId,
  label,
  ...about
}: Omit<ReportDialogProps, 'onClose'> & { authorId: number; label: string }): ReactNode {
  const { env } = useApp()
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (user !== undefined && user.id === authorId) return null
  return (
    <>
      <button
        type="button"
        className={css.button}
        aria-label={label}
        onClick={() => (user === undefined ? askLogin() : setOpen(true))}
      >
        举报
      </button>
      {isOpen ? <ReportDialog styles={env.css['report-dialog']} {...about} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
