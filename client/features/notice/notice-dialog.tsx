import type { ReactNode } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import css from './notice-dialog.module.css'

interface NoticeDialogProps {
  notice: NonNullable<CallOutput<'GET /api/platform/notice/platform-notice-by-user'>>
  onOpenTarget: () => void
  onClose: () => void
}

/** One notice with its picture, text and target. */
export function NoticeDialog({ notice, onOpenTarget, onClose }: NoticeDialogProps): ReactNode {
  const isOutside = notice.url !== null && !notice.url.startsWith('/')
  return (
    <Dialog title={notice.title} onClose={onClose}>
      {notice.img ? <Picture className={css.picture} src={notice.img} alt="" ratio="cover" sizes="368px" /> : null}
      {notice.content ? <div className={css.text} dangerouslySetInnerHTML={{ __html: notice.content }} /> : null}
      {notice.url ? (
        <ButtonLink
          tone="primary"
          full
          href={notice.url}
          onClick={onOpenTarget}
          {...(isOutside ? { target: '_blank', rel: 'noopener' } : {})}
        >
          去看看
        </ButtonLink>
      ) : null}
    </Dialog>
  )
}
