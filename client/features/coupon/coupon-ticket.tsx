import type { ReactNode } from 'react'
import { showMoney } from '#shared/rules/money.ts'
import css from './coupon-ticket.module.css'

export interface TicketProps {
  name: string
  note: string
  amount: string
  threshold: string
  forAll: boolean
  /** Until when, in words. */
  until: string
  /** It can't be used any more. */
  dull?: boolean
  /** What can be done with it. */
  children?: ReactNode
}

/** '满 ¥500.00 可用', '无门槛'. */
export function thresholdText(threshold: string): string {
  return Number(threshold) > 0 ? `满 ¥${showMoney(threshold)} 可用` : '无门槛'
}

/** A coupon as a ticket: the amount on the stub, what it is good for beside it. */
export function CouponTicket({
  name,
  note,
  amount,
  threshold,
  forAll,
  until,
  dull = false,
  children,
}: TicketProps): ReactNode {
  return (
    <div className={`${css.ticket} ${dull ? css.dull : ''}`}>
      <div className={css.stub}>
        <p className={css.amount}>
          <span className={css.sign}>¥</span>
          {showMoney(amount).replace(/\.00$/, '')}
          <span className={css.cents}>{showMoney(amount).endsWith('.00') ? '.00' : ''}</span>
        </p>
        <p className="s12">{thresholdText(threshold)}</p>
      </div>
      <div className={css.text}>
        <p className={css.name}>{name}</p>
        <p className="s13 muted">{note || (forAll ? '全部课程和系统班可用' : '限指定课程')}</p>
        <p className="s13 muted num">{until}</p>
        {children ? <div className={css.ways}>{children}</div> : null}
      </div>
    </div>
  )
}
