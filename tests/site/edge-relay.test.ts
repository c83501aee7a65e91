import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectPurges, createProcessRelay, createRedisRelay, relayInPrimary } from '#server/edge/purge-relay.ts'
import type { PurgeOrder } from '#server/process/purge-messages.ts'

const hasRedis = spawnSync('redis-server', ['--version']).status === 0

/** A child process and the primary's view of it, without a process. */
function createChild(): {
  inside: EventEmitter & { send(message: object): void }
  outside: EventEmitter & { send(message: object): void }
} {
  const inside = Object.assign(new EventEmitter(), { send: (message: object) => void outside.emit('message', message) })
  const outside = Object.assign(new EventEmitter(), { send: (message: object) => void inside.emit('message', message) })
  return { inside, outside }
}

/** Remembers purges, and lets a test wait for the next. */
function createRecorder(): { orders: PurgeOrder[]; purge(order: PurgeOrder): number; next(): Promise<PurgeOrder> } {
  const orders: PurgeOrder[] = []
  const events = new EventEmitter()
  return {
    orders,
    purge(order) {
      orders.push(order)
      events.emit('order', order)
      return 1
    },
    async next() {
      const [order] = (await once(events, 'order')) as [PurgeOrder]
      return order
    },
  }
}

describe('purges between the processes of one machine', () => {
  it('reach every other process once, and the own at once', () => {
    const children = [createChild(), createChild(), createChild()]
    for (const { outside } of children) relayInPrimary(outside, () => children.map((child) => child.outside))
    const edges = children.map(() => createRecorder())
    const purgeAll = children.map(({ inside }, index) => connectPurges(edges[index]!, [createProcessRelay(inside)]))
    expect(purgeAll[1]!({ tag: 'course:1', hard: true })).toBe(1)
    for (const { orders } of edges) expect(orders).toEqual([{ tag: 'course:1', hard: true }])
  })

  it('do not mind other messages, nor processes that have gone', () => {
    const [one, other] = [createChild(), createChild()]
    const gone = Object.assign(new EventEmitter(), {
      isConnected: () => false,
      send() {
        throw new Error('the channel is closed')
      },
    })
    relayInPrimary(one.outside, () => [one.outside, gone, other.outside])
    const edge = createRecorder()
    connectPurges(edge, [createProcessRelay(other.inside)])
    for (const message of [undefined, 'text', { type: 'other' }, { type: 'purge' }, { type: 'purge', order: null }])
      other.inside.emit('message', message)
    expect(edge.orders).toEqual([])
    one.inside.send({ type: 'purge', order: { all: true } })
    expect(edge.orders).toEqual([{ all: true }])
  })
})

describe.skipIf(!hasRedis)(
  `purges between machines${hasRedis ? '' : ' (skipped: no redis-server is installed)'}`,
  () => {
    let port = 0
    let server: ChildProcess
    const clients: Redis[] = []
    const closers: (() => void)[] = []
    const log = { warn: () => undefined }

    async function startRedis(): Promise<void> {
      server = spawn(
        'redis-server',
        ['--port', String(port), '--save', '', '--appendonly', 'no', '--bind', '127.0.0.1'],
        {
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      )
      let said = ''
      for await (const part of server.stdout ?? []) {
        said += String(part)
        if (said.includes('Ready to accept connections')) break
      }
    }

    async function stopRedis(): Promise<void> {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    }

    beforeAll(async () => {
      const probe = createServer().listen(0, '127.0.0.1')
      await once(probe, 'listening')
      port = (probe.address() as { port: number }).port
      probe.close()
      await once(probe, 'close')
    })
    beforeEach(startRedis)
    afterEach(async () => {
      for (const close of closers.splice(0)) close()
      for (const client of clients.splice(0)) client.disconnect()
      await stopRedis()
    })
    afterAll(() => void server?.kill())

    /** One machine: its edge, and the function that purges everywhere. */
    async function join(): Promise<{
      edge: ReturnType<typeof createRecorder>
      purgeAll: (order: PurgeOrder) => number
      relay: ReturnType<typeof createRedisRelay>
    }> {
      const redis = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 20, maxRetriesPerRequest: null })
      redis.on('error', () => undefined)
      clients.push(redis)
      const relay = createRedisRelay(redis, log)
      closers.push(relay.close)
      const edge = createRecorder()
      const purgeAll = connectPurges(edge, [relay])
      const [, subscribers] = ((await redis.pubsub('NUMSUB', 'xueyuan:purge')) as [string, number]) ?? []
      for (let seen = subscribers; seen < clients.length; )
        [, seen] = (await redis.pubsub('NUMSUB', 'xueyuan:purge')) as [string, number]
      while ((await redis.zcard('xueyuan:web-processes')) < clients.length);
      return { edge, purgeAll, relay }
    }

    it('are confirmed by every machine, or one is missing', async () => {
      const [one, other] = [await join(), await join()]
      const order = { tag: 'course:1', hard: true }
      expect(await one.relay.confirm(order)).toEqual({ confirmed: 1, unconfirmed: 0 })
      expect(other.edge.orders).toEqual([order])
      // It is cut off from Redis, and nobody has said that it ended.
      clients[1]!.zrem = () => Promise.resolve(0) as never
      other.relay.close()
      expect(await one.relay.confirm(order)).toEqual({ confirmed: 0, unconfirmed: 1 })
    })

    it('reach every machine once, and the own at once', async () => {
      const [one, other] = [await join(), await join()]
      const heard = other.edge.next()
      one.purgeAll({ tag: 'course:1' })
      expect(await heard).toEqual({ tag: 'course:1' })
      expect(one.edge.orders).toEqual([{ tag: 'course:1' }])
      expect(other.edge.orders).toEqual([{ tag: 'course:1' }])
    })

    it('make all stale after a lost connection', async () => {
      const { edge } = await join()
      await stopRedis()
      const heard = edge.next()
      await startRedis()
      expect(await heard).toEqual({ all: true })
    })

    it('ignore what is no purge', async () => {
      const [one, other] = [await join(), await join()]
      const heard = other.edge.next()
      for (const text of ['', '{', 'null', '{"type":"other"}', '{"type":"purge","order":null}'])
        await clients[0]!.publish('xueyuan:purge', text)
      one.purgeAll({ key: '/a' })
      await heard
      expect(other.edge.orders).toEqual([{ key: '/a' }])
    })
  },
)
