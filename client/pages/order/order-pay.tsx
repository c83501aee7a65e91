import { type ReactNode, useEffect, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { Section } from '#client/features/common/section.tsx'
import { AddressPicker } from '#client/features/order/address-picker.tsx'
import { CopyNumber } from '#client/features/order/copy-number.tsx'
import { Countdown } from '#client/features/order/countdown.tsx'
import { CouponPicker } from '#client/features/order/coupon-picker.tsx'
import { Money } from '#client/features/order/money.tsx'
import { ClashNote } from '#client/features/order/clash-note.tsx'
import { BundleLines, Goods } from '#client/features/order/order-goods.tsx'
import { whyClosed, whyMoneyBack } from '#client/features/order/order-words.ts'
import { PayPanel } from '#client/features/order/pay-panel.tsx'
import { PriceBreakdown } from '#client/features/order/price-breakdown.tsx'
import { type OrderDetail, useOrder } from '#client/features/order/use-order.ts'
import { usePayments } from '#client/features/order/use-payments.ts'
import { usePendingChoice } from '#client/features/order/use-pending-choice.ts'
import { readOrderNo } from '#client/pages/order/order-inputs.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import { CheckField } from '#client/ui/field.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { DepositState, OrderStatus, RefundState } from '#shared/contract/enums.ts'
import { showMoney } from '#shared/rules/money.ts'
import { orderStatusTexts } from '#shared/rules/order-rules.ts'
import css from './order-pay.module.css'

const CancelDialog = lazyDialog(() => import('#client/features/order/cancel-dialog.tsx').then((m) => m.CancelDialog))

/** Says a failure that nothing else has said. */
function tell(error: unknown, text: string): void {
  if (!(error instanceof ApiError)) throw error
  if (error.code === Code.Fail || error.code === Code.NotFound || error.code === Code.OrderMismatch)
    toast(error.message || text, 'bad')
}

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

/** Waits for payment: everything that can still be chosen, the amount, and the ways to pay. */
function Cashier({ order, refresh }: { order: OrderDetail; refresh: () => Promise<void> }): ReactNode {
  const { api, env } = useApp()
  const { orderInfo, priceObject, couponList, depositInfo, agreement } = order
  const { orderNo } = orderInfo
  const [busy, setBusy] = useState(false)
  const [agreed, setAgreed] = useState(order.agreementStatus)
  const [disagreed, setDisagreed] = useState(false)
  const [cancelling, setCancelling] = useState(false)
  const side = useRef<HTMLDivElement>(null)
  const { payments, open, retry, drop } = usePayments(orderNo, () => void refresh())
  const changes = useRef({ done: Promise.resolve(), open: 0 })
  const waiting = orderInfo.status === OrderStatus.waitPayment
  const free = Number(priceObject.payAmount) === 0
  const clashing = orderInfo.items[0]?.scheduleId ?? undefined

  /** One after the other, as they were chosen; the last one shows how the order stands then. */
  function change(work: () => Promise<unknown>, text: string): void {
    setBusy(true)
    // Codes of another amount aren't good any more.
    drop()
    changes.current.open += 1
    changes.current.done = changes.current.done
      .catch(() => undefined)
      .then(async () => {
        try {
          await work()
        } catch (error) {
          tell(error, text)
        } finally {
          changes.current.open -= 1
          if (changes.current.open === 0) await refresh()
          setBusy(changes.current.open > 0)
        }
      })
  }
  const choose = (input: { userCouponId?: number; depositId?: number }): void => {
    change(() => api.call('GET /api/order/discounts', { orderNo, ...input }), '没有改成，请再试一次')
  }
  const chooseAddress = (addressId: number): void => {
    change(() => api.call('POST /api/order/address', { orderNo, addressId }), '地址没有保存，请再试一次')
  }

  async function pay(): Promise<void> {
    if (agreement && !agreed) {
      side.current?.querySelector<HTMLInputElement>('[name=agreement]')?.focus()
      return setDisagreed(true)
    }
    setBusy(true)
    try {
      if (agreement) await api.call('POST /api/order/check/check-agreement', { orderNo, agreementStatus: true })
      const list = await open(priceObject.payAmount)
      if (list.length === 0 && free) return navigate(`/order/result/${orderNo}`, { replace: true })
      if (list.length === 0) toast('现在没有可用的支付方式，请稍后再试', 'bad')
    } catch (error) {
      tell(error, '没有打开支付，请再试一次')
      // it costs something else now, or can't be paid: the codes on the page are closed
      if (error instanceof ApiError && error.code === Code.Toast) drop()
      await refresh()
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={css.columns}>
      <div>
        <InReview order={order} />
        <Part title={orderInfo.orderKind === 2 ? '定金' : '课程'}>
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
        {waiting && orderInfo.orderKind === 1 ? (
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
      <div ref={side} className={css.side}>
        <PriceBreakdown price={priceObject} label={orderInfo.status === OrderStatus.partlyPaid ? '还应付' : '应付'} />
        {agreement ? (
          <CheckField
            name="agreement"
            checked={agreed}
            error={disagreed && !agreed ? '请先阅读并同意购买协议' : undefined}
            onChange={(checked) => {
              setAgreed(checked)
              setDisagreed(false)
            }}
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
            <Button tone="text" size="s" onClick={() => setCancelling(true)}>
              取消订单
            </Button>
          </p>
        ) : (
          <p className={`${css.note} s13 muted`}>
            <span>
              已付 <Money value={priceObject.paidAmount} />
            </span>
            <Button tone="text" size="s" onClick={() => setCancelling(true)}>
              取消订单并退款
            </Button>
          </p>
        )}
      </div>
      {cancelling ? (
        <CancelDialog
          styles={env.css['cancel-dialog']}
          orderNo={orderNo}
          paidAmount={priceObject.paidAmount}
          onDone={refresh}
          onClose={() => setCancelling(false)}
        />
      ) : null}
    </div>
  )
}

/** The cashier. */
export function OrderPay({ search }: PageProps): ReactNode {
  const orderNo = readOrderNo(new URLSearchParams(search))
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
