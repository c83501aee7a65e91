import { broughtUpToDate, isRefusal, pick, refunding, refusal, Step } from './machine-step.ts'
import { openChecked, tellPaid } from './order-payments.ts'
import { expectReminded } from './order-views.ts'
import { type OrderFacts, type OrderWorld, readOrders } from './order-world.ts'

const dayMs = 86_400_000

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
  const orders = await readOrders(world)
  return orders.findLast((order) => order.userId === userId && order.productId === productId && order.orderKind === 2)
}

export function askForDeposit(who: number, product: number): Step {
  return new Step(`learner ${who} wants to pay a deposit for product ${product}`, {
    needsOrder: false,
    edges: ['new>0', ...broughtUpToDate],
    act: async (world) => void (await orderDeposit(world, who, product)),
  })
}

const isOpen = ({ status }: OrderFacts): boolean => status === 0 || status === 2

/** The first code of an order that can still be paid. */
function openCode({ backend }: OrderWorld, { id }: OrderFacts): Promise<OpenCode | undefined> {
  return backend.database.db
    .selectFrom('payments')
    .select(['payments.id', 'payments.outTradeNo', 'payments.amountFen'])
    .where('payments.orderId', '=', id)
    .where('payments.status', '=', 1)
    .orderBy('payments.id')
    .limit(1)
    .executeTakeFirst()
}

interface OpenCode {
  readonly id: number
  readonly outTradeNo: string
  readonly amountFen: number
}

async function payCode(world: OrderWorld, { id, outTradeNo, amountFen }: OpenCode): Promise<void> {
  const tradeNo = `trade-${id}`
  world.pay.payments.set(outTradeNo, { state: 'paid', tradeNo, amountFen, paidAt: new Date(world.backend.clock.now()) })
  await tellPaid(world, { id, outTradeNo, amountFen, notifyId: `bought-${id}-${world.notifyIds.size}`, tradeNo })
}

/** What an open order costs is paid by its first code. */
async function payNow(world: OrderWorld, order: OrderFacts): Promise<void> {
  await openChecked(world, [order], 0)
  const code = await openCode(world, order)
  if (code) await payCode(world, code)
}

/** The learner of an open order buys a product, and then pays the code that was opened for the order before, at its old price. */
export function payLate(index: number, product: number): Step {
  return new Step(`order ${index}: its code is open, its learner buys product ${product}, then the code is paid`, {
    edges: ['new>0', 'new>1', ...broughtUpToDate],
    async act(world, orders) {
      const { order, learner } = pick(world, orders, index)
      if (!isOpen(order)) return
      await openChecked(world, orders, index)
      const code = await openCode(world, order)
      const courseId = world.productIds[product] ?? 0
      if (!code || (await refusal(learner.api.call('GET /api/course/sign-up', { courseId }))) !== undefined) return
      const other = (await readOrders(world)).findLast(
        (one) => one.userId === learner.userId && one.productId === courseId && one.id !== order.id && isOpen(one),
      )
      if (other) await payNow(world, other)
      await payCode(world, code)
    },
  })
}

/** So that held deposits are as common as they are in a school: nobody walks away from the cashier in between. */
export function payDeposit(who: number, product: number): Step {
  return new Step(`learner ${who} pays a deposit for product ${product} at once`, {
    needsOrder: false,
    edges: ['new>0', 'new>1', ...broughtUpToDate],
    async act(world) {
      const order = await orderDeposit(world, who, product)
      if (order) await payNow(world, order)
    },
  })
}

/** Pays a deposit and doesn't think of it until its time is over, `isGiven` its product otherwise or not; only its own job runs. */
export function forgetDeposit(who: number, product: number, isGiven: boolean): Step {
  const name = `learner ${who} pays a deposit for product ${product}${isGiven ? ', gets it otherwise' : ''}, and ten days pass`
  return new Step(name, {
    needsOrder: false,
    edges: ['new>0', 'new>1', ...broughtUpToDate],
    async act(world) {
      const { backend, learners, depositFor, staff } = world
      const order = await orderDeposit(world, who, product)
      if (order) await payNow(world, order)
      const gift = { userId: learners[who]?.userId ?? 0, productId: depositFor[product] ?? 0, note: '奖品' }
      if (isGiven) await refusal(staff.api.call('POST /api/staff/order/inject', gift))
      for (let day = 0; day < 10; day++) {
        backend.clock.set(backend.clock.now() + dayMs)
        await backend.runJob('deposits.due')
        await expectReminded(world)
      }
    },
  })
}

/**
 * The same with a product: so that learners have things, also courses of a class whose order is still open. `goesOn`: then
 * they ask how to pay what else they have ordered.
 */
export function buy(who: number, product: number, goesOn: boolean): Step {
  return new Step(`learner ${who} buys product ${product} at once${goesOn ? ' and goes on to the rest' : ''}`, {
    needsOrder: false,
    edges: ['new>0', 'new>1', ...broughtUpToDate],
    async act(world) {
      const [learner, courseId] = [world.learners[who], world.productIds[product] ?? 0]
      if (!learner || (await refusal(learner.api.call('GET /api/course/sign-up', { courseId }))) !== undefined) return
      const isOfCourse = ({ productId, orderKind }: OrderFacts): boolean => productId === courseId && orderKind === 1
      const open = (await readOrders(world)).findLast(
        (order) => order.userId === learner.userId && isOfCourse(order) && isOpen(order),
      )
      if (open) await payNow(world, open)
      if (!goesOn) return
      const rest = (await readOrders(world)).filter((order) => order.userId === learner.userId && isOpen(order))
      for (const index of rest.keys()) await openChecked(world, rest, index)
    },
  })
}

/** A course for a time, then the bundle that takes it off its price, which is given back again: the course ends when it did. */
export function tryBundle(who: number): Step {
  const [course, bundle] = [buy(who, 5, false), buy(who, 4, false)]
  return new Step(`learner ${who} buys product 5, then product 4, and gives product 4 back`, {
    needsOrder: false,
    edges: ['new>0', 'new>1', 'new>3', '0>3', ...broughtUpToDate, ...refunding],
    async act(world, orders) {
      await course.act(world, orders)
      await bundle.act(world, orders)
      const bought = (await readOrders(world)).findLast(
        (order) => order.userId === world.learners[who]?.userId && order.productId === world.productIds[4],
      )
      if (bought?.status !== 1) return
      await refusal(world.staff.api.call('POST /api/staff/order/refund/open', { orderNo: bought.sn, reason: '换课' }))
      await world.backend.runJob('refunds.push')
    },
  })
}
