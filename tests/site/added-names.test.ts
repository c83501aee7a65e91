import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CachePolicy, readAddress } from '#client/pages/define-page.ts'
import { pages } from '#client/pages/index.ts'
import type { PageParams } from '#client/pages/page-view.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school.close())

/** What advertisers, shops of apps, messengers, mailers and reloading scripts add to an address, each with a usual value. */
const added =
  `utm_source=baidu utm_medium=cpc utm_campaign=s utm_term=k utm_content=a utm_id=1 gclid=${'Cj0KCQ'.repeat(15)} gbraid=0AAAA wbraid=1 gad_source=1
 gclsrc=aw.ds dclid=1 fbclid=IwAR${'0x'.repeat(40)} msclkid=1 twclid=1 ttclid=E.C.P li_fat_id=1 yclid=1 igshid=1 _ga=2.1 _gl=1*x mc_cid=1 mc_eid=2 hmsr=wechat
 hmpl=a hmcu=b hmkw=c hmci=d bd_vid=1 qhclickid=1 sogouid=1 gdt_vid=1 qz_gdt=1 clickid=2 adid=3 spm=a.b scm=1 from=singlemessage isappinstalled=0 nsukey=abc
 wxfrom=5 scene=1 sharer_sharetime=1 sharer_shareid=2 share_token=x share_source=copy_web vd_source=1 ref=top referrer=x _t=1700000000 t=2 timestamp=3 v=4 _=5`
    .trim()
    .split(/\s+/)

describe('names that advertisers and sharing add', () => {
  it('cost one render, all together and each for itself', async () => {
    expect(added.length).toBeGreaterThanOrEqual(52)
    const { edge } = school.site.context
    edge.purge({ all: true, hard: true })
    const asked = school.services.asked('GET /api/common/course-list-page')
    const all = await school.site.get(`/course?${added.join('&')}`)
    const tags = new Set(
      [...(await Promise.all(added.map((pair) => school.site.get(`/course?${pair}`)))), all].map(
        ({ status }) => status,
      ),
    )
    expect(tags).toEqual(new Set([200]))
    expect(school.services.asked('GET /api/common/course-list-page') - asked).toBe(1)
    expect(edge.entries({ tag: 'courses' }).map(({ key }) => key)).toEqual(['/course'])
  })

  it('go along where the page leads elsewhere', async () => {
    for (const query of ['utm_source=a&_t=1', '_t=2']) {
      const answer = await school.site.get(`/article/all?${query}`)
      expect([answer.status, answer.headers.location?.replace(testOrigin, '')]).toEqual([301, `/article?${query}`])
    }
  })

  it('leave what is somebody’s own alone', async () => {
    for (const name of [
      'token=x',
      'action=login',
      'inviteUserId=9',
      'clueUserId=9',
      'inviteWay=1',
      'isPreview=1',
      'isRegistered=1',
    ]) {
      const answer = await school.site.get(`/course?utm_source=a&${name}`)
      expect(answer.headers['cache-status'] ?? '', name).not.toMatch(/hit|stored/)
    }
  })
})

/** A query that remembers which names it was asked for. */
class Asked extends URLSearchParams {
  readonly names = new Set<string>()
  override get(name: string): string | null {
    this.names.add(name)
    return super.get(name)
  }
  override has(name: string): boolean {
    this.names.add(name)
    return super.has(name)
  }
  override getAll(name: string): string[] {
    this.names.add(name)
    return super.getAll(name)
  }
}

const personal = new Set(['token', 'action', 'inviteUserId', 'clueUserId', 'inviteWay', 'isPreview', 'isRegistered'])
const someParams: readonly PageParams[] = [
  {},
  { id: '1', type: 'privacy' },
  { p1: 'illustration', category: '1', college: 'illustration' },
]

function attempt(run: () => unknown): void {
  try {
    run()
  } catch {
    // an address of nothing: what it was asked for until then counts
  }
}

describe('a kept page', () => {
  it.each(pages.filter(({ cache }) => cache !== 'never'))('$id names every name that it reads', async (page) => {
    const { api, common } = { api: school.site.context.upstream.api(), common: (await commonData()) as never }
    const search = new Asked()
    for (const preview of ['', 'isPreview=true']) {
      for (const [name, value] of new URLSearchParams(preview)) search.set(name, value)
      for (const params of someParams) {
        const input = { api, common, params, search, read: () => undefined, choice: undefined as unknown }
        attempt(() => Object.assign(input, readAddress(page, input)))
        for (const run of [() => page.data(input), () => page.settle?.(input), () => page.head(input)]) attempt(run)
      }
    }
    const { query = {}, bypass = [] } = page.cache as CachePolicy
    const known = new Set([...Object.keys(query), ...bypass, ...personal])
    expect([...search.names].filter((name) => !known.has(name))).toEqual([])
  })
})

async function commonData(): Promise<object> {
  const api = school.site.context.upstream.api()
  const [courseTypes, classTypes, colleges] = await Promise.all([
    api.call('GET /api/common/course-type-node', {}),
    api.call('GET /api/classSystem/type', {}),
    api.call('GET /api/modular/college-path', {}),
  ])
  return { courseTypes, classTypes, colleges, hotSearches: [], links: [], config: {} }
}
