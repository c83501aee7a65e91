import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { payStatusQuery } from '#client/features/order/order-queries.ts'
import { OrderStatus } from '#shared/contract/enums.ts'

const fastMs = 2000
const slowestMs = 15_000
const fastAsks = 30

/** Milliseconds until an order's payment is asked about again: two seconds for the first minute, then longer and longer. */
export function payPollMs(asked: number): number {
  if (asked < fastAsks) return fastMs
  return Math.min(slowestMs, Math.round(fastMs * 1.3 ** (asked - fastAsks + 1)))
}

/** Asks how the order stands until it is paid or closed; a hidden tab asks nothing and looks at once when it is seen again. True while nothing is heard. */
export function usePayStatus(orderNo: string, onSettled: () => void): boolean {
  const { api } = useApp()
  const asked = useRef(0)
  const { data, isError } = useQuery({
    ...payStatusQuery(api, orderNo),
    staleTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: () => payPollMs(asked.current++),
  })
  const settled = useRef(onSettled)
  settled.current = onSettled
  useEffect(() => {
    if (!data) return
    if (data.status === OrderStatus.allPaid) navigate(`/order/result/${orderNo}`, { replace: true })
    else if (data.status !== OrderStatus.waitPayment && data.status !== OrderStatus.partlyPaid) settled.current()
  }, [data, orderNo])
  return isError
}
