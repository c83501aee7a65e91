import { type ReactNode, useId } from 'react'
import { Money } from '#client/features/order/money.tsx'
import { usePendingChoice } from '#client/features/order/use-pending-choice.ts'
import type { CallOutput } from '#shared/contract/calls.ts'
import { showMoney } from '#shared/rules/money.ts'
import { dayText } from '#shared/rules/number-text.ts'
import css from './choice-list.module.css'

type Coupon = CallOutput<'POST /api/coupon/list'>[number]

function ruleText({ threshold, forAll }: Coupon): string {
  const from = Number(threshold) > 0 ? `满 ¥${showMoney(threshold)} 可用` : '无门槛'
  return forAll ? from : `${from}，限指定课程`
}

interface CouponPickerProps {
  /** Best first. */
  coupons: readonly Coupon[]
  /** Undefined: none is used. */
  chosen: number | undefined
  busy: boolean
  onChoose: (userCouponId: number | undefined) => void
}

/** One coupon for the order, or none; one that can't be used says why. */
export function CouponPicker({ coupons, chosen, busy, onChoose }: CouponPickerProps): ReactNode {
  const group = useId()
  const [shown, keep] = usePendingChoice(chosen, busy)
  const choose = (userCouponId: number | undefined): void => {
    keep(userCouponId)
    onChoose(userCouponId)
  }
  if (coupons.length === 0) return <p className="muted">没有优惠券</p>
  return (
    <fieldset className={css.list} aria-busy={busy}>
      <legend className="visually-hidden">优惠券</legend>
      {coupons.map((coupon) => (
        <label key={coupon.id} className={`${css.item} ${coupon.usable ? '' : css.off}`}>
          <input
            type="radio"
            name={group}
            checked={coupon.id === shown}
            disabled={!coupon.usable}
            onChange={() => choose(coupon.id)}
          />
          <span className={css.text}>
            <b>{coupon.name}</b>
            <span className="s13 muted">
              {ruleText(coupon)}，{dayText(coupon.endDate)} 到期
            </span>
            {coupon.reason ? <span className={css.why}>{coupon.reason}</span> : null}
          </span>
          <span className={css.saves}>
            {coupon.usable ? <Money value={coupon.saves} minus /> : <Money value={coupon.amount} />}
          </span>
        </label>
      ))}
      <label className={css.item}>
        <input type="radio" name={group} checked={shown === undefined} onChange={() => choose(undefined)} />
        <span className={css.text}>不用优惠券</span>
      </label>
    </fieldset>
  )
}
