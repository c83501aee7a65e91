import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import css from './account-dialog.module.css'

/** Told to whoever may not use the account any more. */
export function AbnormalDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { servicePhone } = useApp().common.config
  return (
    <Dialog title="账号状态异常" onClose={onClose}>
      <p className={css.text}>
        您的账号状态异常，请联系客服。 <span className="phrase">客服电话：{servicePhone}</span>
      </p>
      <div className={css.actions}>
        <ButtonLink tone="primary" href={`tel:${servicePhone}`}>
          打电话给客服
        </ButtonLink>
        <Button tone="quiet" onClick={onClose}>
          知道了
        </Button>
      </div>
    </Dialog>
  )
}
