import { type ReactNode, useState } from 'react'
import { useChange } from '#client/features/common/change.ts'
import { cancelOrder } from '#client/features/order/order-queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { showMoney } from '#shared/rules/money.ts'
import css from './order-dialog.module.css'

interface CancelDialogProps {
  orderNo: string
  /** Paid already, as on the wire: it goes back with the order. */
  paidAmount?: string | undefined
  onDone: () => Promise<void>
  onClose: () => void
}

/** Asks once more before an order that isn't paid in full is given up. */
export function CancelDialog({ orderNo, paidAmount = '0.00', onDone, onClose }: CancelDialogProps): ReactNode {
  const cancel = useChange(cancelOrder)
  const [busy, setBusy] = useState(false)
  const isPartlyPaid = Number(paidAmount) > 0
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    try {
      const done = await cancel({ orderNo })
      toast(
        done ? (isPartlyPaid ? '订单已取消，已付的款项将原路退回' : '订单已取消') : '没有取消：订单已经支付',
        done ? 'good' : 'warn',
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== Code.Toast) toast(error.message || '没有取消，请再试一次', 'bad')
    }
    await onDone()
    onClose()
  }
  return (
    <Dialog title="取消订单" size="s" onClose={onClose}>
      <p className={css.text}>
        名额会让给别人，用在这个订单上的优惠券和定金都退回
        {isPartlyPaid ? `；已付的 ¥${showMoney(paidAmount)} 全额原路退回，通常 1–3 个工作日到账` : ''}。
      </p>
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
