import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { showMoney } from '#shared/rules/money.ts'
import { couponInfoQuery } from '#client/features/room/tool-queries.ts'
import { claimCoupon } from '#client/features/common/coupon-queries.ts'
import css from './room-dialog.module.css'

const texts: Readonly<Record<number, string>> = { 1: '还没开始领取', 3: '已领完', 4: '已结束' }
const claimable = 2

/** A coupon that hangs in the room. */
export function CouponDialog({
  couponId,
  returnTo,
  onClose,
}: {
  couponId: number
  returnTo?: () => HTMLElement | null | undefined
  onClose: () => void
}): ReactNode {
  const { api } = useApp()
  const { data: coupon, error, refetch } = useQuery({ ...couponInfoQuery(api, { couponId }), staleTime: 0 })
  const [busy, act] = useRoomAction('没有领到，请再试一次')
  // who isn't logged in is asked to in a dialog of its own: two don't lie over each other
  const needsLogin = error instanceof ApiError && error.code === Code.LogoutCode
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (needsLogin) close.current()
  }, [needsLogin])
  const claim = async (): Promise<void> => {
    await act(() => claimCoupon(api, { couponId, source: 'live' }), '领取成功')
    await refetch()
  }
  return (
    <Dialog title={coupon?.name ?? '优惠券'} size="s" {...(returnTo ? { returnTo } : {})} onClose={onClose}>
      {coupon ? (
        <>
          <p className={css.big}>¥{showMoney(coupon.amount)}</p>
          <p className="muted">{coupon.note}</p>
          <p className="s13 muted">{coupon.validText}</p>
          <p className={css.ways}>
            {coupon.received ? (
              <>
                <Tag tone="got">已领取</Tag>
                <ButtonLink tone="quiet" size="s" href={`/coupon?couponId=${couponId}`} target="_blank" rel="noopener">
                  看能用在哪
                </ButtonLink>
              </>
            ) : coupon.state === claimable ? (
              <Button tone="primary" busy={busy} onClick={() => void claim()}>
                立即领取
              </Button>
            ) : (
              <Tag tone="plain">{texts[coupon.state]}</Tag>
            )}
          </p>
        </>
      ) : error && !needsLogin ? (
        <ErrorBlock onRetry={() => void refetch()} />
      ) : (
        <Skeleton kind="lines" count={3} />
      )}
    </Dialog>
  )
}
