import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { Button, type ButtonSize } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CallInput, CallOutput } from '#shared/contract/calls.ts'
import { claimCoupon } from '#client/features/common/coupon-queries.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

type Coupon = CallOutput<'GET /api/coupon/info'>

const claimable = 2
const texts: Readonly<Record<number, string>> = { 1: '还没开始', 2: '立即领取', 3: '已领完', 4: '已结束' }

interface ClaimButtonProps {
  coupon: Coupon
  claim: CallInput<'GET /api/coupon/get'>
  size?: ButtonSize
  onClaimed: () => Promise<void>
}

/** Claims a coupon, or says why it can't be claimed. */
export function ClaimButton({ coupon, claim, size = 's', onClaimed }: ClaimButtonProps): ReactNode {
  const { api } = useApp()
  const [busy, setBusy] = useState(false)
  const get = async (): Promise<void> => {
    setBusy(true)
    try {
      await claimCoupon(api, claim)
      toast('领取成功')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === Code.Fail || error.code === Code.NotFound)
        toast(error.message || '没有领到，请再试一次', 'bad')
    }
    await onClaimed()
    setBusy(false)
  }
  const open = coupon.state === claimable && !coupon.received
  return (
    <Button
      tone={open ? 'primary' : 'quiet'}
      size={size}
      busy={busy}
      disabled={!open || busy}
      aria-label={`${coupon.name}：${coupon.received ? '已领取' : texts[coupon.state]}`}
      onClick={() => void get()}
    >
      {coupon.received ? '已领取' : texts[coupon.state]}
    </Button>
  )
}
