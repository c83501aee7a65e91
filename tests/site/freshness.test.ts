import { createElement } from 'react'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callQuery } from '#client/features/common/call-query.ts'
import { type CachePolicy, definePage, type Page } from '#client/pages/define-page.ts'
import { pages } from '#client/pages/index.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { type School, startSchool } from '../support/test-site.ts'

// Pages of the test's own, which show an article and the newest ones: as kept as those of the site.
const policy = (tags: CachePolicy['tags']): CachePolicy => ({ ttl: 600, swr: 3600, sie: 86_400, tags })
const empty = async (): Promise<() => React.ReactElement> => () => createElement('main')
const shownArticle = definePage('shown-article', {
  path: '/shown/article/:id',
  where: { id: /\d+/ },
  layout: 'base',
  cache: policy(({ id }) => [`article:${id}`]),
  data: ({ api, params }) => ({ critical: [callQuery(api, 'GET /api/information/get-information-detail', { id: Number(params.id) })] }),
  head: ({ api, params, read }) => {
    const article = read(callQuery(api, 'GET /api/information/get-information-detail', { id: Number(params.id) }))
    return { title: article?.title ?? '', description: '一篇文章', canonical: `/shown/article/${params.id}` }
  },
  component: empty,
})
const shownList = definePage('shown-articles', {
  path: '/shown/articles',
  layout: 'base',
  cache: policy(() => ['articles']),
  data: ({ api }) => ({ critical: [callQuery(api, 'GET /api/information/list-information', {})] }),
  head: ({ api, read }) => ({
    title: '文章',
    description: (read(callQuery(api, 'GET /api/information/list-information', {}))?.records ?? []).map(({ title }) => title).join('、'),
    canonical: '/shown/articles',
  }),
  component: empty,
})

let school: School
let editor: Learner
let draft: CallInput<'POST /api/staff/information/save'>
beforeAll(async () => {
  school = await startSchool({}, { pages: [...pages, shownArticle, shownList] as readonly Page[] })
  editor = await buildStaff(school.backend, 'education')
  const [category] = await school.backend.api.call('GET /api/information/list-information-category', {})
  draft = { title: '第一版的题目', content: '<p>正文</p>', categoryId: category?.id ?? 0, status: 1 }
})
beforeEach(() => school.site.context.edge.purge({ all: true, hard: true }))
afterAll(() => school?.close())

async function save(changes: Partial<typeof draft> = {}): Promise<number> {
  return (await school.backend.as(editor.cookie).call('POST /api/staff/information/save', { ...draft, ...changes })).id
}

async function visit(path: string): Promise<{ status: number; cache: string; text: string }> {
  const { status, headers, text } = await school.site.get(path)
  return { status, cache: headers['cache-status'] ?? '', text }
}

describe('a change that staff make', () => {
  it('is on its page and in its list for the next visitor; all other pages stay as they are kept', async () => {
    const id = await save()
    // Not its neighbour, on whose page its title stands, too.
    const other = (await school.backend.api.call('GET /api/information/list-information', {})).records.at(-1)?.id
    const others = ['/', '/course', '/college/illustration', `/shown/article/${other}`]
    for (const path of [`/shown/article/${id}`, '/shown/articles', ...others]) await visit(path)
    for (const path of [`/shown/article/${id}`, '/shown/articles', ...others]) expect([path, (await visit(path)).cache]).toEqual([path, expect.stringContaining('hit')])

    await save({ id, title: '第二版的题目' })
    for (const path of others) expect([path, (await visit(path)).cache]).toEqual([path, expect.stringContaining('hit')])
    for (const path of [`/shown/article/${id}`, '/shown/articles']) {
      const next = await visit(path)
      expect(next.text).toContain('第二版的题目')
      expect(next.text).not.toContain('第一版的题目')
      expect((await visit(path)).cache).toContain('hit')
    }
  })

  it('that publishes shows a page that was not there; one that hides takes it away', async () => {
    const id = await save({ status: 0 })
    expect((await visit(`/shown/article/${id}`)).status).toBe(404)
    await save({ id, status: 1 })
    expect((await visit(`/shown/article/${id}`)).status).toBe(200)
    await save({ id, status: 2 })
    expect((await visit(`/shown/article/${id}`)).status).toBe(404)
    expect((await visit('/shown/articles')).text).not.toContain('第一版的题目')
  })

  it('is seen after an outage, during which the old page stands in', async () => {
    const id = await save()
    await visit(`/shown/article/${id}`)
    await save({ id, title: '停电以后的题目' })
    await school.services.stop()
    try {
      const during = await visit(`/shown/article/${id}`)
      expect([during.status, during.text.includes('第一版的题目')]).toEqual([200, true])
    } finally {
      await school.services.start()
    }
    school.backend.clock.set(school.backend.clock.now() + 60_000)
    expect((await visit(`/shown/article/${id}`)).text).toContain('停电以后的题目')
  })

  it('of what stands on every page is on all of them, and in the copy that they are made from', async () => {
    await visit('/agreement')
    const row = await school.backend.database.db.selectFrom('links').selectAll().executeTakeFirstOrThrow()
    await school.backend.database.db.updateTable('links').set({ name: '换了名字的链接' }).where('links.id', '=', row.id).execute()
    expect((await visit('/agreement')).text).not.toContain('换了名字的链接')
    school.backend.context.purge(['common'])
    expect((await visit('/agreement')).text).toContain('换了名字的链接')
  })
})
