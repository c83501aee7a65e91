export type WalletTab = 'unused' | 'used' | 'expired'

export const walletTabs: readonly { status: WalletTab; text: string }[] = [
  { status: 'unused', text: '可用' },
  { status: 'used', text: '已用' },
  { status: 'expired', text: '过期' },
]

export interface CouponChoice {
  status: WalletTab
  /** The coupon whose courses are shown, or undefined. */
  couponId: number | undefined
  /** Page of those courses. */
  page: number
}

function count(text: string | null): number | undefined {
  const value = Number(text)
  return text !== null && Number.isSafeInteger(value) && value >= 1 && value <= 2 ** 31 ? value : undefined
}

/** What an address of the coupon page shows; anything unreadable is the usual. */
export function readCouponChoice(search: URLSearchParams): CouponChoice {
  const status = walletTabs.find((tab) => tab.status === search.get('status'))?.status ?? 'unused'
  return { status, couponId: count(search.get('couponId')), page: Math.min(count(search.get('page')) ?? 1, 10_000) }
}

export function couponHref(choice: CouponChoice, change: Partial<CouponChoice>): string {
  const { status, couponId, page } = { ...choice, page: 1, ...change }
  const query = new URLSearchParams()
  if (couponId !== undefined) query.set('couponId', String(couponId))
  if (status !== 'unused') query.set('status', status)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return `/coupon${text ? `?${text}` : ''}`
}
