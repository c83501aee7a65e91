import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Page } from '#client/pages/define-page.ts'
import { pages } from '#client/pages/index.ts'
import { sitemapEntries } from '#server/site/sitemap.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { type School, startSchool } from '../support/test-site.ts'

// What belongs to one learner is looked for in what everybody gets: every page that is kept, before and after their visit.
const canaries = {
  nickname: '金丝雀甲',
  realName: '金丝雀乙',
  headImg: '/media/uploads/canary-bing.webp',
  introduction: '金丝雀丁',
  agent: 'Mozilla/5.0 Canary/5',
}
const cacheable = pages.filter(({ cache }) => cache !== 'never')
/** Pages whose paths no sitemap tells. */
const otherPaths: Record<string, string> = { 'register-over': '/register/over', 'forum-user': '/bbs/user/1' }

let school: School
let learner: Learner
let secrets: readonly string[]

beforeAll(async () => {
  school = await startSchool({ TRUST_PROXY: '1' })
  learner = await registerLearner(school.backend, { nickname: canaries.nickname })
  const { realName, headImg, introduction } = canaries
  await school.backend.agent
    .post('/api/user/info/profile')
    .set('reqSource', 'pcSite')
    .set('Cookie', learner.cookie)
    .send({ realName, introduction })
    .expect(200)
  await school.backend.database.db
    .updateTable('users')
    .set({ headImg })
    .where('users.id', '=', learner.userId)
    .execute()
  secrets = [...Object.values(canaries), learner.phone, learner.cookie.split('=')[1] ?? '', '198.51.100.23']
})

beforeEach(() => school.site.context.edge.purge({ all: true, hard: true }))

afterAll(() => school.close())

async function pathOf(page: Page): Promise<string> {
  const { upstream } = school.site.context
  if (page.sitemap === 'no') return otherPaths[page.id] ?? ''
  const common = {
    colleges: await upstream.api().call('GET /api/modular/college-path', {}),
    courseTypes: [],
    classTypes: [],
  }
  for await (const { path } of sitemapEntries(page, { api: upstream.api(), common: common as never })) return path
  return ''
}

function visitAs(cookie: string | undefined, path: string): ReturnType<School['site']['get']> {
  const visit = school.site.get(path)
  return cookie === undefined
    ? visit
    : visit
        .set('Cookie', `${cookie}; signedIn=1; robotId=canary-robot`)
        .set('User-Agent', canaries.agent)
        .set('X-Forwarded-For', '198.51.100.23')
}

function found(answer: { text: string; headers: object }): string[] {
  const all = answer.text + JSON.stringify(answer.headers)
  return [...secrets, 'canary-robot'].filter((secret) => all.includes(secret))
}

describe.each(cacheable.map((page) => [page.id, page] as const))('%s', (_id, page) => {
  it('keeps nothing of a learner, first, beside or after', async () => {
    const path = await pathOf(page)
    expect(path).toMatch(/^\//)
    const own = await visitAs(learner.cookie, path)
    expect(own.status).toBe(200)
    expect(own.headers['cache-control']).toBe('private, no-store')
    expect(school.site.context.edge.statistics().pages).toBe(0)

    const [first] = await Promise.all([visitAs(undefined, path), visitAs(learner.cookie, path)])
    const kept = await visitAs(undefined, path)
    await visitAs(learner.cookie, path)
    const after = await visitAs(undefined, path)
    expect([found(first), found(kept), found(after)]).toEqual([[], [], []])
    expect(kept.headers['cache-status']).toContain('hit')
    expect(after.headers['cache-status']).toContain('hit')
    expect(after.headers.etag).toBe(kept.headers.etag)
    expect(after.text).toBe(kept.text)
    expect(kept.headers['set-cookie']).toBeUndefined()
  })
  it('is made for the learner beside what is kept', async () => {
    const path = await pathOf(page)
    await visitAs(undefined, path)
    const entry = school.site.context.edge.entries({})
    const own = await visitAs(learner.cookie, path)
    expect(own.headers['cache-status']).not.toContain('hit')
    expect(own.headers.etag).toBeUndefined()
    // Where the page has a header it is theirs.
    if (page.layout === 'base' || page.layout === 'default') expect(own.text).toContain(canaries.nickname)
    expect(school.site.context.edge.entries({})).toEqual(entry)
  })
})
