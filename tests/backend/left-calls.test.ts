import { once } from 'node:events'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createFairQueue } from '#server/backend/base/fair-queue.ts'
import { Asker, workFor } from '#server/backend/base/asker.ts'
import { bindContract } from '#server/backend/bind-contract.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { createPasswordHasher } from '#server/backend/context/password-hash.ts'
import { gathered } from '#server/backend/db/gathered.ts'
import { createSearchQueue } from '#server/backend/db/search-queue.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import type { Binding } from '#server/backend/http/binding.ts'
import { endpoint } from '#shared/contract/endpoint.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

const reads = endpoint('GET /api/test/read', { input: z.object({}), output: z.any() })
const writes = endpoint('POST /api/test/write', { writes: 'one', input: z.object({}), output: z.any() })

interface Served {
  /** Sends a call and hangs up as soon as its handler has begun; resolves when the backend knows. */
  callAndLeave(): Promise<void>
  end(): void
}

/** One call of its own: `handler` is begun by whoever hangs up. */
async function serve(
  one: typeof reads | typeof writes,
  handler: (ctx: CallContext) => Promise<unknown>,
): Promise<Served> {
  let begun: () => void = () => undefined
  const binding: Binding = {
    endpoint: one,
    handler: (ctx) => {
      begun()
      return handler(ctx)
    },
  }
  const listener: RequestListener = bindContract(backend.context, [binding])
  let closed: () => void = () => undefined
  const server: Server = createServer((req, res) => {
    res.once('close', () => closed())
    listener(req, res)
  }).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    async callAndLeave() {
      const began = new Promise<void>((resolve) => {
        begun = resolve
      })
      const left = new Promise<void>((resolve) => {
        closed = resolve
      })
      const { method, path } = one
      const call = request({ port, method, path, headers: { reqSource: 'pcSite', 'content-length': '0' } })
      call.on('error', () => undefined)
      call.end()
      await began
      call.destroy()
      await left
    },
    end() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const insertTerm = (db: CallContext['db'], courseName: string): Promise<unknown> =>
  db
    .insertInto('hotSearches')
    .values({ courseName, sort: 1, enabled: false } as never)
    .execute()
const countTerm = async (courseName: string): Promise<number> =>
  (await backend.db.selectFrom('hotSearches').select('id').where('courseName', '=', courseName).execute()).length

it('a read whose asker has left asks nothing more', async () => {
  const held = Promise.withResolvers<void>()
  const tried = Promise.withResolvers<unknown>()
  const { callAndLeave, end } = await serve(reads, async ({ db }) => {
    await held.promise
    tried.resolve(await insertTerm(db, 'left read').catch((error: unknown) => error))
  })
  await callAndLeave()
  held.resolve()
  expect(await tried.promise).toMatchObject({ status: 503 })
  expect(await countTerm('left read')).toBe(0)
  end()
})

it('reads that wait for the database are dropped', async () => {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const holders = Array.from({ length: 10 }, () =>
    backend.database.transaction(async (trx) => {
      await trx.selectFrom('hotSearches').select('id').limit(1).execute()
      begun.resolve()
      await held.promise
    }),
  )
  await begun.promise
  const ends: Promise<unknown>[] = []
  const { callAndLeave, end } = await serve(reads, ({ db }) => {
    const done = insertTerm(db, 'left waiting')
    ends.push(done.catch(() => undefined))
    return done
  })
  for (let count = 0; count < 20; count += 1) await callAndLeave()
  held.resolve()
  await Promise.all([...holders, ...ends])
  expect(ends).toHaveLength(20)
  expect(await countTerm('left waiting')).toBe(0)
  end()
})

it('a write is brought to its end all the same', async () => {
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const { callAndLeave, end } = await serve(writes, async ({ db }) => {
    await insertTerm(db, 'left write, first')
    await held.promise
    await insertTerm(db, 'left write, second')
    afterCommit(done.resolve)
  })
  await callAndLeave()
  held.resolve()
  await done.promise
  expect([await countTerm('left write, first'), await countTerm('left write, second')]).toEqual([1, 1])
  end()
})

/** Somebody who waits, and what they wait for. */
function asking<T>(work: () => Promise<T>): { asker: Asker; answer: Promise<T> } {
  const asker = new Asker()
  return { asker, answer: workFor(asker, work) }
}

it('a search that nobody waits for leaves its place', async () => {
  const queue = createSearchQueue(backend.database, { mostAtOnce: 1, mostWaiting: 1, waitMs: 60_000 })
  const held = Promise.withResolvers<void>()
  const running = queue.run(() => held.promise)
  let searched = 0
  const search = async (): Promise<void> => {
    searched += 1
  }
  const first = asking(() => queue.run(search))
  await expect(queue.run(search)).rejects.toMatchObject({ message: '搜索的人太多，请稍后再试' })
  first.asker.leave()
  await expect(first.answer).rejects.toMatchObject({ status: 503 })
  const second = queue.run(search)
  held.resolve()
  await Promise.all([running, second])
  expect(searched).toBe(1)
})

it('a password that nobody waits for is not looked at', async () => {
  const ends: (() => void)[] = []
  const derive = () => new Promise<Buffer>((resolve) => ends.push(() => resolve(Buffer.alloc(32))))
  const hasher = createPasswordHasher(derive)
  const running = [hasher.verify('a', null, '10.0.0.1'), hasher.verify('b', null, '10.0.0.1')]
  const gone = Array.from({ length: 60 }, () => asking(() => hasher.verify('c', null, '10.0.0.1')))
  await expect(hasher.verify('d', null, '10.0.0.1')).rejects.toMatchObject({ status: 503 })
  for (const { asker } of gone) asker.leave()
  expect(new Set((await Promise.allSettled(gone.map(({ answer }) => answer))).map(({ status }) => status))).toEqual(
    new Set(['rejected']),
  )
  const next = hasher.verify('d', null, '10.0.0.1')
  ends.shift()?.()
  ends.shift()?.()
  expect(await Promise.all(running)).toEqual([false, false])
  ends.shift()?.()
  expect(await next).toBe(false)
  expect(ends).toEqual([])
})

it('a picture that nobody waits for leaves its place', async () => {
  const queue = createFairQueue({ mostOfOne: 1, mostWaiting: 1 })
  const held = Promise.withResolvers<void>()
  const running = queue.add('hall', () => held.promise)
  let drawn = 0
  const draw = async (): Promise<void> => {
    drawn += 1
  }
  const first = asking(() => queue.add('hall', draw))
  first.asker.leave()
  await expect(first.answer).rejects.toMatchObject({ status: 503 })
  const second = queue.add('hall', draw)
  held.resolve()
  await Promise.all([running, second])
  expect(drawn).toBe(1)
})

it('what others wait for, too, is read for them', async () => {
  const asker = new Asker({ onlyReads: true })
  const read = async (items: readonly number[]): Promise<number[]> => {
    await backend.db.selectFrom('hotSearches').select('id').limit(1).execute()
    return items.map((item) => item * 2)
  }
  const together = [workFor(asker, () => gathered(backend.db, 'left', 1, read)), gathered(backend.db, 'left', 2, read)]
  asker.leave()
  expect(await Promise.all(together)).toEqual([2, 4])
})
