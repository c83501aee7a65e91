import type { ChildProcessPort, PrimaryPort } from '#server/process/process-ports.ts'
import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import {
  createParentPublisher,
  createRedisPublisher,
  type PurgeMark,
  type PurgeOrder,
  type PurgePublisher,
  purgeChannel,
  readPurgeMark,
  readPurgeMessage,
} from '#server/process/purge-messages.ts'

/** Carries purges between processes. */
export interface PurgeRelay extends PurgePublisher {
  /** Calls back with purges of other processes. */
  onMessage(receive: (order: PurgeOrder) => void): void
  close(): void
}

/** Which of the other processes have purged. */
export interface Confirmation {
  readonly confirmed: number
  readonly unconfirmed: number
}

/** A relay that other machines answer. */
export interface ConfirmingRelay extends PurgeRelay {
  /** Publishes, and waits for the others that have been there lately to say that it is done. */
  confirm(order: PurgeOrder): Promise<Confirmation>
}

/** Processes that have been there lately: a sorted set, by milliseconds. */
const presentKey = 'xueyuan:web-processes'
const purgedChannel = 'xueyuan:purged'
const presenceMs = 10_000
/** One that left without a word is missed for so long. */
const missedMs = 10 * 60_000
const confirmMs = 1500

function parseMessage(text: string): { own?: string; ask?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { own?: string; ask?: string }
  } catch {
    return {}
  }
}

/** A worker's relay through its primary process. */
export function createProcessRelay(port: ChildProcessPort): PurgeRelay {
  const listeners = new Set<(message: unknown) => void>()
  return {
    publish: createParentPublisher(port).publish,
    onMessage(receive) {
      function listener(message: unknown): void {
        const order = readPurgeMessage(message)
        if (order) receive(order)
        const mark = readPurgeMark(message, 'purge-mark')
        // everything that came before it is done by now
        if (mark !== undefined) port.send?.({ type: 'purge-marked', mark } satisfies PurgeMark)
      }
      listeners.add(listener)
      port.on('message', listener)
    },
    close() {
      for (const listener of listeners) port.off('message', listener)
      listeners.clear()
    },
  }
}

const isConnected = (peer: PrimaryPort): boolean => peer.isConnected?.() ?? peer.connected ?? true
/** Nobody waits for a mark any more after so long. */
const markMs = 5000

/** The primary's part: what one child says, all the others hear. Called for each new child; `peers` are those alive. */
export function relayInPrimary(child: Pick<PrimaryPort, 'on'>, peers: () => Iterable<PrimaryPort>): void {
  child.on('message', (message) => {
    if (!readPurgeMessage(message)) return
    for (const peer of peers()) if (peer !== (child as object) && isConnected(peer)) peer.send(message as object)
  })
}

/**
 * The primary's part in confirming: a mark of the backend goes to all web processes that are alive, behind the purges before it,
 * and goes back when each of them has answered. Called for each new backend.
 */
export function confirmInPrimary(backend: PrimaryPort, workers: () => Iterable<PrimaryPort>): void {
  backend.on('message', (message) => {
    const mark = readPurgeMark(message, 'purge-mark')
    if (mark !== undefined) passMark(mark, backend, [...workers()].filter(isConnected))
  })
}

function passMark(mark: string, backend: PrimaryPort, workers: readonly PrimaryPort[]): void {
  const waiting = new Map<PrimaryPort, (message: unknown) => void>()
  const end = (): void => {
    clearTimeout(timer)
    for (const [worker, hear] of waiting) worker.off('message', hear)
    waiting.clear()
  }
  const timer = setTimeout(end, markMs)
  timer.unref()
  const check = (): void => {
    if (waiting.size > 0) return
    end()
    if (isConnected(backend)) backend.send({ type: 'purge-marked', mark } satisfies PurgeMark)
  }
  for (const worker of workers) {
    const hear = (answer: unknown): void => {
      if (readPurgeMark(answer, 'purge-marked') !== mark) return
      worker.off('message', hear)
      waiting.delete(worker)
      check()
    }
    waiting.set(worker, hear)
    worker.on('message', hear)
  }
  for (const worker of workers) worker.send({ type: 'purge-mark', mark } satisfies PurgeMark)
  check()
}

