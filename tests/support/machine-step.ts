import type fc from 'fast-check'
import { expect } from 'vitest'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { expectSound } from './order-soundness.ts'
import { forgottenDeposits, readMoment } from './order-views.ts'
import { type OrderFacts, type OrderWorld, readOrders, type WorldLearner } from './order-world.ts'

/** What the machine remembers: the orders as they were after the last step, and which moment of the database that was. */
export interface MachineModel {
  orders: OrderFacts[]
  moment?: string
}

/** From a status to another, 'new' before the first. */
export type Edge = `${number | 'new'}>${number}`

/**
 * What reading or paying an order may bring: money that nobody had been told of counts; an order that costs nothing any more
 * is complete; one of a product that is owned is closed.
 */
export const broughtUpToDate: readonly Edge[] = ['0>1', '0>2', '2>1', '0>5']
export const refunding: readonly Edge[] = ['1>3', '1>4', '2>3', '4>3']

/** One step that somebody takes; only these edges may follow from it. */
export class Step implements fc.AsyncCommand<MachineModel, OrderWorld> {
  readonly name: string
  readonly edges: readonly Edge[]
  readonly needsOrder: boolean
  readonly act: (world: OrderWorld, orders: readonly OrderFacts[]) => Promise<void>

  constructor(name: string, options: { edges: readonly Edge[]; needsOrder?: boolean; act: Step['act'] }) {
    this.name = name
    this.edges = options.edges
    this.needsOrder = options.needsOrder ?? true
    this.act = options.act
  }

  check(model: Readonly<MachineModel>): boolean {
    return !this.needsOrder || model.orders.length > 0
  }

  async run(model: MachineModel, world: OrderWorld): Promise<void> {
    await this.act(world, model.orders)
    const moment = await readMoment(world)
    // many steps are refused: what was sound still is when nothing was written, and no time has passed
    if (moment === model.moment) return
    const orders = await readOrders(world)
    expect(edgesBetween(model.orders, orders).filter((edge) => !this.edges.includes(edge))).toEqual([])
    const known = new Set(model.orders.map(({ id }) => id))
    const ordered = orders.filter(({ id }) => !known.has(id))
    expect(await forgottenDeposits(world, { ordered, before: model.orders })).toEqual([])
    await expectSound(world, orders)
    model.orders = orders
    model.moment = moment
  }

  toString(): string {
    return this.name
  }
}

function edgesBetween(before: readonly OrderFacts[], after: readonly OrderFacts[]): Edge[] {
  const old = new Map(before.map((order) => [order.id, order.status]))
  return after
    .filter((order) => old.get(order.id) !== order.status)
    .map((order): Edge => `${old.get(order.id) ?? 'new'}>${order.status}`)
}

/** The order that a number means, and its learner. */
export function pick(
  world: OrderWorld,
  orders: readonly OrderFacts[],
  index: number,
): { order: OrderFacts; learner: WorldLearner } {
  const order = orders[index % orders.length]
  const learner = world.learners.find(({ userId }) => userId === order?.userId)
  if (!order || !learner) throw new Error('There is no such order.')
  return { order, learner }
}

/** Whether a call was refused in words; a fault of the server is no refusal, and nobody is logged out. */
export function isRefusal(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.status < 500 &&
    error.message !== '服务器错误' &&
    error.code !== Code.LoginTimeout
  )
}

/** The words of a refusal; undefined when it was done. Anything but a refusal in words is thrown on. */
export async function refusal(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call
    return undefined
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.message
  }
}
