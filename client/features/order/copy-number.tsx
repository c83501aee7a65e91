import type { ReactNode } from 'react'
import { copyText } from '#client/features/common/copy-text.ts'
import { Button } from '#client/ui/button.tsx'
import css from './copy-number.module.css'

/** An order's number with a button that copies it. */
export function CopyNumber({ orderNo }: { orderNo: string }): ReactNode {
  return (
    <span className={css.number}>
      <span className="muted">订单号</span> <span className="num">{orderNo}</span>
      <Button
        tone="text"
        size="s"
        className="no-print"
        aria-label={`复制订单号 ${orderNo}`}
        onClick={() => void copyText(orderNo, { done: '订单号已复制', byHand: '复制订单号' })}
      >
        复制
      </Button>
    </span>
  )
}
