import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Countdown } from '#client/features/order/countdown.tsx'
import { usePayStatus } from '#client/features/order/use-pay-status.ts'
import { QrPicture } from '#client/features/order/qr-picture.tsx'
import type { Payment } from '#client/features/order/use-payments.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { showMoney } from '#shared/rules/money.ts'
import css from './pay-panel.module.css'

interface PayPanelProps {
  orderNo: string
  payments: readonly Payment[]
  /** A way whose provider doesn't answer is tried once more. */
  onRetry: (payType: Payment['payType']) => void
  /** The order isn't waiting any more, for whatever reason. */
  onSettled: () => void
}

/** A way that can't be paid yet: its provider is being asked, or doesn't answer. */
function NotReady({
  payment,
  hasOther,
  onRetry,
}: {
  payment: Payment
  hasOther: boolean
  onRetry: () => void
}): ReactNode {
  if (payment.state === 'opening')
    return (
      <p role="status">
        正在打开{payment.name}，请稍等{hasOther ? '，也可以先用别的方式支付' : ''}
      </p>
    )
  return (
    <div className={css.text} role="alert">
      <p>
        {payment.name}暂时没有回应，没有扣款{hasOther ? '。可以换一种方式支付，或者再试一次' : '，请再试一次'}
      </p>
      <Button tone="secondary" size="s" onClick={onRetry}>
        再试一次
      </Button>
    </div>
  )
}

/** The ways to pay: a code to scan or a page to go to, how much, and how long it is good. */
export function PayPanel({ orderNo, payments, onRetry, onSettled }: PayPanelProps): ReactNode {
  const group = useId()
  const [chosen, setChosen] = useState<Payment['payType']>()
  const isCutOff = usePayStatus(orderNo, onSettled)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: false }), [])
  // until the learner has chosen, the first that can be paid
  const payment =
    payments.find((one) => one.payType === chosen) ?? payments.find((one) => one.state === 'ready') ?? payments[0]
  if (!payment) return null
  return (
    <section ref={panel} className={css.panel} tabIndex={-1} aria-label="支付">
      <fieldset className={css.types}>
        <legend className="visually-hidden">支付方式</legend>
        {payments.map((one) => (
          <label key={one.payType} className={css.type}>
            <input type="radio" name={group} checked={one === payment} onChange={() => setChosen(one.payType)} />
            <span className={`${css.mark} ${css[one.payType]}`} aria-hidden="true" />
            {one.name}
            {one.state === 'ready' ? null : (
              <span className="s13 muted">{one.state === 'opening' ? '正在打开' : '没有回应'}</span>
            )}
          </label>
        ))}
      </fieldset>
      <div className={css.body}>
        {payment.qrCode ? <QrPicture text={payment.qrCode} label={`${payment.name}付款码`} /> : null}
        <div className={css.text}>
          <p className={css.amount}>
            <span className={css.sign}>¥</span>
            {showMoney(payment.amount)}
          </p>
          {payment.state === 'ready' ? null : (
            <NotReady
              payment={payment}
              hasOther={payments.some(({ state }) => state === 'ready')}
              onRetry={() => onRetry(payment.payType)}
            />
          )}
          <p className="muted">
            剩余支付时间 <Countdown key={payment.expireTime} until={payment.expireTime} onEnd={onSettled} />
          </p>
          {payment.qrCode ? <p>用手机{payment.payType === 'wechat' ? '微信' : '支付宝'}扫一扫付款</p> : null}
          {payment.payUrl ? (
            <p>
              <ButtonLink
                tone={payment.qrCode ? 'secondary' : 'primary'}
                href={payment.payUrl}
                target="_blank"
                rel="noopener"
              >
                打开{payment.name}页面
              </ButtonLink>
            </p>
          ) : null}
          <p className="s13 muted" role="status">
            {isCutOff
              ? '网络不通，连上以后会接着确认；已经付的款不会丢'
              : payment.state === 'ready'
                ? '付款后这一页会自己跳转，可以在别的窗口付款'
                : ''}
          </p>
        </div>
      </div>
    </section>
  )
}
