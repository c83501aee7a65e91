import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dataParts } from '#client/app/static-parts.tsx'
import { pages } from '#client/pages/index.ts'
import { createPageMatcher } from '#client/pages/match-page.ts'
import { asOf, type PageState } from '#client/pages/page-state.ts'
import { renderComplete } from '#server/render/complete.tsx'
import { bytesOf, textOf } from '#server/render/pieces.ts'
import { createPageParts, type PageParts } from '#server/render/page-parts.tsx'
import { createCommonStore } from '#server/site/common-store.ts'
import { preparePage, toPageState } from '#server/site/prepare-page.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { startTestSite, type TestSite, testHost } from '../support/test-site.ts'

// A course's related courses are late data. A gate before the backend holds them back until a test lets them through.
const latePath = '/api/course/more-course-info'
let backend: TestBackend
let gate: Server
let site: TestSite
let address: string
let held: (() => void)[] = []
let holds = false
let breaks = false

beforeAll(async () => {
  backend = await startTestBackend()
  gate = createServer((req, res) => {
    const pass = (): void => void backend.listener(req, res)
    if (!req.url?.startsWith(latePath)) return pass()
    if (breaks) return void res.writeHead(500).end()
    if (holds) held.push(pass)
    else pass()
  }).listen(0, '127.0.0.1')
  await once(gate, 'listening')
  site = await startTestSite(`http://127.0.0.1:${(gate.address() as AddressInfo).port}`, {
    clock: () => backend.clock.now(),
  })
  const videos = await backend.api.call('GET /api/common/course-list-page', { lectureType: 'video', pageSize: 1 })
  address = `/course/video/${videos.records[0]?.id}`
})

beforeEach(() => {
  site.context.edge.purge({ all: true, hard: true })
  backend.clock.set(backend.clock.now() + 60_000)
  held = []
  holds = false
  breaks = false
})

afterAll(async () => {
  await site.close()
  gate.closeAllConnections()
  gate.close()
  await backend.close()
})

interface Streamed {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Resolves with what has come so far, as soon as the predicate holds for it. */
  until(found: (text: string) => boolean): Promise<string>
  whole: Promise<string>
}

/** Opens the page without compression and reads it as it comes. */
function open(path: string, agent = 'Mozilla/5.0 Chrome/130.0'): Promise<Streamed> {
  const { port } = new URL(site.get('/').url)
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers: { host: testHost, 'user-agent': agent } }, (res) => {
      let text = ''
      const waiting: { found: (text: string) => boolean; tell: (text: string) => void }[] = []
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => {
        text += chunk
        for (const { found, tell } of waiting) if (found(text)) tell(text)
      })
      resolve({
        status: res.statusCode ?? 0,
        headers: res.headers,
        until: (found) => new Promise((tell) => (found(text) ? tell(text) : waiting.push({ found, tell }))),
        whole: once(res, 'end').then(() => text),
      })
    })
      .on('error', reject)
      .end()
  })
}

function state(html: string): Pick<PageState, 'dehydrated' | 'late'> {
  return JSON.parse(
    /<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}',
  ) as ReturnType<typeof state>
}

describe('a cold page whose related courses are late', () => {
  it('shows content at once, late parts in one answer', async () => {
    holds = true
    const page = await open(address)
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('private, no-store')
    const shell = await page.until((text) => text.includes('id="state"') && text.includes('</script>'))
    expect(shell).toContain('目录')
    expect(state(shell).late).toHaveLength(1)
    for (const pass of held) pass()
    const whole = await page.whole
    const late = whole.slice(shell.length)
    expect(late.indexOf('__L.push')).toBeGreaterThanOrEqual(0)
    expect(late.indexOf('__L.push')).toBeLessThan(late.search(/<div hidden|\$RC/))
    expect(whole.endsWith('</body></html>')).toBe(true)
  })
  it('runs only scripts with its own fresh nonce', async () => {
    const nonces: string[] = []
    for (const visit of ['?isPreview=1', '?isPreview=2']) {
      holds = true
      const page = await open(address + visit)
      await page.until((text) => text.includes('id="state"'))
      for (const pass of held.splice(0)) pass()
      const html = await page.whole
      const nonce = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1] ?? ''
      for (const script of html.match(/<script[^>]*>/g) ?? [])
        if (!/type="(application\/|importmap)/.test(script)) expect(script).toContain(`nonce="${nonce}"`)
      nonces.push(nonce)
    }
    expect(new Set(nonces).size).toBe(2)
    expect(nonces.every((nonce) => nonce.length >= 22)).toBe(true)
  })
  it('is kept complete, without inline script, for the next', async () => {
    holds = true
    const page = await open(address)
    await page.until((text) => text.includes('id="state"'))
    for (const pass of held) pass()
    await page.whole
    holds = false
    const next = await site.get(address)
    expect(next.headers['cache-status']).toMatch(/hit|miss/)
    expect(next.text).not.toContain('__L')
    expect(state(next.text).late).toEqual([])
  })
  it('waits for crawlers until it is complete', async () => {
    holds = true
    const crawler = open(address, 'Mozilla/5.0 (compatible; Baiduspider/2.0)')
    await once(gate, 'request')
    const waiting = setInterval(() => {
      for (const pass of held.splice(0)) pass()
    }, 5)
    const html = await (await crawler).whole
    clearInterval(waiting)
    expect(html).not.toContain('__L')
    expect(state(html).late).toEqual([])
  })
})

