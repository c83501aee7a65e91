import { OrderStatus } from '#shared/contract/enums.ts'

/** An open order takes money: it waits for all of it, or for the rest. */
export const openStates: readonly OrderStatus[] = [OrderStatus.waitPayment, OrderStatus.partlyPaid]

/** Whether an order takes money. */
export function isOpen({ status }: { readonly status: number }): boolean {
  return openStates.some((state) => state === status)
}

/** Fen that are still to be paid for an order; none of one that takes no money. */
export function dueFen(order: {
  readonly status: number
  readonly payAmountFen: number
  readonly paidFen: number
}): number {
  return isOpen(order) ? order.payAmountFen - order.paidFen : 0
}
