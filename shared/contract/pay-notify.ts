/** Providers that tell of payments. */
export const payProviderNames = ['wechat', 'alipay', 'embedded'] as const
export type PayProviderName = (typeof payProviderNames)[number]

/** Where a provider tells of a payment: no call of our pages, outside the contract's envelopes. */
export function payNotifyPath(provider: PayProviderName): string {
  return `/api/pay/notify/${provider}`
}
