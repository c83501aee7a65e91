import type { ReactNode } from 'react'
import { showMoney } from '#shared/rules/money.ts'
import css from './price.module.css'

export interface PriceProps {
  price: string
  originPrice?: string | null
  /** false: free. Left out, a price of zero is free. */
  isCharge?: boolean
  size?: 'm' | 'l'
}

/** What something costs: in red pen, the old price struck behind it; 免费 in board green. */
export function Price({ price, originPrice, isCharge, size = 'm' }: PriceProps): ReactNode {
  const sizeClass = size === 'l' ? ` ${css.large}` : ''
  if (!(isCharge ?? Number(price) > 0)) return <span className={`${css.price} ${css.free}${sizeClass}`}>免费</span>
  const hasOrigin = originPrice !== undefined && originPrice !== null && Number(originPrice) > Number(price)
  return (
    <span className="nowrap">
      <span className={`${css.price}${sizeClass}`}>
        <span className={css.sign}>¥</span>
        {showMoney(price)}
      </span>
      {hasOrigin ? (
        <del className={css.origin}>
          <span className="visually-hidden">原价</span>¥{showMoney(originPrice)}
        </del>
      ) : null}
    </span>
  )
}
