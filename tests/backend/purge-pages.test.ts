import { EventEmitter } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPurgeSender } from '#server/backend/ports/purge/create-purge-sender.ts'
import { confirmInPrimary, createProcessRelay, relayInPrimary } from '#server/edge/purge-relay.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { createTestLog, sendCall, startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
let editor: Learner
beforeAll(async () => {
  backend = await startTestBackend()
  editor = await buildStaff(backend, 'education')
})
beforeEach(() => {
  backend.purges.orders.length = 0
})
afterAll(() => backend?.close())

describe('what the backend says of changed pages', () => {
  test('goes out at once outside a transaction, each tag once', () => {
    backend.context.purge(['works', 'articles', 'works'])
    backend.context.purge(['bbs'], 'hard')
    expect(backend.purges.orders).toEqual([
      { tag: 'works', changed: true },
      { tag: 'articles', changed: true },
      { tag: 'bbs', hard: true },
    ])
  })

  test('waits for the commit: whoever asks then finds the change', async () => {
    await backend.context.tx(async (trx) => {
      await trx.updateTable('colleges').set({ name: '新名字' }).where('colleges.id', '=', 1).execute()
      backend.context.purge(['college:1'])
      await trx.selectFrom('colleges').select('colleges.id').execute()
      expect(backend.purges.orders).toEqual([])
    })
    expect(backend.purges.orders).toEqual([{ tag: 'college:1', changed: true }])
  })

  test('is dropped when the change is rolled back', async () => {
    const failing = backend.context.tx(async () => {
      backend.context.purge(['college:1'])
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(backend.purges.orders).toEqual([])
  })

  test('goes out at once from work beyond its transaction', async () => {
    let later: Promise<void> | undefined
    let begin = (): void => undefined
    await backend.context.tx(async () => {
      later = new Promise<void>((resolve) => {
        begin = resolve
      }).then(() => backend.context.purge(['colleges']))
    })
    begin()
    await later
    expect(backend.purges.orders).toEqual([{ tag: 'colleges', changed: true }])
  })

  test('is sent by a staff change, not a refused one', async () => {
    const [category] = await backend.api.call('GET /api/information/list-information-category', {})
    const draft = { title: '新文章', content: '<p>正文</p>', categoryId: category?.id ?? 0, status: 1 } as const
    const { id } = await backend.as(editor.cookie).call('POST /api/staff/information/save', draft)
    expect(backend.purges.orders).toContainEqual({ tag: `article:${id}`, changed: true })
    expect(backend.purges.orders).toContainEqual({ tag: 'articles', changed: true })
    backend.purges.orders.length = 0
    await expect(
      backend.as(editor.cookie).call('POST /api/staff/information/save', { ...draft, id, categoryId: 999_999 }),
    ).rejects.toThrow()
    expect(backend.purges.orders).toEqual([])
  })
})

describe('the way to the web processes', () => {
  const senders: { close(): void }[] = []
  afterEach(() => {
    for (const sender of senders.splice(0)) sender.close()
  })

  test('leads through the starting process to each of them', () => {
    const outside = new EventEmitter()
    const inside = Object.assign(new EventEmitter(), {
      send: (message: object) => void outside.emit('message', message),
    })
    const heard: object[] = []
    const worker = (): EventEmitter & { send(message: object): void } =>
      Object.assign(new EventEmitter(), { send: (message: object) => void heard.push(message) })
    const workers = [worker(), worker()]
    relayInPrimary(outside, () => workers)
    const sender = createPurgeSender({ redisUrl: undefined, log: createTestLog(), parent: inside })
    senders.push(sender)
    sender.send({ tag: 'article:1', changed: true })
    const message = { type: 'purge', order: { tag: 'article:1', changed: true } }
    expect(heard).toEqual([message, message])
  })

  /** The primary's side of a backend and of web processes, each with its own end of a channel. */
  function createProcesses(count: number) {
    const channel = () => {
      const [outside, inside] = [new EventEmitter(), new EventEmitter()]
      return {
        outside: Object.assign(outside, { send: (message: object) => void inside.emit('message', message) }),
        inside: Object.assign(inside, { send: (message: object) => void outside.emit('message', message) }),
      }
    }
    const [parent, workers] = [channel(), Array.from({ length: count }, channel)]
    const peers = () => workers.map(({ outside }) => outside)
    relayInPrimary(parent.outside, peers)
    confirmInPrimary(parent.outside, peers)
    const sender = createPurgeSender({ redisUrl: undefined, log: createTestLog(), parent: parent.inside })
    senders.push(sender)
    return { sender, workers }
  }

  test('is waited for until each of them has done it', async () => {
    const { sender, workers } = createProcesses(2)
    const done: string[] = []
    for (const [index, { inside }] of workers.entries())
      createProcessRelay(inside).onMessage(({ tag }) => void done.push(`${index} ${tag}`))
    expect(await sender.confirmed(1000)).toBe(true)
    sender.send({ tag: 'article:1', hard: true })
    expect(await sender.confirmed(1000)).toBe(true)
    expect(done).toEqual(['0 article:1', '1 article:1'])
    expect(workers.map(({ outside }) => outside.listenerCount('message'))).toEqual([0, 0])
  })

  test('isn’t waited for for ever, nor where nobody keeps pages', async () => {
    const { sender, workers } = createProcesses(2)
    const [first] = workers
    if (first) createProcessRelay(first.inside).onMessage(() => undefined)
    sender.send({ tag: 'article:1', hard: true })
    expect(await sender.confirmed(10)).toBe(false)
    const alone = createPurgeSender({ redisUrl: undefined, log: createTestLog(), parent: {} })
    alone.send({ tag: 'article:1', hard: true })
    expect(await alone.confirmed(10)).toBe(true)
  })
})

describe('an answer to the staff', () => {
  async function hide(): Promise<{ msg: string; purges: number }> {
    const { id } = await backend.db
      .selectFrom('articles')
      .select('articles.id')
      .where('articles.deletedAt', 'is', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    const [category] = await backend.api.call('GET /api/information/list-information-category', {})
    const article = { id, title: '旧文', content: '<p>正文。</p>', categoryId: category?.id ?? 0, status: 0 as const }
    const response = await sendCall(backend.agent, 'POST /api/staff/information/save', article, {
      Cookie: editor.cookie,
    })
    return { msg: response.body.msg, purges: backend.purges.orders.length }
  }

  test('comes when the pages are gone, or says they aren’t', async () => {
    const asked: number[] = []
    let ends: (isDone: boolean) => void = () => undefined
    const begun = new Promise<void>((resolve) => {
      backend.purges.confirmed = (patienceMs) => {
        asked.push(patienceMs)
        resolve()
        return new Promise((end) => {
          ends = end
        })
      }
    })
    let isAnswered = false
    const answer = hide().finally(() => {
      isAnswered = true
    })
    await begun
    expect([isAnswered, backend.purges.orders.length > 0]).toEqual([false, true])
    ends(true)
    expect((await answer).msg).toBe('success')
    backend.purges.confirmed = async () => false
    expect((await hide()).msg).toBe('已保存，页面稍后更新')
    expect(asked[0]).toBeLessThanOrEqual(1000)
  })
})
