import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useChange } from '#client/features/common/change.ts'
import { useForm } from '#client/features/form/use-form.ts'
import { Money } from '#client/features/order/money.tsx'
import { appealRefund, orderQuery } from '#client/features/order/order-queries.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { Code } from '#shared/contract/codes.ts'
import { RefundState } from '#shared/contract/enums.ts'
import { ticketLength } from '#shared/contract/text-lengths.ts'
import { momentText, monthDayText } from '#shared/rules/number-text.ts'
import css from './order-dialog.module.css'

type Refused = CallOutput<'GET /api/order/detail'>['refunds'][number]

/** Where an appeal is followed, and until when it is answered. */
function Followed({ no, dueTime }: { no: string; dueTime?: number | undefined }): ReactNode {
  return (
    <>
      <p className={css.text} role="status">
        {dueTime === undefined
          ? '这次退款已经申诉过。'
          : `收到了，最晚 ${monthDayText(dueTime - 1)} 由没有参与审核的同事答复。`}
        编号 <b className="num">{no}</b>，补充说明和图片可以在里面加。
      </p>
      <div className={css.actions}>
        <ButtonLink tone="primary" href={`/user/feedback/${no}`}>
          看进度
        </ButtonLink>
      </div>
    </>
  )
}

interface AppealFormProps {
  orderNo: string
  refused: Refused
  onSent: (sent: CallOutput<'POST /api/order/refund/appeal'>) => void
  onClose: () => void
}

function AppealForm({ orderNo, refused: { id }, onSent, onClose }: AppealFormProps): ReactNode {
  const appeal = useChange(appealRefund)
  const token = useRef<string>(undefined)
  const form = useForm({
    initial: { content: '' },
    codeFields: { [Code.Toast]: 'content', [Code.Fail]: 'content' },
    rules: { content: (content) => (content.trim() === '' ? '说说为什么应该退' : undefined) },
    onSubmit: async ({ content }) => {
      token.current ??= crypto.randomUUID()
      onSent(await appeal({ orderNo, refundId: id, content: content.trim(), clientToken: token.current }))
    },
  })
  return (
    <form ref={form.ref} method="post" noValidate onSubmit={form.submit}>
      <TextArea {...form.text('content')} label="为什么应该退" rows={5} maxLength={ticketLength} required />
      <div className={css.actions}>
        <Button type="submit" tone="primary" busy={form.busy}>
          提交申诉
        </Button>
        <Button tone="quiet" onClick={onClose}>
          取消
        </Button>
      </div>
    </form>
  )
}

function Appeal({ orderNo, refused, onClose }: Omit<AppealFormProps, 'onSent'>): ReactNode {
  const [sent, setSent] = useState<CallOutput<'POST /api/order/refund/appeal'>>()
  const { amount, answer, appealNo, appealUntil } = refused
  if (sent) return <Followed {...sent} />
  if (appealNo !== null) return <Followed no={appealNo} />
  return (
    <>
      <p className={css.text}>
        退 <Money value={amount} /> 的申请没有通过。{answer ? `学校答复：${answer}` : ''}
      </p>
      {appealUntil === null || appealUntil <= serverNow() ? (
        <p className={css.text}>申诉的时间已经过了，还有问题可以找在线客服。</p>
      ) : (
        <>
          <p className={css.text}>{momentText(appealUntil)} 前可以申诉一次，三个工作日内答复。</p>
          <AppealForm orderNo={orderNo} refused={refused} onSent={setSent} onClose={onClose} />
        </>
      )}
    </>
  )
}

/** The refusal that can be appealed, the latest of several; when none can, the latest. */
function toAppeal(refunds: readonly Refused[]): Refused | undefined {
  const refused = refunds.filter(({ state }) => state === RefundState.refused)
  return (
    refused.find(({ appealNo, appealUntil }) => appealNo === null && (appealUntil ?? 0) > serverNow()) ?? refused[0]
  )
}

interface AppealDialogProps {
  orderNo: string
  onClose: () => void
}

/** What the learner can do about a refund that was refused: say why it should be paid back all the same. */
export function AppealDialog({ orderNo, onClose }: AppealDialogProps): ReactNode {
  const { api } = useApp()
  const { data, isError, refetch } = useQuery({ ...orderQuery(api, orderNo), staleTime: 0 })
  const refused = data && toAppeal(data.refunds)
  return (
    <Dialog title="退款申诉" onClose={onClose}>
      {refused ? (
        <Appeal orderNo={orderNo} refused={refused} onClose={onClose} />
      ) : data ? (
        <p className={css.text}>这个订单没有被拒绝的退款申请。</p>
      ) : isError ? (
        <ErrorBlock onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="lines" count={4} />
      )}
    </Dialog>
  )
}
