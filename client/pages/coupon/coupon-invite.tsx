import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import { ClaimButton } from '#client/features/coupon/claim-button.tsx'
import { CouponTicket } from '#client/features/coupon/coupon-ticket.tsx'
import { CourseGrid } from '#client/features/course/course-card.tsx'
import { Avatar } from '#client/features/session/avatar.tsx'
import { inviteInput } from '#client/pages/coupon/invite-input.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { ownCouponProductsQuery } from '#client/features/coupon/coupon-queries.ts'
import css from './coupon-invite.module.css'

/** A coupon that somebody gives: who, what, and the course it is for. */
export function CouponInvite({ params }: PageProps): ReactNode {
  const { api, env } = useApp()
  const queries = useQueryClient()
  const input = inviteInput(params.id)
  const { coupon, product, inviter } = useRead(ownCouponProductsQuery, input)
  const refresh = async (): Promise<void> => {
    await queries.fetchQuery({ ...ownCouponProductsQuery(api, input), staleTime: 0 }).catch(() => undefined)
  }
  return (
    <div className={`wrap ${css.page}`}>
      {inviter ? (
        <p className={css.inviter}>
          <Avatar user={{ id: 0, ...inviter }} size="l" />
          <span>{inviter.nickname} 送你</span>
        </p>
      ) : null}
      <h1 className={css.title}>{inviter ? '一张优惠券' : `${env.brandName}送你一张优惠券`}</h1>
      <div className={css.ticket}>
        <CouponTicket {...coupon} until={coupon.validText} dull={coupon.state > 2} />
      </div>
      <p className={css.ways}>
        <ClaimButton coupon={coupon} claim={{ ...input, source: 'invite' }} size="l" onClaimed={refresh} />
        {coupon.received ? (
          <ButtonLink tone="secondary" size="l" href={`/coupon?couponId=${coupon.id}`}>
            去使用
          </ButtonLink>
        ) : null}
      </p>
      {product ? (
        <section className={css.product} aria-labelledby="product-title">
          <h2 id="product-title" className={css.subtitle}>
            {coupon.forAll ? '可以用在这里' : '用在这门课上'}
          </h2>
          <CourseGrid courses={[product]} />
        </section>
      ) : null}
    </div>
  )
}
