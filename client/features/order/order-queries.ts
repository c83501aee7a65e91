import type { QueryClient } from '@tanstack/react-query'
import { callQuery } from '#client/features/common/call-query.ts'
import type { Change } from '#client/features/common/change.ts'
import type { Api, CallInput, CallRoute } from '#shared/contract/calls.ts'

/** What is read of orders, and what a change of one makes stale. */

export const orderListRoute = 'GET /api/user/order/list'

export const orderListQuery = (api: Api, input: CallInput<typeof orderListRoute>) =>
  callQuery(api, orderListRoute, input)

export const orderQuery = (api: Api, orderNo: string) => callQuery(api, 'GET /api/order/detail', { orderNo })

export const payStatusQuery = (api: Api, orderNo: string) => callQuery(api, 'GET /api/pay/status', { orderNo })

export const receiptQuery = (api: Api, orderNo: string) => callQuery(api, 'GET /api/order/receipt', { orderNo })

/** What would come back of an order. */
export const refundPreviewQuery = (api: Api, orderNo: string) =>
  callQuery(api, 'GET /api/order/refund/preview', { orderNo })

/** A product's deposit, as it is offered. */
export const depositOfferQuery = (api: Api, input: CallInput<'GET /api/order/deposit/product-detail'>) =>
  callQuery(api, 'GET /api/order/deposit/product-detail', input)

export const depositsQuery = (api: Api, input: CallInput<'GET /api/order/deposits'>) =>
  callQuery(api, 'GET /api/order/deposits', input)

/** Asks for an order anew after a change. What can't be asked now is asked with the next visit; nobody waits for the network. */
export async function renewOrder(api: Api, queries: QueryClient, orderNo: string): Promise<void> {
  await queries.fetchQuery({ ...orderQuery(api, orderNo), staleTime: 0, networkMode: 'always' }).catch(() => undefined)
}

/** Asks for the shown page of the list anew after an order in it has changed. */
export async function renewOrderList(
  api: Api,
  queries: QueryClient,
  input: CallInput<'GET /api/user/order/list'>,
): Promise<void> {
  await queries.fetchQuery({ ...orderListQuery(api, input), staleTime: 0 }).catch(() => undefined)
}

/** All that an order's state shows in. */
const ofOrders: readonly CallRoute[] = [
  'GET /api/order/detail',
  'GET /api/user/order/list',
  'GET /api/pay/status',
  'GET /api/order/purchase',
  'GET /api/order/deposits',
  'GET /api/order/refund/preview',
]

export const cancelOrder: Change<'POST /api/order/cancel'> = { route: 'POST /api/order/cancel', stale: ofOrders }

export const askRefund: Change<'POST /api/order/refund/apply'> = {
  route: 'POST /api/order/refund/apply',
  stale: ofOrders,
}

export const appealRefund: Change<'POST /api/order/refund/appeal'> = {
  route: 'POST /api/order/refund/appeal',
  stale: ['GET /api/order/detail'],
}

export const withdrawRefund: Change<'POST /api/order/refund/withdraw'> = {
  route: 'POST /api/order/refund/withdraw',
  stale: ofOrders,
}

export const fetchDiscounts = (api: Api, input: CallInput<'GET /api/order/discounts'>) =>
  api.call('GET /api/order/discounts', input)
export const fetchPaymentList = (api: Api, input: CallInput<'GET /api/pay/get-payment-list'>) =>
  api.call('GET /api/pay/get-payment-list', input)
export const setOrderAddress = (api: Api, input: CallInput<'POST /api/order/address'>) =>
  api.call('POST /api/order/address', input)
export const agreeToOrder = (api: Api, input: CallInput<'POST /api/order/check/check-agreement'>) =>
  api.call('POST /api/order/check/check-agreement', input)
export const createDepositOrder = (api: Api, input: CallInput<'POST /api/order/deposit/create-order'>) =>
  api.call('POST /api/order/deposit/create-order', input)
