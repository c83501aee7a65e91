import supertest from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bindContract } from '#server/backend/bind-contract.ts'
import type { Binding } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type Endpoint, endpoint } from '#shared/contract/endpoint.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

/** Binds one endpoint made up for a test. */
function serve(made: Endpoint, handler: Binding['handler']) {
  return supertest(bindContract(backend.context, [{ endpoint: made, handler }]))
}

const Anything = z.object({ name: z.optional(z.string()) })

describe('the envelope', () => {
  test('carries code, message, body and time, never stored', async () => {
    const response = await backend.agent.get('/api/search/hot-search')
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).toMatchObject({ code: 1, msg: 'success', Time: backend.clock.now() })
  })

  test('of a learner’s call is private too', async () => {
    const made = endpoint('GET /api/test', { access: 'user', input: Anything, output: z.null() })
    const response = await serve(made, async () => null).get('/api/test')
    expect(response.body.code).toBe(Code.LoginTimeout)
    expect(response.headers['cache-control']).toContain('no-store')
  })

  test('is compressed from a kilobyte on', async () => {
    const long = await backend.agent.get('/api/common/course-list-page').set('Accept-Encoding', 'gzip')
    expect(long.headers['content-encoding']).toBe('gzip')
    const short = await backend.agent.get('/gateway/ping').set('Accept-Encoding', 'gzip')
    expect(short.headers['content-encoding']).toBeUndefined()
  })

  test('an expected error keeps its code, text, status and headers', async () => {
    const made = endpoint('GET /api/test', { input: Anything, output: z.null() })
    const response = await serve(made, async () => {
      throw new ApiError(Code.Toast, '慢一点', 429, { 'Retry-After': '7' })
    }).get('/api/test')
    expect(response.status).toBe(429)
    expect(response.headers['retry-after']).toBe('7')
    expect(response.body).toMatchObject({ code: 4004, msg: '慢一点', body: null })
  })

  test('a bug answers 500 and an id the log knows', async () => {
    const made = endpoint('GET /api/test', { input: Anything, output: z.null() })
    const response = await serve(made, async () => {
      throw new Error('secret detail')
    }).get('/api/test')
    expect(response.status).toBe(500)
    expect(response.body).toEqual({ code: 0, msg: '服务器错误', body: null, Time: backend.clock.now() })
    expect(backend.log.lines.at(-1)).toMatchObject({
      level: 'error',
      fields: { id: response.headers['x-error-id'], path: '/api/test' },
    })
  })

  test('a body that breaks its contract is a bug', async () => {
    const made = endpoint('GET /api/test', { input: Anything, output: z.object({ id: z.number() }) })
    const response = await serve(made, async () => ({ id: 'seven' })).get('/api/test')
    expect(response.status).toBe(500)
  })
})

