import type { CallOutput } from '#shared/contract/calls.ts'

/** What an answer of sign-up means (spec §4, course sign-up). */
export function signUpOutcome({
  orderNo,
  doPay,
  result,
}: CallOutput<'GET /api/course/sign-up'>): 'pay' | 'done' | 'failed' {
  if (orderNo && doPay) return 'pay'
  if (result) return 'done'
  if (orderNo) return 'failed'
  return doPay ? 'done' : 'failed'
}

/** Address of the cashier for an order. */
export function payHref(orderNo: string, lectureType: number): string {
  return `/order/pay/${lectureType}?${new URLSearchParams({ orderNo })}`
}
