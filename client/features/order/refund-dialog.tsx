import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { useChange } from '#client/features/common/change.ts'
import { Money } from '#client/features/order/money.tsx'
import { askRefund, refundPreviewQuery } from '#client/features/order/order-queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import choices from './choice-list.module.css'
import css from './order-dialog.module.css'

type Preview = CallOutput<'GET /api/order/refund/preview'>

/** '1234.50' and '0.5' added as fen; sums of money never go through fractions. */
function sumYuan(amounts: readonly string[]): string {
  const fen = amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0)
  return (fen / 100).toFixed(2)
}

interface RefundFormProps {
  orderNo: string
  preview: Preview
  onDone: () => Promise<void>
  onClose: () => void
}

/** Which lines are asked back, and asking. */
function useRefundForm({ orderNo, preview, onDone, onClose }: RefundFormProps) {
  const ask = useChange(askRefund)
  const can = preview.lines.filter((line) => line.refundable)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(can.map((line) => line.itemId)))
  const token = useRef<string>(undefined)
  const form = useForm({
    initial: { reason: '' },
    rules: {
      reason: (reason) => {
        if (reason.trim() === '') return '请说一下原因'
        return reason.trim().length > 200 ? '最多 200 个字' : undefined
      },
    },
    onSubmit: async ({ reason }) => {
      token.current ??= crypto.randomUUID()
      await ask({
        orderNo,
        itemIds: [...chosen],
        reason: reason.trim(),
        clientToken: token.current,
      })
      toast('退款申请已提交')
      await onDone()
      onClose()
    },
  })
  const toggle = (id: number, on: boolean): void =>
    setChosen(new Set(on ? [...chosen, id] : [...chosen].filter((other) => other !== id)))
  return { can, chosen, setChosen, form, toggle }
}

function RefundForm(props: RefundFormProps): ReactNode {
  const { preview, onClose } = props
  const { can, chosen, setChosen, form, toggle } = useRefundForm(props)
  if (can.length === 0) {
    return (
      <>
        <p className={css.text}>{preview.lines.find((line) => line.why)?.why ?? '这个订单现在不能退款'}</p>
        <p className={css.text}>{preview.rule}</p>
      </>
    )
  }
  return (
    <form ref={form.ref} method="post" noValidate onSubmit={form.submit}>
      <p className={css.text}>{preview.rule}</p>
      {can.length > 1 ? (
        <Button
          tone="text"
          size="s"
          onClick={() => setChosen(new Set(chosen.size === can.length ? [] : can.map((line) => line.itemId)))}
        >
          {chosen.size === can.length ? '全部不选' : '全部选上'}
        </Button>
      ) : null}
      <fieldset className={choices.list}>
        <legend className="visually-hidden">退哪些</legend>
        {preview.lines.map((line) => (
          <label key={line.itemId} className={`${choices.item} ${line.refundable ? '' : choices.off}`}>
            <input
              type="checkbox"
              checked={chosen.has(line.itemId)}
              disabled={!line.refundable}
              onChange={(event) => toggle(line.itemId, event.target.checked)}
            />
            <span className={choices.text}>
              {line.name}
              {line.why ? <span className={choices.why}>{line.why}</span> : null}
            </span>
            <Money value={line.amount} />
          </label>
        ))}
      </fieldset>
      <p className={css.sum}>
        <span>退回</span>
        <Money value={sumYuan(can.filter((line) => chosen.has(line.itemId)).map((line) => line.amount))} />
      </p>
      <TextArea {...form.text('reason')} label="退款原因" maxLength={220} required />
      <div className={css.actions}>
        <Button type="submit" tone="primary" busy={form.busy} disabled={form.busy || chosen.size === 0}>
          提交申请
        </Button>
        <Button tone="quiet" onClick={onClose}>
          取消
        </Button>
      </div>
    </form>
  )
}

interface RefundDialogProps {
  orderNo: string
  onDone: () => Promise<void>
  onClose: () => void
}

/** Asks for a refund of the whole order or some of its lines: what comes back and why it is asked for. */
export function RefundDialog({ orderNo, onDone, onClose }: RefundDialogProps): ReactNode {
  const { api } = useApp()
  const { data, isError, refetch } = useQuery({
    ...refundPreviewQuery(api, orderNo),
    staleTime: 0,
  })
  return (
    <Dialog title="申请退款" onClose={onClose}>
      {data ? (
        <RefundForm orderNo={orderNo} preview={data} onDone={onDone} onClose={onClose} />
      ) : isError ? (
        <ErrorBlock onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="lines" count={4} />
      )}
    </Dialog>
  )
}
