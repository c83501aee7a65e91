import { Redis } from 'ioredis'
import type { Log } from '#server/backend/backend-context.ts'
import { createParentPublisher, createRedisPublisher } from '#server/purge-messages.ts'
import type { PurgeSender } from './purge-sender.ts'

/** Tells the process that started this one, which tells its web processes; with Redis those of other machines, too. */
export function createPurgeSender({ redisUrl, log, parent = process }: { redisUrl: string | undefined; log: Log; parent?: Parameters<typeof createParentPublisher>[0] }): PurgeSender {
  const redis = redisUrl ? new Redis(redisUrl, { maxRetriesPerRequest: 1 }) : undefined
  redis?.on('error', (error: Error) => log.warn({ err: error }, 'Redis'))
  const ways = [createParentPublisher(parent), ...(redis ? [createRedisPublisher(redis, log)] : [])]
  return {
    send(order) {
      for (const way of ways) way.publish(order)
    },
    close() {
      redis?.disconnect()
    },
  }
}
