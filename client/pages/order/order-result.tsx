import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { CopyNumber } from '#client/features/order/copy-number.tsx'
import { Money } from '#client/features/order/money.tsx'
import { payStatusQuery } from '#client/features/order/order-queries.ts'
import { whyClosed, whyMoneyBack } from '#client/features/order/order-outcome.ts'
import { payPollMs } from '#client/features/order/use-pay-status.ts'
import { payHref } from '#client/features/order/sign-up-outcome.ts'
import { type OrderDetail, useOrder } from '#client/features/order/use-order.ts'
import type { OrderChoice } from '#client/pages/order/order-inputs.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import { OrderKind, OrderStatus, RefundState } from '#shared/contract/enums.ts'
import { orderStatusTexts } from '#shared/rules/order-rules.ts'
import css from './order-result.module.css'

/** After so many questions the page says that nothing has come yet. */
const patience = 30

/** Asks until the payment has come, ever more seldom; not in a hidden tab. Answers whether it takes unusually long. */
function useWaiting(orderNo: string, waiting: boolean, onChange: () => Promise<void>): boolean {
  const { api } = useApp()
  const asked = useRef(0)
  const [slow, setSlow] = useState(false)
  const { data } = useQuery({
    ...payStatusQuery(api, orderNo),
    enabled: waiting,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: () => payPollMs(asked.current),
  })
  const change = useRef(onChange)
  change.current = onChange
  useEffect(() => {
    if (!waiting || !data) return
    if (data.status !== OrderStatus.waitPayment && data.status !== OrderStatus.partlyPaid) void change.current()
  }, [data, waiting])
  useEffect(() => {
    if (!waiting) return
    const timer = window.setInterval(() => {
      asked.current += 1
      if (asked.current > patience) setSlow(true)
    }, 2000)
    return () => window.clearInterval(timer)
  }, [waiting])
  return slow
}

function Waiting({ order, onChange }: { order: OrderDetail; onChange: () => Promise<void> }): ReactNode {
  const { orderNo, product } = order.orderInfo
  const slow = useWaiting(orderNo, true, onChange)
  return (
    <>
      <Cell mark="候" />
      <h1 className={css.title}>{slow ? '还没有收到付款结果' : '正在确认付款结果'}</h1>
      <p className="muted" role="status">
        {slow ? '付过款的话请放心：钱一到，课程马上开通；这一页关掉也没有关系。' : '付款以后通常几秒就能确认，请稍等。'}
      </p>
      <p className={css.ways}>
        <Button tone="primary" onClick={() => void onChange()}>
          再看一次
        </Button>
        <ButtonLink tone="quiet" href={payHref(orderNo, product.lectureType)}>
          回去支付
        </ButtonLink>
      </p>
    </>
  )
}

/** A part is paid, or other money came than was asked for: nothing is confirmed by waiting. */
function Partly({ order }: { order: OrderDetail }): ReactNode {
  const { orderNo, product, paidAmount, dueAmount, refundState } = order.orderInfo
  const isGoingBack = refundState === RefundState.approved
  return (
    <>
      <Cell mark={isGoingBack ? '退' : '部'} />
      <h1 className={css.title}>{isGoingBack ? '订单正在退款' : '已付一部分'}</h1>
      <p className="muted">
        {isGoingBack ? '正在原路退回 ' : '已付 '}
        <Money value={paidAmount} />
        {isGoingBack ? null : (
          <>
            ，还应付 <Money value={dueAmount} />
            ，付清后课程开通
          </>
        )}
      </p>
      <p className={css.ways}>
        {isGoingBack ? null : (
          <ButtonLink tone="primary" href={payHref(orderNo, product.lectureType)}>
            付尾款
          </ButtonLink>
        )}
        <ButtonLink tone="quiet" href="/user/order">
          我的订单
        </ButtonLink>
      </p>
    </>
  )
}

/** Other money came than was asked for: somebody looks at it, and waiting confirms nothing. */
function InReview({ order, onChange }: { order: OrderDetail; onChange: () => Promise<void> }): ReactNode {
  return (
    <>
      <Cell mark="核" />
      <h1 className={css.title}>付款正在核对</h1>
      <p className="muted" role="status">
        {order.reviewText}
      </p>
      <p className={css.ways}>
        <Button tone="primary" onClick={() => void onChange()}>
          再看一次
        </Button>
        <ButtonLink tone="quiet" href="/user/order">
          我的订单
        </ButtonLink>
      </p>
    </>
  )
}

function Paid({ order }: { order: OrderDetail }): ReactNode {
  const { orderNo, orderKind, product, paidAmount, hasEntrance } = order.orderInfo
  const deposit = orderKind === OrderKind.deposit
  return (
    <>
      <Cell mark="成" />
      <h1 className={css.title}>{deposit ? '定金已付' : '支付成功'}</h1>
      <p className={css.product}>{product.name}</p>
      <p className="muted">
        实付 <Money value={paidAmount} />
        {deposit ? '，报名时抵扣，尾款在到期前付清' : '，课程已经开通'}
      </p>
      <p className={css.ways}>
        {deposit ? (
          <ButtonLink tone="primary" href="/deposits">
            我的定金
          </ButtonLink>
        ) : hasEntrance ? (
          <ButtonLink tone="primary" href={`/entrance/${orderNo}`}>
            下一步：怎么入学
          </ButtonLink>
        ) : null}
        <ButtonLink tone="secondary" href={product.url}>
          看课程
        </ButtonLink>
        <ButtonLink tone="quiet" href="/user/order">
          我的订单
        </ButtonLink>
      </p>
    </>
  )
}

function Ended({ order }: { order: OrderDetail }): ReactNode {
  const { status, product, refundedAmount } = order.orderInfo
  const back = whyMoneyBack(order)
  return (
    <>
      <Cell mark="止" tone="pen" />
      <h1 className={css.title}>订单{orderStatusTexts[status]}</h1>
      <p className="muted">
        {status === OrderStatus.cancel ? (
          `${whyClosed(order)}${back ? '' : '如果钱已经付了，会原路全额退回，并发消息告诉你。'}`
        ) : (
          <>
            已退 <Money value={refundedAmount} />
          </>
        )}
      </p>
      <p className={css.ways}>
        <ButtonLink tone="primary" href={product.url}>
          回到课程
        </ButtonLink>
        <ButtonLink tone="quiet" href="/user/order">
          我的订单
        </ButtonLink>
      </p>
    </>
  )
}

/** The result of a payment. */
export function OrderResult({ choice: { orderNo } }: PageProps<OrderChoice>): ReactNode {
  const { order, refresh } = useOrder(orderNo)
  const { status } = order.orderInfo
  const back = whyMoneyBack(order)
  const isOpen = status === OrderStatus.waitPayment || status === OrderStatus.partlyPaid
  return (
    <div className={`wrap ${css.result}`}>
      {isOpen && order.reviewText !== null ? (
        <InReview order={order} onChange={refresh} />
      ) : status === OrderStatus.partlyPaid ? (
        <Partly order={order} />
      ) : status === OrderStatus.waitPayment ? (
        <Waiting order={order} onChange={refresh} />
      ) : status === OrderStatus.allPaid ? (
        <Paid order={order} />
      ) : (
        <Ended order={order} />
      )}
      {back ? <p className="muted">{back}</p> : null}
      {!isOpen && order.reviewText !== null ? <p className="muted">{order.reviewText}</p> : null}
      <CopyNumber orderNo={orderNo} />
    </div>
  )
}
