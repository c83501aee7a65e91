import { tagOfAll } from '#shared/rules/page-tags.ts'
import { Redis } from 'ioredis'
import type { Edge, PurgeOrder } from '#server/edge/edge.ts'
import { connectPurges, createProcessRelay, createRedisRelay, type PurgeRelay } from '#server/edge/purge-relay.ts'
import type { Gather } from '#server/process/gather.ts'
import type { CommonStore } from './common-store.ts'
import type { Feeds } from './feed.ts'

export interface Purger {
  /** Purges here and in all other processes; answers how many stored pages it touched here. */
  purge(order: PurgeOrder): number
  /** The same, and waits until the others have said that it is done. `touched`: on this machine. */
  purgeConfirmed(order: PurgeOrder): Promise<{ touched: number; confirmed: number; unconfirmed: number }>
  close(): void
}

export interface PurgerOptions {
  edge: Edge
  common: CommonStore
  feeds: Pick<Feeds, 'purge'>
  /** Reads under way and answers that are kept are of before the purge; pages made after it must not show them. */
  purgeReads: (order: PurgeOrder) => void
  redisUrl: string | undefined
  gather: Gather
  log: { warn(values: object, message: string): void }
}

/** The one function by which pages are taken out of the caches: of this process, of its siblings, of other machines. */
export function createPurger({ edge, common, feeds, purgeReads, redisUrl, gather, log }: PurgerOptions): Purger {
  const redis = redisUrl ? new Redis(redisUrl, { maxRetriesPerRequest: 1 }) : undefined
  redis?.on('error', (error: Error) => log.warn({ err: error }, 'Redis'))
  const machines = redis && createRedisRelay(redis, log)
  const relays: PurgeRelay[] = [createProcessRelay(process), ...(machines ? [machines] : [])]
  const caches = {
    purge(order: PurgeOrder): number {
      purgeReads(order)
      if (order.all || order.tag === tagOfAll('common')) common.purge()
      feeds.purge(order)
      return edge.purge(order)
    },
  }
  gather.offer('purge', (order) => caches.purge(order as PurgeOrder))
  async function purgeConfirmed(
    order: PurgeOrder,
  ): Promise<{ touched: number; confirmed: number; unconfirmed: number }> {
    const touched = caches.purge(order)
    const [siblings, others] = await Promise.all([gather.ask('purge', order), machines?.confirm(order)])
    const here = { touched: (siblings.values as number[]).reduce((sum, count) => sum + count, touched) }
    // With Redis every process is asked that way, those of this machine among them.
    if (others) return { ...here, confirmed: 1 + others.confirmed, unconfirmed: others.unconfirmed }
    return { ...here, confirmed: 1 + siblings.values.length, unconfirmed: siblings.missing }
  }
  return {
    purgeConfirmed,
    purge: connectPurges(caches, relays),
    close() {
      for (const relay of relays) relay.close()
      redis?.quit().catch(() => redis.disconnect())
    },
  }
}