describe('what is refused', () => {
  test.each([
    '/api/nope',
    '/api',
    '/',
    '/api/search/hot-search/',
    '/API/search/hot-search',
    '/api/%E0%A4%A',
    '/api/..%2fgateway/ping',
    '/.env',
  ])('does not know %s', async (path) => {
    const response = await backend.agent.get(path)
    expect(response.status).toBe(404)
    expect(response.body).toMatchObject({ code: 404, body: null })
  })

  test.each(['post', 'put', 'delete', 'patch', 'options'] as const)(
    'a reading call does not take %s',
    async (method) => {
      const response = await backend.agent[method]('/api/search/hot-search')
      expect(response.status).toBe(405)
      expect(response.headers.allow).toBe('GET, HEAD')
      expect(response.body).toMatchObject({ code: 0, body: null })
    },
  )

  test('a writing POST does not take GET', async () => {
    const response = await backend.agent.get('/api/ubas/flow-collect')
    expect(response.status).toBe(405)
    expect(response.headers.allow).toBe('POST')
  })

  test('a writing call without the source header is refused', async () => {
    const response = await backend.agent.post('/api/ubas/flow-collect').send({ events: [{ type: 'view', url: '/' }] })
    expect(response.status).toBe(403)
    expect(response.body.code).toBe(0)
  })

  test.each(['{', '[1', 'null', '"text"', '['.repeat(10_000)])(
    'a body that is no JSON object is refused: %.12s',
    async (body) => {
      const response = await backend.agent
        .post('/api/ubas/flow-collect')
        .set('reqSource', 'pcSite')
        .set('Content-Type', 'application/json')
        .send(body)
      expect(response.status).toBe(400)
      expect(response.body.code).toBe(0)
    },
  )

  test('a body over 100 KB is refused', async () => {
    const response = await backend.agent
      .post('/api/ubas/flow-collect')
      .set('reqSource', 'pcSite')
      .send({ events: 'x'.repeat(110_000) })
    expect(response.status).toBe(413)
    expect(response.body.code).toBe(0)
  })

  test('a parameter that comes twice is refused', async () => {
    const response = await backend.agent.get('/api/common/course-list-page?pageNum=1&pageNum=2')
    expect(response.status).toBe(400)
    expect(response.body.msg).toContain('pageNum')
  })

  test.each([
    ['half of a character in a text', '{"name":"x\\ud83d"}'],
    ['half of a character in a list', '{"list":[["\\udfff"]]}'],
    ['half of a character as a name', '{"list":[{"\\ud800":1}]}'],
    ['a NUL in a list', '{"list":["\\u0000"]}'],
  ])('%s is refused', async (_what, json) => {
    const made = endpoint('POST /api/test', {
      input: z.object({ name: z.optional(z.string()), list: z.optional(z.array(z.unknown())) }),
      output: z.null(),
      writes: 'steps',
    })
    const response = await serve(made, async () => null)
      .post('/api/test')
      .set('reqSource', 'pcSite')
      .set('Content-Type', 'application/json')
      .send(json)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ code: Code.Fail, msg: '参数不正确' })
  })

  test.each(['gzip', 'deflate', 'br', 'constructor'])('a body packed by %s is refused', async (coding) => {
    const made = endpoint('POST /api/test', { input: Anything, output: z.null(), writes: 'steps' })
    const request = serve(made, async () => null)
      .post('/api/test')
      .set('reqSource', 'pcSite')
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', coding)
    const response = await request.send('{"name":"x"}')
    expect(response.status).toBe(415)
    expect(response.body).toMatchObject({ code: Code.Fail, msg: '不支持这种内容编码' })
  })

  test('a text with a NUL is refused', async () => {
    expect((await backend.agent.get('/api/common/require-fields?form=a%00b')).status).toBe(400)
    const events = [{ type: 'view', url: '/\0' }]
    expect(
      (await backend.agent.post('/api/ubas/flow-collect').set('reqSource', 'pcSite').send({ events })).status,
    ).toBe(400)
  })

  test('names that reach for the prototype change nothing', async () => {
    const response = await backend.agent.get(
      '/api/search/hot-search?__proto__[polluted]=1&constructor[prototype][polluted]=1',
    )
    expect(response.status).toBe(200)
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
  })

  test('a visitor must log in before his input is read', async () => {
    const made = endpoint('GET /api/test', {
      access: 'staff',
      right: 'order.list',
      input: z.object({ id: z.number() }),
      output: z.null(),
    })
    const response = await serve(made, async () => null).get('/api/test?id=x')
    expect(response.status).toBe(200)
    expect(response.body.code).toBe(Code.LoginTimeout)
  })
})

describe('a writing call', () => {
  const insert =
    (term: string): Binding['handler'] =>
    async (ctx, input) => {
      await ctx.db
        .insertInto('searchLogs')
        .values({ term, at: new Date(ctx.clock.now()) })
        .execute()
      if ((input as { name?: string }).name === 'fail') throw new ApiError(Code.Toast)
      return null
    }
  const count = async (term: string) =>
    (await backend.database.db.selectFrom('searchLogs').selectAll().where('searchLogs.term', '=', term).execute())
      .length

  test('is undone as a whole when it fails', async () => {
    const made = endpoint('POST /api/test', { writes: 'one', input: Anything, output: z.null() })
    const agent = serve(made, insert('whole'))
    const post = (name: string) => agent.post('/api/test').set('reqSource', 'pcSite').send({ name })
    expect((await post('fail')).body.code).toBe(4004)
    expect(await count('whole')).toBe(0)
    expect((await post('pass')).body.code).toBe(1)
    expect(await count('whole')).toBe(1)
  })

  test('in steps keeps the steps before the failure', async () => {
    const made = endpoint('POST /api/test', { writes: 'steps', input: Anything, output: z.null() })
    const agent = serve(made, async (ctx, input, session) => {
      await ctx.tx((trx) => insert('step')({ ...ctx, db: trx }, {}, session))
      return insert('after')({ ...ctx }, input, session)
    })
    const response = await agent.post('/api/test').set('reqSource', 'pcSite').send({ name: 'fail' })
    expect(response.body.code).toBe(4004)
    expect(await count('step')).toBe(1)
  })

  test('by GET takes POST too, parameters in the body', async () => {
    const made = endpoint('GET /api/test', { writes: 'one', input: Anything, output: z.string() })
    const agent = serve(made, async (_ctx, input) => (input as { name?: string }).name ?? '')
    expect((await agent.get('/api/test?name=a').set('reqSource', 'pcSite')).body.body).toBe('a')
    expect((await agent.post('/api/test').set('reqSource', 'pcSite').send({ name: 'b' })).body.body).toBe('b')
    expect((await agent.get('/api/test?name=a')).status).toBe(403)
  })

  test('using the database beside its transaction fails, not hangs', async () => {
    const made = endpoint('POST /api/test', { writes: 'one', input: Anything, output: z.null() })
    const agent = serve(made, async () => {
      await backend.context.db.selectFrom('users').selectAll().execute()
      return null
    })
    expect((await agent.post('/api/test').set('reqSource', 'pcSite')).status).toBe(500)
  })
})

describe('GET /healthz', () => {
  test('answers ok', async () => {
    const response = await backend.agent.get('/healthz')
    expect(response.text).toBe('ok')
  })
})
