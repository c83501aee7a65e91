import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { Money } from '#client/features/order/money.tsx'
import { receiptQuery } from '#client/features/order/order-queries.ts'
import { receiptFile } from '#client/features/order/receipt-file.ts'
import type { OrderChoice } from '#client/pages/order/order-inputs.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { ownValue } from '#shared/own-value.ts'
import { dayText, timeText } from '#shared/rules/number-text.ts'
import css from './order-receipt.module.css'

const payTypeTexts: Readonly<Record<string, string>> = { wechat: '微信支付', alipay: '支付宝', offline: '线下付款' }

function Row({ label, value, minus = false }: { label: string; value: string; minus?: boolean }): ReactNode {
  if (minus && Number(value) === 0) return null
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td>
        <Money value={value} minus={minus} />
      </td>
    </tr>
  )
}

/** What was paid, and what came back. */
function useReceipt({ choice }: PageProps<OrderChoice>) {
  const { env } = useApp()
  const receipt = useRead(receiptQuery, choice.orderNo)
  const { orderNo, buyer, seller, items, payType, tradeNo, createTime, paidTime } = receipt
  const save = (): void => {
    const url = URL.createObjectURL(
      new Blob([receiptFile(receipt, env.brandName)], { type: 'text/html;charset=utf-8' }),
    )
    const link = document.createElement('a')
    link.href = url
    link.download = `收据-${orderNo}.html`
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 10_000)
  }
  return { receipt, orderNo, buyer, seller, items, payType, tradeNo, createTime, paidTime, save }
}

function Lines({ receipt, items }: Pick<ReturnType<typeof useReceipt>, 'receipt' | 'items'>): ReactNode {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">原价</th>
          <th scope="col">实收</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.name}>
            <td>{item.name}</td>
            <td>
              <Money value={item.price} />
            </td>
            <td>
              <Money value={item.payAmount} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <Row label="总价" value={receipt.amount} />
        <Row label="已拥有的课程" value={receipt.ownedAmount} minus />
        <Row label="优惠券" value={receipt.couponAmount} minus />
        <Row label="定金抵扣" value={receipt.depositAmount} minus />
        <Row label="实付" value={receipt.paidAmount} />
        <Row label="已退款" value={receipt.refundedAmount} minus />
      </tfoot>
    </table>
  )
}

/** The receipt of a paid order. */
export function OrderReceipt(props: PageProps<OrderChoice>): ReactNode {
  const { receipt, orderNo, buyer, seller, items, payType, tradeNo, createTime, paidTime, save } = useReceipt(props)
  return (
    <div className={`wrap ${css.page}`}>
      <article className={css.sheet}>
        <h1 className={css.title}>收据</h1>
        <dl className={css.facts}>
          <div>
            <dt>收款方</dt>
            <dd>{seller}</dd>
          </div>
          <div>
            <dt>付款人</dt>
            <dd>{buyer}</dd>
          </div>
          <div>
            <dt>订单号</dt>
            <dd className="num">{orderNo}</dd>
          </div>
          <div>
            <dt>下单时间</dt>
            <dd className="num">
              {dayText(createTime)} {timeText(createTime)}
            </dd>
          </div>
          <div>
            <dt>付款时间</dt>
            <dd className="num">
              {dayText(paidTime)} {timeText(paidTime)}
            </dd>
          </div>
          {payType ? (
            <div>
              <dt>付款方式</dt>
              <dd>
                {ownValue(payTypeTexts, payType) ?? payType}
                {tradeNo ? <span className="num muted">　{tradeNo}</span> : null}
              </dd>
            </div>
          ) : null}
        </dl>
        <Lines receipt={receipt} items={items} />
      </article>
      <p className={`${css.ways} no-print`}>
        <Button tone="primary" onClick={() => window.print()}>
          打印
        </Button>
        <Button tone="secondary" onClick={save}>
          下载
        </Button>
        <ButtonLink tone="quiet" href="/user/order">
          我的订单
        </ButtonLink>
      </p>
    </div>
  )
}
