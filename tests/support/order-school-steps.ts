import { finishRefund } from '#server/backend/order/refund/refund-finish.ts'
import { broughtUpToDate, pick, refunding, refusal, Step } from './machine-step.ts'
import { readOrders } from './order-world.ts'

/** What the provider says of a refund that it was asked for. */
export type RefundNews = 'done' | 'failed'

/** Staff sell by phone; a part of the price may be paid at once, in thirds: 3 all of it, 0 nothing. */
export function orderOnBehalf(who: number, product: number, thirds: number): Step {
  return new Step(`staff order product ${product} for learner ${who}, ${thirds} thirds paid`, {
    needsOrder: false,
    edges: ['new>0', 'new>1', 'new>2', ...broughtUpToDate],
    async act(world) {
      const productId = world.productIds[product] ?? 0
      const { db } = world.backend.database
      const { priceFen } = await db
        .selectFrom('products')
        .select('products.priceFen')
        .where('products.id', '=', productId)
        .executeTakeFirstOrThrow()
      const paidFen = Math.floor((priceFen * thirds) / 3)
      const paid = paidFen > 0 ? { paid: (paidFen / 100).toFixed(2) } : {}
      const sale = { userId: world.learners[who]?.userId ?? 0, productId, note: '电话报名', ...paid }
      await refusal(world.staff.api.call('POST /api/staff/order/create', sale))
    },
  })
}

/** The school changes a price, down to nothing, or takes a product off sale and back. */
export function editProduct(product: number, to: number | 'off sale' | 'on sale'): Step {
  return new Step(`product ${product} ${typeof to === 'number' ? `costs ${to} fen` : `is ${to}`}`, {
    needsOrder: false,
    edges: [],
    async act({ backend, productIds }) {
      const values = typeof to === 'number' ? { priceFen: to, isCharge: to > 0 } : { status: to === 'on sale' ? 1 : 2 }
      await backend.database.db
        .updateTable('products')
        .set(values)
        .where('products.id', '=', productIds[product] ?? 0)
        .execute()
    },
  })
}

/** The provider can't be asked about payments for a while; what it tells by itself still comes. */
export function providerIsAway(isAway: boolean): Step {
  return new Step(`the provider ${isAway ? 'can’t be asked' : 'is back'}`, {
    needsOrder: false,
    edges: [],
    async act({ pay }) {
      pay.isAway = isAway
    },
  })
}

/** The provider tells of a refund by itself, also of one that it has told of before. */
export function tellRefund(index: number, news: RefundNews): Step {
  return new Step(`order ${index}: the provider tells that its refund is ${news}`, {
    edges: refunding,
    async act(world) {
      const { order } = pick(world, await readOrders(world), index)
      const { db } = world.backend.database
      const sent = await db
        .selectFrom('refunds')
        .select('refunds.outRefundNo')
        .where('refunds.orderId', '=', order.id)
        .where('refunds.tries', '>', 0)
        .orderBy('refunds.id', 'desc')
        .executeTakeFirst()
      if (sent) await finishRefund(world.backend.context, sent.outRefundNo, news, news === 'failed' ? 'no money' : null)
    },
  })
}
