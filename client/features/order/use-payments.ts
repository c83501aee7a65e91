import { useEffect, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { fetchPaymentList } from '#client/features/order/order-queries.ts'
import type { CallOutput } from '#shared/contract/calls.ts'

export type Payment = CallOutput<'GET /api/pay/get-payment-list'>[number]

const askAgainMs = 1500
/** About as long as a provider may take; then the page says that it doesn't answer. */
const mostAsks = 12

interface Payments {
  /** Undefined until the learner asks for them, and again when they don't fit the order any more. */
  readonly payments: readonly Payment[] | undefined
  /** Asks for the ways to pay this amount; throws what the school answers. */
  open(amount: string): Promise<readonly Payment[]>
  /** Tries a way once more whose provider didn't answer. */
  retry(payType: Payment['payType']): void
  drop(): void
}

/** The ways to pay an order: those that are ready at once, the others as soon as their providers have answered. `onChanged`: the order can't be paid so any more. */
export function usePayments(orderNo: string, onChanged: () => void): Payments {
  const { api } = useApp()
  const [payments, setPayments] = useState<readonly Payment[]>()
  const amount = useRef('')
  const asked = useRef(0)
  /** What was asked for before the last choice says nothing of it. */
  const round = useRef(0)
  const changed = useRef(onChanged)
  changed.current = onChanged

  useEffect(() => {
    if (!payments?.some(({ state }) => state === 'opening')) return
    let isLeft = false
    const timer = window.setTimeout(async () => {
      asked.current += 1
      if (asked.current > mostAsks) return setPayments(givenUp)
      try {
        const list = await fetchPaymentList(api, { orderNo, amount: amount.current })
        if (!isLeft) setPayments(list)
      } catch {
        if (isLeft) return
        setPayments(undefined)
        changed.current()
      }
    }, askAgainMs)
    return () => {
      isLeft = true
      window.clearTimeout(timer)
    }
  }, [payments, api, orderNo])

  return {
    payments,
    async open(next) {
      amount.current = next
      asked.current = 0
      const mine = ++round.current
      const list = await fetchPaymentList(api, { orderNo, amount: next })
      if (mine === round.current) setPayments(list)
      return list
    },
    retry(payType) {
      asked.current = 0
      setPayments((known) => known?.map((one) => (one.payType === payType ? { ...one, state: 'opening' } : one)))
      const mine = ++round.current
      const show = (next: typeof payments | typeof givenUp): void => {
        if (mine === round.current) setPayments(next)
      }
      fetchPaymentList(api, { orderNo, amount: amount.current, again: payType }).then(show, () => {
        show(givenUp)
        changed.current()
      })
    },
    drop() {
      round.current += 1
      setPayments(undefined)
    },
  }
}

/** What hasn't answered by now is said to be out of reach. */
function givenUp(known: readonly Payment[] | undefined): readonly Payment[] | undefined {
  return known?.map((one) => (one.state === 'opening' ? { ...one, state: 'unavailable' } : one))
}
