import { type ReactNode, useState } from 'react'
import { useHomeworkActions } from '#client/features/homework/homework-queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import css from './take-back-dialog.module.css'

/** Asks once more before what waits is taken back. */
export function TakeBackDialog({
  id,
  canHandIn,
  onClose,
}: {
  id: number
  /** Another may be handed in afterwards. */
  canHandIn: boolean
  onClose: () => void
}): ReactNode {
  const { takeBack } = useHomeworkActions()
  const [busy, setBusy] = useState(false)
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    try {
      await takeBack(id)
      toast('删除成功')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== Code.Toast) toast(error.message || '没有收回，请再试一次', 'bad')
    }
    onClose()
  }
  return (
    <Dialog title="收回作业" size="s" onClose={onClose}>
      <p>
        收回以后这份作业回到未完成，这次交的内容不再显示，
        {canHandIn ? '可以重新做。' : '也不能再交。'}
      </p>
      <div className={css.acts}>
        <Button tone="primary" busy={busy} disabled={busy} onClick={() => void handleClick()}>
          收回
        </Button>
        <Button tone="quiet" onClick={onClose}>
          再想想
        </Button>
      </div>
    </Dialog>
  )
}