describe('late data that fail', () => {
  it('leave the page standing, and it is kept for nobody', async () => {
    breaks = true
    const first = await site.get(address).set('User-Agent', 'Baiduspider')
    expect(first.status).toBe(200)
    expect(first.text).toContain('目录')
    expect(String(first.headers['cache-control'])).toContain('no-store')
    breaks = false
    backend.clock.set(backend.clock.now() + 5_000)
    const second = await site.get(address)
    expect(second.headers['cache-status']).toContain('stored')
  })
})

describe('the state of a page', () => {
  it('can’t break out of its element, whatever a text contains', async () => {
    const evil = '</script><script>alert(1)</script><!-- \u2028'
    await backend.database.db
      .updateTable('products')
      .set({ learnAim: evil })
      .where('id', '=', Number(address.split('/').at(-1)))
      .execute()
    const { text: html } = await site.get(address)
    expect(html).not.toContain('<script>alert(1)')
    expect(JSON.stringify(state(html).dehydrated.queries)).toContain('alert(1)')
  })
})

describe('parts that are equal on all pages', () => {
  it.each(['/', '/course', '/classes', '/no/such/page'])(
    'are set into %s byte for byte as React does',
    async (path) => {
      const { upstream, config } = site.context
      const api = upstream.api()
      const common = await createCommonStore({
        api,
        brandName: config.brand.name,
        servicePhone: config.brand.servicePhone,
        elapsed: Date.now,
      }).get()
      const env = { origin: config.origin, brandName: config.brand.name, envLabel: '', css: {} }
      const url = new URL(path, config.origin)
      const page = await preparePage(
        { url, match: createPageMatcher(pages)(url.pathname), session: undefined },
        { api, common: common.data, env, criticalMs: 15_000 },
      )
      if (page.kind !== 'page') throw new Error('a page was expected')
      await Promise.all(page.late.map(({ done }) => done))
      const manifest = { entry: '', entryImports: [], imports: {}, css: [], pages: {} }
      const input = {
        view: page.view,
        queryClient: page.queryClient,
        app: page.app,
        state: toPageState(page, undefined),
        document: { head: page.head, env, pageId: page.view.id, manifest },
      }
      const render = (given: Partial<typeof input & { parts: PageParts }>): string =>
        textOf(renderComplete({ ...input, ...given }))
      const whole = render({})
      expect(bytesOf(renderComplete(input)).toString()).toBe(whole)
      const parts = createPageParts()(page)
      expect(render({ parts })).toBe(whole)
      const answers = page.queryClient.getQueryCache().getAll()
      const found = (dataParts[page.view.id] ?? []).map(({ name, route }) =>
        parts(name, answers.find(({ queryKey }) => queryKey[0] === route)?.state.data as object),
      )
      expect(found).not.toContain(undefined)
      expect(found).toHaveLength({ '/': 10, '/course': 1, '/classes': 1 }[path] ?? 0)
      expect(render({ parts: () => ({ bytes: Buffer.from('<!--set in-->'), preloads: '' }) })).toContain(
        '<!--set in-->',
      )
    },
  )
})

describe('a complete page and a streamed one', () => {
  it('have the same markup when all data are there', async () => {
    const { renderToString } = await import('react-dom/server')
    const { renderToPipeableStream } = await import('react-dom/server')
    const { PassThrough } = await import('node:stream')
    const { createElement, Suspense } = await import('react')
    const tree = createElement(
      'main',
      null,
      createElement(Suspense, { fallback: null }, createElement('p', { title: 'a"b' }, '甲', 1, '乙')),
      createElement('img', { alt: '' }),
    )
    const stream = new PassThrough()
    const { pipe } = renderToPipeableStream(tree, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(stream),
    })
    expect(Buffer.concat(await stream.toArray()).toString()).toBe(renderToString(tree))
  })
})

describe('the state of a page', () => {
  it('is what TanStack Query dehydrates and takes in', async () => {
    holds = false
    const { dehydrated } = state(await (await open(address)).whole)
    const [first] = dehydrated.queries

    const client = new QueryClient()
    hydrate(client, asOf(1_700_000_000_000, dehydrated))

    expect(client.getQueryState(first?.queryKey ?? [])).toEqual({ ...first?.state, dataUpdatedAt: 1_700_000_000_000 })
    const again = dehydrate(client).queries.map((query) => ({ ...query, dehydratedAt: 1_700_000_000_000 }))
    expect(again).toEqual(asOf(1_700_000_000_000, dehydrated).queries)
  })
  it('tells nothing of when it was made', async () => {
    holds = false
    const { dehydrated } = state(await (await open(address)).whole)

    expect(dehydrated.queries.map((query) => [query.dehydratedAt, query.state.dataUpdatedAt])).toEqual(
      dehydrated.queries.map(() => [0, 0]),
    )
  })
})
