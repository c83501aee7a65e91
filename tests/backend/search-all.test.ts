import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { computeHotTerms } from '#server/backend/catalogue/search/search-log-store.ts'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import type { CallInput, CallOutput } from '#shared/contract/calls.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

type Found = CallOutput<'GET /api/search/all'>
const search = async (
  searchText: string,
  more: Omit<CallInput<'GET /api/search/all'>, 'searchText'> = {},
): Promise<Found> => {
  await refreshSearch(backend.context)
  return backend.api.call('GET /api/search/all', { searchText, ...more })
}
const plain = (parts: Found['page']['records'][number]['title']): string => parts.map((part) => part.text).join('')
const marked = (parts: Found['page']['records'][number]['title']): string =>
  parts.map((part) => (part.hit ? `[${part.text}]` : part.text)).join('')

describe('GET /api/search/all', () => {
  test('counts every kind, and a tab shows one of them', async () => {
    const all = await search('绘本')
    const { course, classes, article, work, post } = all.counts
    expect(all.counts.all).toBe(course + classes + article + work + post)
    expect(all.page.total).toBe(all.counts.all)
    for (const tab of ['course', 'classes', 'article', 'work'] as const) {
      const one = await search('绘本', { tab })
      expect(one.counts, tab).toEqual(all.counts)
      expect(one.page.total, tab).toBe(all.counts[tab])
      expect(one.page.records.length, tab).toBeGreaterThan(0)
      expect(new Set(one.page.records.map((entry) => entry.kind))).toEqual(new Set([tab]))
    }
  })

  test('every hit leads to its page and says its kind', async () => {
    const { page } = await search('绘本', { pageSize: 50 })
    for (const entry of page.records) {
      const path = {
        course: /^\/course\/(live|video)\/\d+$/,
        classes: /^\/classes\/\d+$/,
        article: /^\/article\/\d+\.html$/,
        work: /^\/works\/\d+\.html$/,
        post: /^\/bbs\/detail\/\d+$/,
      }[entry.kind]
      expect(entry.url).toMatch(path)
      expect(entry.url).toContain(String(entry.id))
      expect(entry.meta.label).not.toBe('')
      expect(entry.meta.price === null).toBe(entry.kind !== 'course' && entry.kind !== 'classes')
    }
  })

  test('marks what was found, losing no letter', async () => {
    const id = await buildProduct(backend.database, {
      name: 'Ｂlender 與「翡翠」建模',
      learnAim: '用 blender 做一枚翡翠戒指',
    })
    const of = async (text: string) =>
      (await search(text)).page.records.find((entry) => entry.id === id && entry.kind === 'course')
    expect(marked((await of('翡翠'))?.title ?? [])).toBe('Ｂlender 與「[翡翠]」建模')
    expect(marked((await of('翡翠'))?.excerpt ?? [])).toBe('用 blender 做一枚[翡翠]戒指')
    expect(marked((await of('blender'))?.title ?? [])).toBe('[Ｂlender] 與「翡翠」建模')
    expect(marked((await of('feicui'))?.title ?? [])).toBe('Ｂlender 與「[翡翠]」建模')
    expect(marked((await of('fcjm'))?.title ?? [])).toBe('Ｂlender 與「翡翠」建模')
    expect(marked((await of('翡脆 blender'))?.title ?? [])).toContain('[翡翠]')
    expect(plain((await of('建模'))?.title ?? [])).toBe('Ｂlender 與「翡翠」建模')
  })

  test('an excerpt shows the place that was found', async () => {
    const id = await buildProduct(backend.database, {
      name: '长文',
      introHtml: `<p>${'前面说了很多别的。'.repeat(60)}</p><p>最后才提到孔雀石绿怎么磨。</p>`,
    })
    const entry = (await search('孔雀石绿')).page.records.find((hit) => hit.id === id)
    expect(marked(entry?.excerpt ?? [])).toMatch(/^….*最后才提到\[孔雀石绿\]怎么磨。$/)
  })

  test('markup is text: nothing of it comes out as such', async () => {
    const id = await buildProduct(backend.database, {
      name: '<b>粗体</b> & 转义',
      introHtml: '<p>&lt;script&gt;琥珀色&lt;/script&gt;</p><script>琥珀毒</script>',
    })
    const entry = (await search('琥珀色')).page.records.find((hit) => hit.id === id)
    expect(plain(entry?.title ?? [])).toBe('<b>粗体</b> & 转义')
    expect(plain(entry?.excerpt ?? [])).toContain('<script>琥珀色</script>')
    expect((await search('琥珀毒')).match).not.toBe('exact')
  })

  test('says when nothing fits exactly, and what was meant', async () => {
    expect(await search('水彩')).toMatchObject({ match: 'exact', meant: null })
    expect(await search('水采')).toMatchObject({ match: 'similar', meant: '水彩' })
    expect(await search('javasript')).toMatchObject({ match: 'similar', meant: 'JavaScript' })
    expect(await search('zzzzqqq')).toMatchObject({
      match: 'none',
      meant: null,
      counts: { all: 0 },
      page: { records: [], total: 0 },
    })
  })

  test('pages follow each other without a gap or a double', async () => {
    const [first, second, both] = [
      await search('插画', { pageSize: 10 }),
      await search('插画', { pageSize: 10, pageNum: 2 }),
      await search('插画', { pageSize: 20 }),
    ]
    const keys = (found: Found) => found.page.records.map((entry) => `${entry.kind}/${entry.id}`)
    expect([...keys(first), ...keys(second)]).toEqual(keys(both))
    expect((await search('插画', { pageNum: 9999 })).page).toMatchObject({ records: [], total: first.page.total })
  })

  test('a tab that does not exist is all of them', async () => {
    const response = await backend.agent.get('/api/search/all').query({ searchText: '绘本', tab: "x' or 1=1" })
    expect(response.body.body.counts).toEqual((await search('绘本')).counts)
    expect(response.body.body.page.total).toBe(response.body.body.counts.all)
  })

  test('what was just hidden isn’t shown, though still indexed', async () => {
    const id = await buildProduct(backend.database, { name: '转瞬即逝的虹彩' })
    expect((await search('转瞬即逝的虹彩')).page.records.map((entry) => entry.id)).toEqual([id])
    await backend.database.db.updateTable('products').set({ status: 2 }).where('products.id', '=', id).execute()
    const { page } = await backend.api.call('GET /api/search/all', { searchText: '转瞬即逝的虹彩' })
    expect(page.records.filter((entry) => entry.id === id)).toEqual([])
  })
})

