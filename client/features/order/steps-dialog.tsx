import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useChange } from '#client/features/common/change.ts'
import { Money } from '#client/features/order/money.tsx'
import { orderQuery, withdrawRefund } from '#client/features/order/order-queries.ts'
import { PriceBreakdown } from '#client/features/order/price-breakdown.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { RefundState } from '#shared/contract/enums.ts'
import { dayText, timeText } from '#shared/rules/number-text.ts'
import { refundStateTexts } from '#shared/rules/order-rules.ts'
import css from './steps-dialog.module.css'

type Detail = CallOutput<'GET /api/order/detail'>

function Refund({ refund }: { refund: Detail['refunds'][number] }): ReactNode {
  return (
    <li className={css.refund}>
      <p>
        <b>{refundStateTexts[refund.state]}</b>　<Money value={refund.amount} />
      </p>
      <p className="muted">原因：{refund.reason}</p>
      {refund.answer ? <p className="muted">学校答复：{refund.answer}</p> : null}
      {refund.appealNo ? (
        <p>
          <a href={`/user/feedback/${refund.appealNo}`}>看申诉 {refund.appealNo}</a>
        </p>
      ) : null}
    </li>
  )
}

function Steps({ detail, onChange }: { detail: Detail; onChange: () => Promise<void> }): ReactNode {
  const takeBack = useChange(withdrawRefund)
  const [busy, setBusy] = useState(false)
  const { orderNo } = detail.orderInfo
  const withdraw = async (): Promise<void> => {
    setBusy(true)
    try {
      await takeBack({ orderNo })
      toast('退款申请已撤回')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== Code.Toast) toast(error.message, 'bad')
    }
    await onChange()
    setBusy(false)
  }
  return (
    <>
      <PriceBreakdown price={detail.priceObject} label="还应付" />
      {detail.address ? (
        <p className={css.address}>
          <span className="muted">寄到</span> {detail.address.consignee}　{detail.address.phone}　{detail.address.text}
        </p>
      ) : null}
      {detail.refunds.length > 0 ? (
        <ul className={css.refunds} aria-label="退款">
          {detail.refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} />
          ))}
        </ul>
      ) : null}
      {detail.refunds.some(({ state }) => state === RefundState.asked) ? (
        <Button tone="quiet" size="s" busy={busy} onClick={() => void withdraw()}>
          撤回退款申请
        </Button>
      ) : null}
      <ol className={css.steps} aria-label="订单进度">
        {[...detail.timeline].reverse().map((step) => (
          <li key={`${step.time}-${step.event}`}>
            <time className="s13 muted num">
              {dayText(step.time)} {timeText(step.time)}
            </time>
            <span>
              {step.note}
              {step.amount ? (
                <>
                  {'　'}
                  <Money value={step.amount} />
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

interface StepsDialogProps {
  orderNo: string
  onChange: () => Promise<void>
  onClose: () => void
}

/** What has happened to an order, latest first, with its amounts and refunds. */
export function StepsDialog({ orderNo, onChange, onClose }: StepsDialogProps): ReactNode {
  const { api } = useApp()
  const { data, isError, refetch } = useQuery({ ...orderQuery(api, orderNo), staleTime: 0 })
  const handleChange = async (): Promise<void> => {
    await Promise.all([refetch(), onChange()])
  }
  return (
    <Dialog title="订单进度" onClose={onClose}>
      {data ? (
        <Steps detail={data} onChange={handleChange} />
      ) : isError ? (
        <ErrorBlock onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="lines" count={5} />
      )}
    </Dialog>
  )
}
