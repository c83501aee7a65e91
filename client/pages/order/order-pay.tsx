import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Section } from '#client/features/common/section.tsx'
import { AddressPicker } from '#client/features/order/address-picker.tsx'
import { CopyNumber } from '#client/features/order/copy-number.tsx'
import { Countdown } from '#client/features/order/countdown.tsx'
import { CouponPicker } from '#client/features/order/coupon-picker.tsx'
import { Money } from '#client/features/order/money.tsx'
import { ClashNote } from '#client/features/order/clash-note.tsx'
import { BundleLines, Goods } from '#client/features/order/order-goods.tsx'
import { whyClosed, whyMoneyBack } from '#client/features/order/order-outcome.ts'
import { PayPanel } from '#client/features/order/pay-panel.tsx'
import { PriceBreakdown } from '#client/features/order/price-breakdown.tsx'
import { type OrderDetail, useOrder } from '#client/features/order/use-order.ts'
import { usePendingChoice } from '#client/features/order/use-pending-choice.ts'
import type { OrderChoice } from '#client/pages/order/order-inputs.ts'
import { useOrderChoices } from '#client/pages/order/use-order-choices.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import { CheckField } from '#client/ui/field.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { DepositState, OrderKind, OrderStatus, RefundState } from '#shared/contract/enums.ts'
import { showMoney } from '#shared/rules/money.ts'
import { orderStatusTexts } from '#shared/rules/order-rules.ts'
import css from './order-pay.module.css'

const CancelDialog = lazyDialog(() => import('#client/features/order/cancel-dialog.tsx').then((m) => m.CancelDialog))

/** The order can't be paid any more: why, and where to go. `happened`: while the page was open; then it is read out. */
function Closed({ order, happened }: { order: OrderDetail; happened: boolean }): ReactNode {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (happened) text.current?.focus()
  }, [happened])
  const { orderInfo } = order
  const { status, orderNo, product } = orderInfo
  const paid = status === OrderStatus.allPaid
  const back = whyMoneyBack(order)
  return (
    <div className={css.closed}>
      <Cell mark={paid ? '付' : '止'} tone={paid ? undefined : 'pen'} />
      <p ref={text} className="h3" tabIndex={-1}>
        {paid ? '这个订单已经支付' : `这个订单${orderStatusTexts[status]}`}
      </p>
      <p className="muted">{whyClosed(order)}</p>
      {back ? <p className="muted">{back}</p> : null}
      <InReview order={order} />
      <p className={css.ways}>
        <ButtonLink tone="primary" href={paid ? `/order/result/${orderNo}` : product.url}>
          {paid ? '查看结果' : '回到课程'}
        </ButtonLink>
        <ButtonLink tone="quiet" href="/user/order">
          我的订单
        </ButtonLink>
      </p>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className={css.part}>
      <h2 className={css.title}>{title}</h2>
      {children}
    </section>
  )
}

function DepositPart({
  deposit,
  used,
  busy,
  onChoose,
}: {
  deposit: NonNullable<OrderDetail['depositInfo']>
  used: boolean
  busy: boolean
  onChoose: (depositId: number) => void
}): ReactNode {
  const [shown, choose] = usePendingChoice(used, busy)
  const handleChange = (checked: boolean): void => {
    choose(checked)
    onChoose(checked ? deposit.id : 0)
  }
  return (
    <Part title="定金抵扣">
      <CheckField name="deposit" checked={shown} onChange={handleChange}>
        用已付的定金 <Money value={deposit.amount} /> 抵 <Money value={deposit.deductAmount} />
      </CheckField>
      {shown ? null : (
        <p className={`${css.hint} muted`}>
          不用定金也能支付：付清后，定金 ¥{showMoney(deposit.amount)} 全额原路退回，不再抵扣 ¥
          {showMoney(deposit.deductAmount)}。
        </p>
      )}
    </Part>
  )
}

/** Money that came and that somebody has to look at. */
function InReview({ order }: { order: OrderDetail }): ReactNode {
  if (order.reviewText === null) return null
  return (
    <p className={css.notice} role="status">
      {order.reviewText}
    </p>
  )
}

/** Paid in part, and what was paid is on its way back: nothing more can be paid. */
function GoingBack({ order }: { order: OrderDetail }): ReactNode {
  return (
    <div className={css.closed}>
      <Cell mark="退" tone="pen" />
      <p className="h3">这个订单正在退款</p>
      <p className="muted">
        已付的 <Money value={order.orderInfo.paidAmount} /> 正在原路退回，不用再支付。
      </p>
      <p className={css.ways}>
        <ButtonLink tone="primary" href="/user/order">
          我的订单
        </ButtonLink>
      </p>
    </div>
  )
}

interface CashierProps {
  readonly order: OrderDetail
  readonly refresh: () => Promise<void>
}

