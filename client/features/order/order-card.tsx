import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { CopyNumber } from '#client/features/order/copy-number.tsx'
import { Countdown } from '#client/features/order/countdown.tsx'
import { Money } from '#client/features/order/money.tsx'
import { BundleLines, Goods } from '#client/features/order/order-goods.tsx'
import { payHref } from '#client/features/order/sign-up-outcome.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Tag, type TagTone } from '#client/ui/tag.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { OrderStatus, RefundState } from '#shared/contract/enums.ts'
import { dayText, timeText } from '#shared/rules/number-text.ts'
import { orderStatusTexts, refundStateTexts } from '#shared/rules/order-rules.ts'
import css from './order-card.module.css'

const AppealDialog = lazyDialog(() => import('#client/features/order/appeal-dialog.tsx').then((m) => m.AppealDialog))
const CancelDialog = lazyDialog(() => import('#client/features/order/cancel-dialog.tsx').then((m) => m.CancelDialog))
const RefundDialog = lazyDialog(() => import('#client/features/order/refund-dialog.tsx').then((m) => m.RefundDialog))
const StepsDialog = lazyDialog(() => import('#client/features/order/steps-dialog.tsx').then((m) => m.StepsDialog))

export type OrderItem = CallOutput<'GET /api/user/order/list'>['records'][number]

const tones: Readonly<Record<OrderStatus, TagTone>> = {
  [OrderStatus.waitPayment]: 'due',
  [OrderStatus.allPaid]: 'got',
  [OrderStatus.partlyPaid]: 'wait',
  [OrderStatus.refund]: 'plain',
  [OrderStatus.partRefund]: 'wait',
  [OrderStatus.cancel]: 'plain',
}

interface OrderCardProps {
  order: OrderItem
  onChange: () => Promise<void>
  /** Opens the evaluation of a lesson. */
  onEvaluate: (lesson: NonNullable<OrderItem['evaluation']>) => void
}

function Amounts({ order }: { order: OrderItem }): ReactNode {
  const { status, dueAmount, paidAmount, refundedAmount } = order
  return (
    <p className={css.amounts}>
      {Number(refundedAmount) > 0 ? (
        <span className="muted">
          已退 <Money value={refundedAmount} />
        </span>
      ) : null}
      {Number(paidAmount) > 0 ? (
        <span className="muted">
          实付 <Money value={paidAmount} />
        </span>
      ) : null}
      {status === OrderStatus.waitPayment || status === OrderStatus.partlyPaid ? (
        <span>
          {status === OrderStatus.partlyPaid ? '还应付' : '应付'}{' '}
          <b className={css.due}>
            <Money value={dueAmount} />
          </b>
        </span>
      ) : null}
    </p>
  )
}

type Opened = 'appeal' | 'cancel' | 'refund' | 'steps'

const isRefunding = (state: OrderCardProps['order']['refundState']): boolean =>
  state === RefundState.asked || state === RefundState.approved

/** What can be done with an order, as it stands. */
function Ways({ order, onChange, onOpen, onEvaluate }: OrderCardProps & { onOpen: (what: Opened) => void }): ReactNode {
  const { orderNo, status, refundState, evaluation } = order
  const waits = status === OrderStatus.waitPayment
  const takesMoney = waits || (status === OrderStatus.partlyPaid && !isRefunding(refundState))
  return (
    <div className={css.ways}>
      <Button tone="text" size="s" onClick={() => onOpen('steps')}>
        订单进度
      </Button>
      {order.paidTime !== null && Number(order.paidAmount) > 0 ? (
        <ButtonLink tone="text" size="s" href={`/user/order/receipt/${orderNo}`}>
          收据
        </ButtonLink>
      ) : null}
      {evaluation ? (
        <Button
          tone="quiet"
          size="s"
          onClick={() => onEvaluate(evaluation)}
          aria-label={`评价第 ${evaluation.sequenceNo} 讲：${evaluation.title}`}
        >
          评价第 {evaluation.sequenceNo} 讲
        </Button>
      ) : null}
      {refundState === RefundState.refused || order.canAppeal ? (
        <Button tone="quiet" size="s" onClick={() => onOpen('appeal')}>
          退款申诉
        </Button>
      ) : null}
      {order.canRefund ? (
        <Button tone="quiet" size="s" onClick={() => onOpen('refund')}>
          申请退款
        </Button>
      ) : null}
      {takesMoney ? (
        <Button tone="quiet" size="s" onClick={() => onOpen('cancel')}>
          {waits ? '取消订单' : '取消订单并退款'}
        </Button>
      ) : null}
      {order.hasEntrance && (status === OrderStatus.allPaid || status === OrderStatus.partRefund) ? (
        <ButtonLink tone="secondary" size="s" href={`/entrance/${orderNo}`}>
          入学信息
        </ButtonLink>
      ) : null}
      {takesMoney ? (
        <ButtonLink tone="primary" size="s" href={payHref(orderNo, order.product.lectureType)}>
          {waits ? '去支付' : '付尾款'}
          {waits ? (
            <>
              {' '}
              <Countdown until={order.expireTime} onEnd={() => void onChange()} />
            </>
          ) : null}
        </ButtonLink>
      ) : null}
    </div>
  )
}

/** One order: what, how much, how it stands, and what can be done with it. */
export function OrderCard({ order, onChange, onEvaluate }: OrderCardProps): ReactNode {
  const { env } = useApp()
  const [open, setOpen] = useState<Opened>()
  const { orderNo, status, items, orderKind, refundState } = order
  const close = (): void => setOpen(undefined)
  const first = items[0]
  const waits = status === OrderStatus.waitPayment
  const refunding = isRefunding(refundState)
  return (
    <article className={css.card} aria-label={`订单 ${orderNo}`}>
      <p className={css.top}>
        <Tag tone={tones[status]}>{orderStatusTexts[status]}</Tag>
        {refundState !== null && (refunding || refundState === RefundState.refused) ? (
          <span className={css.refund}>退款：{refundStateTexts[refundState]}</span>
        ) : null}
        <CopyNumber orderNo={orderNo} />
        <time className="s13 muted num">
          {dayText(order.createTime)} {timeText(order.createTime)}
        </time>
      </p>
      <Goods
        {...order.product}
        orderKind={orderKind}
        scheduleName={first?.scheduleName ?? null}
        amount={order.amount}
      />
      <BundleLines items={items} />
      <div className={css.end}>
        <Amounts order={order} />
        <Ways order={order} onChange={onChange} onOpen={setOpen} onEvaluate={onEvaluate} />
      </div>
      {open === 'appeal' ? <AppealDialog styles={env.css['appeal-dialog']} orderNo={orderNo} onClose={close} /> : null}
      {open === 'cancel' ? (
        <CancelDialog
          styles={env.css['cancel-dialog']}
          orderNo={orderNo}
          paidAmount={waits ? undefined : order.paidAmount}
          onDone={onChange}
          onClose={close}
        />
      ) : null}
      {open === 'refund' ? (
        <RefundDialog styles={env.css['refund-dialog']} orderNo={orderNo} onDone={onChange} onClose={close} />
      ) : null}
      {open === 'steps' ? (
        <StepsDialog styles={env.css['steps-dialog']} orderNo={orderNo} onChange={onChange} onClose={close} />
      ) : null}
    </article>
  )
}
