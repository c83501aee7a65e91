import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

let school: School
let editor: Learner
let categoryId = 0
beforeAll(async () => {
  school = await startSchool()
  editor = await buildStaff(school.backend, 'education')
  categoryId = (await school.backend.api.call('GET /api/information/list-information-category', {}))[0]?.id ?? 0
})
beforeEach(() => school.site.context.purger.purge({ all: true, hard: true }))
afterAll(() => school?.close())

async function save(changes: Partial<CallInput<'POST /api/staff/information/save'>> = {}): Promise<number> {
  const draft = { title: '新来的文章', summary: '摘要', content: '<p>正文</p>', categoryId, status: 1 } as const
  return (await school.backend.as(editor.cookie).call('POST /api/staff/information/save', { ...draft, ...changes })).id
}

const feeds = [
  ['/feed/articles.xml', 'application/atom+xml', 'entry', 'summary'],
  ['/rss.xml', 'application/rss+xml', 'item', 'description'],
] as const

/** The whole text: supertest takes XML of these kinds for bytes. */
async function read(path: string): Promise<string> {
  const answer = await school.site.get(path).buffer(true).expect(200)
  return Buffer.isBuffer(answer.body) ? answer.body.toString() : answer.text
}

/** The text of every element of this name. */
function all(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map((match) => match[1] ?? '')
}

describe.each(feeds)('the feed %s', (path, type, item, summary) => {
  it('has the newest thirty articles, whole summaries, absolute addresses', async () => {
    const { records } = await school.backend.api.call('GET /api/information/list-information', { pageSize: 30 })
    const answer = await school.site.get(path).expect(200)
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
    const items = all(await read(path), item)
    expect(items).toHaveLength(30)
    expect(items.map((text) => all(text, 'title')[0])).toEqual(records.map(({ title }) => title))
    expect(items.map((text) => all(text, summary)[0])).toEqual(records.map((record) => record.summary))
    expect(items.map((text) => all(text, path === '/rss.xml' ? 'guid' : 'id')[0])).toEqual(
      records.map(({ id }) => `${testOrigin}/article/${id}.html`),
    )
  })

  it('shows new articles, edits under one id, nothing hidden', async () => {
    const title = `只在${path}里的文章`
    expect(await read(path)).not.toContain(title)
    const id = await save({ title })
    expect(await read(path)).toContain(title)
    await save({ id, title: '换了题目的文章' })
    const edited = await read(path)
    expect(edited).not.toContain(title)
    expect(all(edited, item)[0]).toContain(`/article/${id}.html`)
    await save({ id, status: 2 })
    expect(await read(path)).not.toContain('换了题目的文章')
  })

  it('holds what XML would trip over', async () => {
    const id = await save({ title: '<b>A & "B"</b> ]]>\u0007', summary: '一 < 二 &amp;' })
    const xml = await read(path)
    expect(xml).toContain('&lt;b&gt;A &amp; &quot;B&quot;&lt;/b&gt; ]]&gt;<')
    expect(xml).toContain('一 &lt; 二 &amp;amp;')
    expect(xml).not.toContain('\u0007')
    await save({ id, status: 2 })
  })

  it('answers 304 to owners, asking the backend once', async () => {
    const { headers } = await school.site.get(path)
    expect(Date.parse(headers['last-modified'] ?? '')).toBeGreaterThan(0)
    const asked = school.services.asked('GET /api/information/list-information')
    const again = await school.site.get(path).set('If-None-Match', headers.etag ?? '')
    expect([again.status, again.headers.etag]).toEqual([304, headers.etag])
    expect(
      (await school.site.get(path).set('If-Modified-Since', new Date(Date.now() + 1e12).toUTCString())).status,
    ).toBe(200)
    expect(school.services.asked('GET /api/information/list-information')).toBe(asked)
    await save()
    expect((await school.site.get(path).set('If-None-Match', headers.etag ?? '')).status).toBe(200)
  })

  it('is named by article pages and every foot', async () => {
    const { records } = await school.backend.api.call('GET /api/information/list-information', { pageSize: 1 })
    for (const page of ['/article', `/article/${records[0]?.id}.html`]) {
      const { text } = await school.site.get(page)
      expect(text).toMatch(
        new RegExp(
          `<link rel="alternate" type="${type.replace('+', '\\+')}" title="[^"]+" href="${testOrigin}${path}"`,
        ),
      )
      expect(text).toContain('href="/rss.xml"')
    }
  })

  it('stays during outages; without one 503 with a time', async () => {
    await school.site.get(path).expect(200)
    await school.services.stop()
    try {
      school.backend.clock.set(school.backend.clock.now() + 3_600_000)
      expect((await school.site.get(path)).status).toBe(200)
      school.site.context.purger.purge({ all: true, hard: true })
      const none = await school.site.get(path)
      expect([none.status, none.headers['retry-after']]).toEqual([503, '120'])
    } finally {
      await school.services.start()
      school.backend.clock.set(school.backend.clock.now() + 60_000)
    }
  })
})
