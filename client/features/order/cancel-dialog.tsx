import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import css from './order-dialog.module.css'

interface CancelDialogProps {
  orderNo: string
  onDone: () => Promise<void>
  onClose: () => void
}

/** Asks once more before an unpaid order is given up. */
export function CancelDialog({ orderNo, onDone, onClose }: CancelDialogProps): ReactNode {
  const { api } = useApp()
  const [busy, setBusy] = useState(false)
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    try {
      const done = await api.call('POST /api/order/cancel', { orderNo })
      toast(done ? '订单已取消' : '没有取消：订单已经支付', done ? 'good' : 'warn')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== Code.Toast) toast(error.message || '没有取消，请再试一次', 'bad')
    }
    await onDone()
    onClose()
  }
  return (
    <Dialog title="取消订单" size="s" onClose={onClose}>
      <p className={css.text}>名额会让给别人，用在这个订单上的优惠券和定金都退回。</p>
      <div className={css.actions}>
        <Button tone="primary" busy={busy} disabled={busy} onClick={() => void handleClick()}>
          取消订单
        </Button>
        <Button tone="quiet" onClick={onClose}>
          再想想
        </Button>
      </div>
    </Dialog>
  )
}