/** What is bought, and everything that can still be chosen. */
function Choices({
  order,
  cashier,
  refresh,
}: CashierProps & { cashier: ReturnType<typeof useOrderChoices> }): ReactNode {
  const { orderInfo, priceObject, couponList, depositInfo } = order
  const { orderNo } = orderInfo
  const { busy, choose, chooseAddress, payments, retry } = cashier
  const waiting = orderInfo.status === OrderStatus.waitPayment
  const clashing = orderInfo.items[0]?.scheduleId ?? undefined
  return (
    <div>
      <InReview order={order} />
      <Part title={orderInfo.orderKind === OrderKind.deposit ? '定金' : '课程'}>
        <Goods
          {...orderInfo.product}
          orderKind={orderInfo.orderKind}
          scheduleName={orderInfo.scheduleName}
          amount={priceObject.amount}
        />
        <BundleLines items={orderInfo.items} />
        {clashing === undefined ? null : <ClashNote scheduleId={clashing} />}
      </Part>
      {order.needsAddress ? (
        <Part title="收货地址">
          <p className={`${css.hint} muted`}>教材和工具会寄到这里</p>
          <Section fallback={<Skeleton kind="lines" count={2} />}>
            <AddressPicker chosen={order.address?.addressId} busy={busy} onChoose={chooseAddress} />
          </Section>
        </Part>
      ) : null}
      {waiting && orderInfo.orderKind === OrderKind.product ? (
        <Part title="优惠券">
          <CouponPicker
            coupons={couponList}
            chosen={priceObject.userCouponId ?? undefined}
            busy={busy}
            onChoose={(userCouponId) => choose({ userCouponId: userCouponId ?? 0 })}
          />
        </Part>
      ) : null}
      {waiting &&
      depositInfo &&
      (depositInfo.state === DepositState.held || depositInfo.state === DepositState.locked) ? (
        <DepositPart
          deposit={depositInfo}
          used={priceObject.depositId === depositInfo.id}
          busy={busy}
          onChoose={(depositId) => choose({ depositId })}
        />
      ) : null}
      {payments && payments.length > 0 ? (
        <div className={css.panel}>
          <PayPanel orderNo={orderNo} payments={payments} onRetry={retry} onSettled={() => void refresh()} />
        </div>
      ) : null}
    </div>
  )
}

/** The amount, the agreement, and the way to the payment or out of it. */
function Paying({
  order,
  cashier,
  refresh,
  onCancel,
}: CashierProps & { cashier: ReturnType<typeof useOrderChoices>; onCancel: () => void }): ReactNode {
  const { orderInfo, priceObject, agreement } = order
  const { busy, free, agreed, payments, side, pay } = cashier
  const waiting = orderInfo.status === OrderStatus.waitPayment
  return (
    <div ref={side} className={css.side}>
      <PriceBreakdown price={priceObject} label={orderInfo.status === OrderStatus.partlyPaid ? '还应付' : '应付'} />
      {agreement ? (
        <CheckField
          name="agreement"
          checked={agreed}
          error={cashier.isRefused ? '请先阅读并同意购买协议' : undefined}
          onChange={cashier.agree}
        >
          已阅读并同意
          <a className="link" href={`/agreement/${agreement.type}`} target="_blank" rel="noopener">
            《{agreement.title}》
          </a>
        </CheckField>
      ) : null}
      <Button tone="primary" size="l" full busy={busy} disabled={busy} onClick={() => void pay()}>
        {free ? '确认报名' : payments ? '重新取付款码' : '去支付'}
      </Button>
      {waiting ? (
        <p className={`${css.note} s13 muted`}>
          <span>
            剩余支付时间 <Countdown until={orderInfo.expireTime} onEnd={() => void refresh()} />
          </span>
          <Button tone="text" size="s" onClick={onCancel}>
            取消订单
          </Button>
        </p>
      ) : (
        <p className={`${css.note} s13 muted`}>
          <span>
            已付 <Money value={priceObject.paidAmount} />
          </span>
          <Button tone="text" size="s" onClick={onCancel}>
            取消订单并退款
          </Button>
        </p>
      )}
    </div>
  )
}

/** Waits for payment: everything that can still be chosen, the amount, and the ways to pay. */
function Cashier({ order, refresh }: CashierProps): ReactNode {
  const { env } = useApp()
  const cashier = useOrderChoices(order, refresh)
  const [cancelling, setCancelling] = useState(false)
  return (
    <div className={css.columns}>
      <Choices order={order} cashier={cashier} refresh={refresh} />
      <Paying order={order} cashier={cashier} refresh={refresh} onCancel={() => setCancelling(true)} />
      {cancelling ? (
        <CancelDialog
          styles={env.css['cancel-dialog']}
          orderNo={order.orderInfo.orderNo}
          paidAmount={order.priceObject.paidAmount}
          onDone={refresh}
          onClose={() => setCancelling(false)}
        />
      ) : null}
    </div>
  )
}

/** The cashier. */
export function OrderPay({ choice: { orderNo } }: PageProps<OrderChoice>): ReactNode {
  const { order, refresh } = useOrder(orderNo)
  const { status } = order.orderInfo
  const open = status === OrderStatus.waitPayment || status === OrderStatus.partlyPaid
  const [began] = useState(open)
  const isGoingBack = status === OrderStatus.partlyPaid && order.orderInfo.refundState === RefundState.approved
  return (
    <div className="wrap">
      <div className={css.head}>
        <h1 className={css.h1}>{open && !isGoingBack ? '核对并支付' : '订单'}</h1>
        <CopyNumber orderNo={orderNo} />
      </div>
      {isGoingBack ? (
        <GoingBack order={order} />
      ) : open ? (
        <Cashier key={orderNo} order={order} refresh={refresh} />
      ) : (
        <Closed order={order} happened={began} />
      )}
    </div>
  )
}
