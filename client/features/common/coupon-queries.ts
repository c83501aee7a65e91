import type { Api, CallInput } from '#shared/contract/calls.ts'

export const claimCoupon = (api: Api, input: CallInput<'GET /api/coupon/get'>) => api.call('GET /api/coupon/get', input)
