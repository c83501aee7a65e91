import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useRead } from '#client/features/common/use-call.ts'
import { ClaimButton } from '#client/features/coupon/claim-button.tsx'
import { CouponTicket } from '#client/features/coupon/coupon-ticket.tsx'
import { CourseGrid } from '#client/features/course/course-card.tsx'
import { type CouponChoice, couponHref, readCouponChoice, walletTabs } from '#client/pages/coupon/coupon-choice.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { EmptyBlock } from '#client/ui/empty-block.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { TabLinks } from '#client/ui/tabs.tsx'
import { UserCouponState } from '#shared/contract/enums.ts'
import { dayText } from '#shared/rules/number-text.ts'
import {
  couponOffersQuery,
  couponProductsQuery,
  ownCouponsQuery,
  renewCoupons,
} from '#client/features/coupon/coupon-queries.ts'
import css from './coupons.module.css'

/** Coupons on offer for everybody. */
function Offers({ onClaimed }: { onClaimed: () => Promise<void> }): ReactNode {
  const offers = useRead(couponOffersQuery)
  if (offers.length === 0) return null
  return (
    <section className={css.part} aria-labelledby="offers-title">
      <h2 id="offers-title" className={css.title}>
        可以领的
      </h2>
      <ul className={css.grid}>
        {offers.map((coupon) => (
          <li key={coupon.id}>
            <CouponTicket {...coupon} until={coupon.validText} dull={coupon.state > 2}>
              <ClaimButton coupon={coupon} claim={{ couponId: coupon.id, source: 'page' }} onClaimed={onClaimed} />
              <span className="s13 muted">
                {coupon.remaining === null ? `${dayText(coupon.endDate)} 截止` : `还剩 ${coupon.remaining} 张`}
              </span>
            </CouponTicket>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Wallet({ choice }: { choice: CouponChoice }): ReactNode {
  const page = useRead(ownCouponsQuery, { status: choice.status, pageSize: 50 })
  return (
    <section className={css.part} aria-labelledby="wallet-title">
      <h2 id="wallet-title" className={css.title}>
        我的券
      </h2>
      <TabLinks
        label="券的状态"
        items={walletTabs.map(({ status, text }) => ({
          text,
          href: couponHref(choice, { status }),
          current: status === choice.status,
        }))}
      />
      {page.records.length === 0 ? (
        <EmptyBlock
          title="这里还没有券"
          text={choice.status === 'unused' ? '领到的券会在这里，付款时可以用' : '换一个分类看看'}
        />
      ) : (
        <ul className={css.grid}>
          {page.records.map((coupon) => (
            <li key={coupon.id}>
              <CouponTicket
                {...coupon}
                until={`${dayText(coupon.begDate)} 至 ${dayText(coupon.endDate)}`}
                dull={choice.status !== 'unused'}
              >
                {choice.status === 'unused' ? (
                  <a className="more" href={`${couponHref(choice, { couponId: coupon.couponId })}#products`}>
                    看能用的课程
                  </a>
                ) : null}
                {coupon.state === UserCouponState.locked ? (
                  <span className="s13 muted">正用在一个待支付的订单上</span>
                ) : null}
              </CouponTicket>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Products({ choice, couponId }: { choice: CouponChoice; couponId: number }): ReactNode {
  const { coupon, products } = useRead(couponProductsQuery, { couponId, pageNum: choice.page })
  return (
    <section id="products" className={css.part} aria-labelledby="products-title">
      <h2 id="products-title" className={css.title}>
        {coupon ? `“${coupon.name}”能用的课程` : '能用的课程'}
      </h2>
      {products.records.length === 0 ? (
        <EmptyBlock title="没有能用的课程" text="这张券适用的课程都下架了" />
      ) : (
        <CourseGrid courses={products.records} />
      )}
      <Pager
        current={products.current}
        pages={products.pages}
        total={products.total}
        unit="门课"
        hrefOf={(page) => couponHref(choice, { page })}
      />
    </section>
  )
}

/** Coupons: to claim, to keep, to use. */
export function Coupons({ search }: PageProps): ReactNode {
  const queries = useQueryClient()
  const choice = readCouponChoice(new URLSearchParams(search))
  const refresh = (): Promise<void> => renewCoupons(queries)
  return (
    <div className={`wrap ${css.page}`}>
      <div className="title-row">
        <h1>优惠券</h1>
        <p className="muted">付款时挑一张用，最划算的排在最前面</p>
      </div>
      {choice.couponId === undefined ? null : <Products choice={choice} couponId={choice.couponId} />}
      <Offers onClaimed={refresh} />
      <Wallet choice={choice} />
    </div>
  )
}
