import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { Countdown } from '#client/features/order/countdown.tsx'
import { payPollMs } from '#client/features/order/pay-status.ts'
import { QrPicture } from '#client/features/order/qr-picture.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { showMoney } from '#shared/rules/money.ts'
import css from './pay-panel.module.css'

type Payment = CallOutput<'GET /api/pay/get-payment-list'>[number]

interface PayPanelProps {
  orderNo: string
  payments: readonly Payment[]
  /** The order isn't waiting any more, for whatever reason. */
  onSettled: () => void
}

/** Asks how the order stands until it is paid or closed; a hidden tab asks nothing and looks at once when it is seen again. */
function usePayStatus(orderNo: string, onSettled: () => void): void {
  const { api } = useApp()
  const asked = useRef(0)
  const { data } = useQuery({
    ...callQuery(api, 'GET /api/pay/status', { orderNo }),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: 'always',
    refetchInterval: () => payPollMs(asked.current++),
  })
  const settled = useRef(onSettled)
  settled.current = onSettled
  useEffect(() => {
    if (!data) return
    if (data.status === OrderStatus.allPaid) navigate(`/order/result/${orderNo}`, { replace: true })
    else if (data.status !== OrderStatus.waitPayment && data.status !== OrderStatus.partlyPaid) settled.current()
  }, [data, orderNo])
}

/** The ways to pay: a code to scan or a page to go to, how much, and how long it is good. */
export function PayPanel({ orderNo, payments, onSettled }: PayPanelProps): ReactNode {
  const group = useId()
  const [payType, setPayType] = useState(payments[0]?.payType)
  usePayStatus(orderNo, onSettled)
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: false }), [])
  const payment = payments.find((one) => one.payType === payType) ?? payments[0]
  if (!payment) return null
  return (
    <section ref={panel} className={css.panel} tabIndex={-1} aria-label="支付">
      <fieldset className={css.types}>
        <legend className="visually-hidden">支付方式</legend>
        {payments.map((one) => (
          <label key={one.payType} className={css.type}>
            <input type="radio" name={group} checked={one === payment} onChange={() => setPayType(one.payType)} />
            <span className={`${css.mark} ${css[one.payType]}`} aria-hidden="true" />
            {one.name}
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
          <p className="muted">
            剩余支付时间 <Countdown key={payment.expireTime} until={payment.expireTime} onEnd={onSettled} />
          </p>
          {payment.qrCode ? <p>用手机{payment.payType === 'wechat' ? '微信' : '支付宝'}扫一扫付款</p> : null}
          {payment.payUrl ? (
            <p>
              <ButtonLink tone={payment.qrCode ? 'secondary' : 'primary'} href={payment.payUrl} target="_blank" rel="noopener">
                打开{payment.name}页面
              </ButtonLink>
            </p>
          ) : null}
          <p className="s13 muted" role="status">
            付款后这一页会自己跳转，可以在别的窗口付款
          </p>
        </div>
      </div>
    </section>
  )
}
