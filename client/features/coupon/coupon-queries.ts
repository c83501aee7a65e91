import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const ownCouponsQuery = (api: Api, input: CallInput<'GET /api/coupon/by-me'>) =>
  callQuery(api, 'GET /api/coupon/by-me', input)
export const couponOffersQuery = (api: Api) => callQuery(api, 'GET /api/coupon/offers', {})
export const couponProductsQuery = (api: Api, input: CallInput<'GET /api/coupon/product-by-coupon'>) =>
  callQuery(api, 'GET /api/coupon/product-by-coupon', input)
export const ownCouponProductsQuery = (api: Api, input: CallInput<'GET /api/coupon/product-by-coupon-single'>) =>
  callQuery(api, 'GET /api/coupon/product-by-coupon-single', input)

/** A claim changes the offers and the wallet. */
export async function renewCoupons(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/coupon/') })
}
