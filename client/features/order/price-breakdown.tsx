import type { ReactNode } from 'react'
import { Money } from '#client/features/order/money.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { showMoney } from '#shared/rules/money.ts'
import css from './price-breakdown.module.css'

type PriceObject = CallOutput<'GET /api/order/discounts'>

function Row({ label, value, minus = false }: { label: string; value: string; minus?: boolean }): ReactNode {
  if (minus && Number(value) === 0) return null
  return (
    <div className={css.row}>
      <dt>{label}</dt>
      <dd>
        <Money value={value} minus={minus} />
      </dd>
    </div>
  )
}

/** How the amount comes about, line by line; what is still to be paid in red. */
export function PriceBreakdown({ price, label = '应付' }: { price: PriceObject; label?: string }): ReactNode {
  return (
    <dl className={css.list} aria-live="polite">
      <Row label="课程总价" value={price.amount} />
      <Row label="已拥有的课程" value={price.ownedAmount} minus />
      <Row label="优惠券" value={price.couponAmount} minus />
      <Row label="定金抵扣" value={price.depositAmount} minus />
      <Row label="已付" value={price.paidAmount} minus />
      {Number(price.paidAmount) > 0 && Number(price.payAmount) === 0 ? null : (
        <div className={css.total}>
          <dt>{label}</dt>
          <dd>
            <span className={css.sign}>¥</span>
            {showMoney(price.payAmount)}
          </dd>
        </div>
      )}
    </dl>
  )
}