describe('the search log and the hot terms', () => {
  beforeEach(async () => {
    await backend.context.background.settled()
    await backend.database.db.deleteFrom('searchLogs').execute()
    await backend.context.tx((trx) => computeHotTerms(trx, testNow))
  })

  let visitor = 0
  const searchAs = async (searchText: string, address: string, pageNum = 1): Promise<void> => {
    await backend.as('', address).call('GET /api/search/all', { searchText, pageNum })
    await backend.context.background.settled()
  }
  const searchByMany = async (searchText: string, many: number): Promise<void> => {
    for (let count = 0; count < many; count += 1)
      await searchAs(searchText, `10.7.${Math.floor(visitor / 250)}.${visitor++ % 250}`)
  }
  const hot = async (): Promise<string[]> => {
    await backend.context.tx((trx) => computeHotTerms(trx, backend.clock.now()))
    return (await backend.api.call('GET /api/search/hot-search', {})).map((item) => item.courseName)
  }
  const logs = () =>
    backend.database.db
      .selectFrom('searchLogs')
      .select(['searchLogs.term', 'searchLogs.total', 'searchLogs.userId'])
      .execute()

  test('lists the school’s terms in order before anybody searches', async () => {
    const list = await backend.api.call('GET /api/search/hot-search', {})
    expect(list.length).toBeGreaterThanOrEqual(6)
    expect(list[0]).toEqual({ courseName: '插画', url: null })
    for (const { courseName } of list)
      expect(
        (await backend.api.call('GET /api/search/course-list', { searchText: courseName })).total,
        courseName,
      ).toBeGreaterThan(0)
  })

  test('keeps text and hits; paging is no new search', async () => {
    const { counts } = await search('水彩')
    await search('水彩', { pageNum: 2 })
    await search('水彩', { tab: 'work' })
    await backend.context.background.settled()
    expect(await logs()).toEqual([{ term: '水彩', total: counts.all, userId: null }])
  })

  test('what several people search and find becomes hot', async () => {
    await searchByMany('竹笛', 3)
    await searchByMany('绘本', 5)
    const terms = await hot()
    expect(terms).toContain('绘本')
    expect(terms.indexOf('绘本')).toBeLessThan(terms.indexOf('竹笛'))
    expect(terms.filter((term) => ['插画', '水彩', '版式', 'JavaScript'].includes(term)).length).toBeGreaterThanOrEqual(
      4,
    )
    expect(terms.length).toBeLessThanOrEqual(12)
  })

  test('writings of one term count together', async () => {
    await searchByMany('Docker', 2)
    await searchByMany('ｄｏｃｋｅｒ', 1)
    await searchByMany('繪本', 1)
    await searchByMany('绘本', 2)
    const terms = await hot()
    expect(terms.filter((term) => term.toLowerCase().normalize('NFKC') === 'docker')).toEqual(['Docker'])
    expect(terms).toContain('绘本')
  })

  test('one person’s searches, empty and personal ones don’t', async () => {
    for (let count = 0; count < 8; count += 1) await searchAs('古琴', '10.9.9.9')
    await searchByMany('不存在的东西啊', 4)
    for (const text of [
      '13800138000 插画',
      'me@example.com',
      '微信：abc123 绘本',
      '110101199003074514',
      'www.example.com',
    ])
      await searchByMany(text, 4)
    expect((await hot()).filter((term) => /古琴|不存在|\d{5}|@|微信|www/.test(term))).toEqual([])
  })

  test('searches of more than 30 days ago no longer count', async () => {
    await searchByMany('指弹', 4)
    expect(await hot()).toContain('指弹')
    backend.clock.set(testNow + 31 * 86_400_000)
    expect(await hot()).not.toContain('指弹')
    backend.clock.set(testNow)
  })

  test('one address fills the log only so far', async () => {
    for (let count = 0; count < 70; count += 1)
      await backend.as('', '10.8.8.8').call('GET /api/search/course-list', { searchText: `插画 ${count}` })
    await backend.context.background.settled()
    expect(await logs()).toHaveLength(60)
  })
})
