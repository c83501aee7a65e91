import { Redis } from 'ioredis'
import type { Edge, PurgeOrder } from '#server/edge/edge.ts'
import { connectPurges, createProcessRelay, createRedisRelay, type PurgeRelay } from '#server/edge/purge-relay.ts'
import type { CommonStore } from './common-store.ts'
import type { Feeds } from './feed.ts'

export interface Purger {
  /** Purges here and in all other processes; answers how many stored pages it touched here. */
  purge(order: PurgeOrder): number
  close(): void
}

export interface PurgerOptions {
  edge: Edge
  common: CommonStore
  feeds: Pick<Feeds, 'purge'>
  /** Reads under way and answers that are kept are of before the purge; pages made after it must not show them. */
  purgeReads: (order: PurgeOrder) => void
  redisUrl: string | undefined
  log: { warn(values: object, message: string): void }
}

/** The one function by which pages are taken out of the caches: of this process, of its siblings, of other machines. */
export function createPurger({ edge, common, feeds, purgeReads, redisUrl, log }: PurgerOptions): Purger {
  const redis = redisUrl ? new Redis(redisUrl, { maxRetriesPerRequest: 1 }) : undefined
  redis?.on('error', (error: Error) => log.warn({ err: error }, 'Redis'))
  const relays: PurgeRelay[] = [createProcessRelay(process)]
  if (redis) relays.push(createRedisRelay(redis, log))
  const caches = {
    purge(order: PurgeOrder): number {
      purgeReads(order)
      if (order.all || order.tag === 'common') common.purge()
      feeds.purge(order)
      return edge.purge(order)
    },
  }
  return {
    purge: connectPurges(caches, relays),
    close() {
      for (const relay of relays) relay.close()
      redis?.disconnect()
    },
  }
}
