import { Redis } from 'ioredis'
import type { Log } from '#server/backend/base/parts.ts'
import { within } from '#server/backend/base/within.ts'
import { createParentPublisher, createRedisPublisher } from '#server/process/purge-messages.ts'
import { createParentConfirmer, type ParentPort } from './parent-confirmer.ts'
import type { PurgeSender } from './purge-sender.ts'

interface PurgeSenderOptions {
  readonly redisUrl: string | undefined
  readonly log: Log
  readonly parent?: ParentPort
}

/** Tells the process that started this one, which tells its web processes; with Redis those of other machines, too. */
export function createPurgeSender({ redisUrl, log, parent = process }: PurgeSenderOptions): PurgeSender {
  const redis = redisUrl ? new Redis(redisUrl, { maxRetriesPerRequest: 1 }) : undefined
  redis?.on('error', (error: Error) => log.warn({ err: error }, 'Redis'))
  const ways = [createParentPublisher(parent), ...(redis ? [createRedisPublisher(redis, log)] : [])]
  const confirmer = createParentConfirmer(parent)
  let sent = 0
  let known = 0
  return {
    send(order) {
      sent += 1
      for (const way of ways) way.publish(order)
    },
    async confirmed(patienceMs) {
      const until = sent
      if (until <= known) return true
      // commands of one connection are done in their order: with this one the publications before it are
      const taken = redis
        ? redis.ping().then(
            () => true,
            () => false,
          )
        : Promise.resolve(true)
      const asked = [Promise.resolve(confirmer.confirm()), taken]
      const isDone = (await Promise.all(asked.map((answer) => within(answer, patienceMs)))).every(Boolean)
      if (isDone) known = Math.max(known, until)
      return isDone
    },
    close() {
      confirmer.close()
      redis?.disconnect()
    },
  }
}
