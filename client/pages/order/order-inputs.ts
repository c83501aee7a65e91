import type { PageAddress } from '#client/pages/define-page.ts'
import { PageOutcome, pageNotFound } from '#client/pages/page-outcome.ts'
import { PayChannel } from '#shared/contract/enums.ts'
import { noOrderText } from '#shared/rules/order-rules.ts'

/** The order number of an address: `orderNo`, or its synonym `sn`; without one there is no order (405 page). */
function readOrderNo(search: URLSearchParams, inPath?: string): string {
  const orderNo = inPath ?? search.get('orderNo') ?? search.get('sn') ?? ''
  if (!/^\d{8,32}$/.test(orderNo)) throw new PageOutcome(405, noOrderText)
  return orderNo
}

/** The address of a page about one order. */
export interface OrderChoice {
  orderNo: string
}

export function readOrder({ params, search }: PageAddress<{ sn?: string }>): OrderChoice {
  return { orderNo: readOrderNo(search, params.sn) }
}

/** What a deposit's page asks for: the product is in the query, the channel (4 deposit, 5 activity deposit) in the path. */
export function depositInput({ params, search }: PageAddress<{ type?: string }>): {
  productId: number
  type: number
} {
  const productId = Number(search.get('productId'))
  const type = Number(params.type ?? PayChannel.deposit)
  if (
    !Number.isSafeInteger(productId) ||
    productId < 1 ||
    (type !== PayChannel.deposit && type !== PayChannel.activityDeposit)
  )
    throw pageNotFound('没有这个定金活动')
  return { productId, type }
}

/** The deposits of a page: all, or the one in its path. */
export function depositsInput(id: string | undefined): { id?: number } {
  if (id === undefined) return {}
  if (!/^[1-9]\d{0,14}$/.test(id)) throw pageNotFound('没有这笔定金')
  return { id: Number(id) }
}

/** Tab and page of the order list: an unknown tab is all of them. */
export function ordersInput({ search }: Pick<PageAddress, 'search'>): {
  status: '' | 0 | 1 | 2 | 3 | 4 | 5
  pageNum: number
} {
  const text = search.get('status') ?? ''
  const page = Number(search.get('page') ?? 1)
  return {
    status: /^[0-5]$/.test(text) ? (Number(text) as 0 | 1 | 2 | 3 | 4 | 5) : '',
    pageNum: Number.isSafeInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}
