import { broughtUpToDate, isRefusal, Step } from './machine-step.ts'
import { openPayments, paymentOf, tellPaid } from './order-payments.ts'
import { type OrderFacts, type OrderWorld, readOrders } from './order-world.ts'

/** Asks for the deposit of a product; its order, undefined when that is refused in words. */
async function orderDeposit(world: OrderWorld, who: number, product: number): Promise<OrderFacts | undefined> {
  const productId = world.depositFor[product] ?? 0
  try {
    await world.learners[who]?.api.call('POST /api/order/deposit/create-order', { productId })
  } catch (error) {
    if (!isRefusal(error)) throw error
    return undefined
  }
  const userId = world.learners[who]?.userId
  return (await readOrders(world)).findLast((order) => order.userId === userId && order.productId === productId && order.orderKind === 2)
}

export function askForDeposit(who: number, product: number): Step {
  return new Step(`learner ${who} wants to pay a deposit for product ${product}`, {
    needsOrder: false,
    edges: ['new>0', ...broughtUpToDate],
    act: async (world) => void (await orderDeposit(world, who, product)),
  })
}

/** So that held deposits are as common as they are in a school: nobody walks away from the cashier in between. */
export function payDeposit(who: number, product: number): Step {
  return new Step(`learner ${who} pays a deposit for product ${product} at once`, {
    needsOrder: false,
    edges: ['new>0', 'new>1', ...broughtUpToDate],
    async act(world) {
      const order = await orderDeposit(world, who, product)
      if (!order) return
      await openPayments(world, [order], 0)
      const payment = await paymentOf(world, order.id, 0)
      if (payment?.status !== 1) return
      const { id, outTradeNo, amountFen } = payment
      const tradeNo = `trade-${id}`
      world.pay.payments.set(outTradeNo, { state: 'paid', tradeNo, amountFen, paidAt: new Date(world.backend.clock.now()) })
      await tellPaid(world, { id, outTradeNo, amountFen, notifyId: `deposit-${id}-${world.told.size}`, tradeNo })
    },
  })
}
