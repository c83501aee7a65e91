import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

/** What is to be forgotten: one key, everything with a tag, or all. Soft by default: the old answer serves once more. */
export interface PurgeOrder {
  readonly key?: string
  readonly tag?: string
  readonly all?: boolean
  /** For changes: whoever comes next waits for the new answer; the old one stands in only when that can't be made. */
  readonly changed?: boolean
  /** For take-downs: the answer is gone at once. */
  readonly hard?: boolean
}

/** Tells other processes of purges. */
export interface PurgePublisher {
  publish(order: PurgeOrder): void
}

interface PurgeMessage {
  readonly type: 'purge'
  readonly order: PurgeOrder
}

/** Goes the way of the purges, behind them: whoever has it has done all of them. It comes back as 'purge-marked'. */
export interface PurgeMark {
  readonly type: 'purge-mark' | 'purge-marked'
  readonly mark: string
}

/** The mark that a message carries; undefined when it is something else. */
export function readPurgeMark(message: unknown, kind: PurgeMark['type']): string | undefined {
  const { type, mark } = (message ?? {}) as Partial<PurgeMark>
  return type === kind && typeof mark === 'string' ? mark : undefined
}

/** Where machines tell each other, in Redis. */
export const purgeChannel = 'xueyuan:purge'

/** Reads a message of another process; undefined when it is something else. */
export function readPurgeMessage(message: unknown): PurgeOrder | undefined {
  const { type, order } = (message ?? {}) as Partial<PurgeMessage>
  return type === 'purge' && typeof order === 'object' && order !== null ? order : undefined
}

/** Tells the process that started this one. */
export function createParentPublisher(parent: { send?: ((message: object) => unknown) | undefined }): PurgePublisher {
  return {
    publish(order) {
      parent.send?.({ type: 'purge', order } satisfies PurgeMessage)
    },
  }
}

/** Tells the other machines. What could not be said while Redis was away becomes one word when it is back: all is stale. */
export function createRedisPublisher(
  redis: Redis,
  log: { warn(values: object, message: string): void },
  own: string = randomUUID(),
): PurgePublisher {
  let missed = false
  function publish(order: PurgeOrder): void {
    redis.publish(purgeChannel, JSON.stringify({ own, type: 'purge', order })).catch((error: unknown) => {
      missed = true
      log.warn({ err: error }, 'a purge could not be published')
    })
  }
  redis.on('ready', () => {
    if (!missed) return
    missed = false
    publish({ all: true })
  })
  return { publish }
}
