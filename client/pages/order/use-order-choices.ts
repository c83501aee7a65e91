import { useRef, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { useApp } from '#client/features/common/app-context.ts'
import type { OrderDetail } from '#client/features/order/use-order.ts'
import { usePayments } from '#client/features/order/use-payments.ts'
import { toast } from '#client/ui/toast-store.ts'
import { agreeToOrder, fetchDiscounts, setOrderAddress } from '#client/features/order/order-queries.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** Says a failure that nothing else has said. */
function tell(error: unknown, text: string): void {
  if (!(error instanceof ApiError)) throw error
  if (error.code === Code.Fail || error.code === Code.NotFound || error.code === Code.OrderMismatch)
    toast(error.message || text, 'bad')
}

/** Changes of an order one after the other, as they were chosen; the last one shows how the order stands then. */
function useChanges(setBusy: (busy: boolean) => void, refresh: () => Promise<void>) {
  const changes = useRef({ done: Promise.resolve(), open: 0 })
  return (work: () => Promise<unknown>, text: string): void => {
    setBusy(true)
    changes.current.open += 1
    changes.current.done = changes.current.done
      .catch(() => undefined)
      .then(async () => {
        try {
          await work()
        } catch (error) {
          tell(error, text)
        } finally {
          changes.current.open -= 1
          if (changes.current.open === 0) await refresh()
          setBusy(changes.current.open > 0)
        }
      })
  }
}

/** What can be done with an order that waits for payment: choose what is taken off, where it goes, and pay. */
export function useOrderChoices(order: OrderDetail, refresh: () => Promise<void>) {
  const { api } = useApp()
  const { orderInfo, priceObject, agreement } = order
  const { orderNo } = orderInfo
  const [busy, setBusy] = useState(false)
  const [agreed, setAgreed] = useState(order.agreementStatus)
  const [disagreed, setDisagreed] = useState(false)
  const side = useRef<HTMLDivElement>(null)
  const { payments, open, retry, drop } = usePayments(orderNo, () => void refresh())
  const queueChange = useChanges(setBusy, refresh)
  const free = Number(priceObject.payAmount) === 0

  function change(work: () => Promise<unknown>, text: string): void {
    // Codes of another amount aren't good any more.
    drop()
    queueChange(work, text)
  }
  const choose = (input: { userCouponId?: number; depositId?: number }): void => {
    change(() => fetchDiscounts(api, { orderNo, ...input }), '没有改成，请再试一次')
  }
  const chooseAddress = (addressId: number): void => {
    change(() => setOrderAddress(api, { orderNo, addressId }), '地址没有保存，请再试一次')
  }

  async function pay(): Promise<void> {
    if (agreement && !agreed) {
      side.current?.querySelector<HTMLInputElement>('[name=agreement]')?.focus()
      return setDisagreed(true)
    }
    setBusy(true)
    try {
      if (agreement) await agreeToOrder(api, { orderNo, agreementStatus: true })
      const list = await open(priceObject.payAmount)
      if (list.length === 0 && free) return navigate(`/order/result/${orderNo}`, { replace: true })
      if (list.length === 0) toast('现在没有可用的支付方式，请稍后再试', 'bad')
    } catch (error) {
      tell(error, '没有打开支付，请再试一次')
      // it costs something else now, or can't be paid: the codes on the page are closed
      if (error instanceof ApiError && error.code === Code.Toast) drop()
      await refresh()
    } finally {
      setBusy(false)
    }
  }

  return {
    ...{ busy, free, agreed, payments, retry, side, choose, chooseAddress, pay },
    isRefused: disagreed && !agreed,
    agree(checked: boolean): void {
      setAgreed(checked)
      setDisagreed(false)
    },
  }
}
