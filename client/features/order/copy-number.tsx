import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import css from './copy-number.module.css'

/** An order's number with a button that copies it. */
export function CopyNumber({ orderNo }: { orderNo: string }): ReactNode {
  const handleClick = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(orderNo)
      toast('订单号已复制')
    } catch {
      window.prompt('复制订单号', orderNo)
    }
  }
  return (
    <span className={css.number}>
      <span className="muted">订单号</span> <span className="num">{orderNo}</span>
      <Button tone="text" size="s" className="no-print" aria-label={`复制订单号 ${orderNo}`} onClick={() => void handleClick()}>
        复制
      </Button>
    </span>
  )
}
