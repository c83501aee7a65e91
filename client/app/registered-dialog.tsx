import type { ReactNode } from 'react'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import css from './account-dialog.module.css'

/** Welcomes a new learner and asks for the profile. */
export function RegisteredDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog title="注册成功" onClose={onClose}>
      <p className={css.text}>再花一分钟完善资料，老师就知道你想学什么、学到了哪里。</p>
      <div className={css.actions}>
        <ButtonLink tone="primary" href="/user/perfect">
          去完善资料
        </ButtonLink>
        <Button tone="quiet" onClick={onClose}>
          以后再说
        </Button>
      </div>
    </Dialog>
  )
}