/** A relay through Redis, for several machines. What was said during a lost connection is unknown: then all becomes stale. */
export function createRedisRelay(redis: Redis, log: { warn(values: object, message: string): void }): ConfirmingRelay {
  const subscriber = redis.duplicate({ maxRetriesPerRequest: null, autoResubscribe: false })
  const own = randomUUID()
  const publisher = createRedisPublisher(redis, log, own)
  const receivers = new Set<(order: PurgeOrder) => void>()
  let lost = false
  function tell(order: PurgeOrder): void {
    for (const receive of receivers) receive(order)
  }
  const asked = new Map<string, (process: string) => void>()
  async function sayPresent(): Promise<void> {
    await redis.zadd(presentKey, Date.now(), own)
    await redis.zremrangebyscore(presentKey, '-inf', Date.now() - missedMs)
  }
  const presence = setInterval(() => void sayPresent().catch(() => undefined), presenceMs).unref()
  async function confirm(order: PurgeOrder): Promise<Confirmation> {
    const ask = randomUUID()
    const done = new Set<string>()
    try {
      const others = new Set(
        (await redis.zrangebyscore(presentKey, '-inf', '+inf')).filter((process) => process !== own),
      )
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, confirmMs)
        const look = (process?: string): void => {
          if (process !== undefined) done.add(process)
          if (![...others].every((other) => done.has(other))) return
          clearTimeout(timer)
          resolve()
        }
        asked.set(ask, look)
        redis.publish(purgeChannel, JSON.stringify({ own, ask, type: 'purge', order })).then(() => look(), reject)
      })
      return { confirmed: done.size, unconfirmed: [...others].filter((other) => !done.has(other)).length }
    } catch (error) {
      log.warn({ err: error }, 'a purge could not be confirmed')
      // Whoever hears of it later takes all for stale.
      publisher.publish(order)
      return { confirmed: done.size, unconfirmed: 1 }
    } finally {
      asked.delete(ask)
    }
  }
  async function listen(): Promise<void> {
    await subscriber.subscribe(purgeChannel, purgedChannel)
    void sayPresent().catch(() => undefined)
    // Only now is nothing missed any more.
    if (lost) tell({ all: true })
    lost = false
  }
  subscriber.on('error', (error: Error) => log.warn({ err: error }, 'the purge relay lost Redis'))
  subscriber.on('close', () => {
    lost = true
  })
  subscriber.on('ready', () => {
    listen().catch((error: unknown) => log.warn({ err: error }, 'the purge relay could not subscribe'))
  })
  subscriber.on('message', (channel: string, text: string) => {
    const message = parseMessage(text)
    if (message.own === own) return
    if (channel === purgedChannel) return void asked.get(message.ask ?? '')?.(message.own ?? '')
    const order = readPurgeMessage(message)
    if (!order) return
    tell(order)
    if (message.ask !== undefined)
      redis.publish(purgedChannel, JSON.stringify({ own, ask: message.ask })).catch(() => undefined)
  })
  return {
    confirm,
    publish: publisher.publish,
    onMessage(receive) {
      receivers.add(receive)
    },
    close() {
      clearInterval(presence)
      redis.zrem(presentKey, own).catch(() => undefined)
      subscriber.disconnect()
    },
  }
}

/** Joins an edge to the other processes: purges from there are done here, and the returned function purges everywhere. */
export function connectPurges(
  edge: { purge(order: PurgeOrder): number },
  relays: readonly PurgeRelay[],
): (order: PurgeOrder) => number {
  for (const relay of relays) relay.onMessage((order) => edge.purge(order))
  return function purgeEverywhere(order: PurgeOrder): number {
    for (const relay of relays) relay.publish(order)
    return edge.purge(order)
  }
}
