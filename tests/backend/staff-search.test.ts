import { beforeAll, describe, expect, test } from 'vitest'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { Code } from '#shared/contract/codes.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const backend = backendOfFile()
let office: Learner
beforeAll(async () => {
  office = await buildStaff(backend, 'education')
  await buildProduct(backend.database, { name: '锔瓷慢课' })
  await refreshSearch(backend.context)
})

const staff = () => backend.as(office.cookie)
const titles = async (searchText: string): Promise<string> => {
  const { page } = await backend.api.call('GET /api/search/all', { searchText })
  return page.records.map((entry) => entry.title.map((part) => part.text).join('')).join('；')
}
const refused = (message: string | RegExp) => ({
  code: Code.Toast,
  message: typeof message === 'string' ? message : expect.stringMatching(message),
})

describe('synonyms', () => {
  test('lead where staff say at once, until deleted', async () => {
    expect(await titles('补碗')).not.toContain('锔瓷慢课')
    const saved = await staff().call('POST /api/staff/search/synonym/save', {
      words: ['补碗', 'Bu-Wan Craft'],
      related: ['锔瓷'],
    })
    expect(saved.version).toBe(1)
    for (const text of ['补碗', 'buwan craft', '我想学补碗']) expect(await titles(text), text).toContain('锔瓷慢课')
    const changed = await staff().call('POST /api/staff/search/synonym/save', {
      ...saved,
      words: ['修碗'],
      related: ['锔瓷'],
    })
    expect(changed).toEqual({ id: saved.id, version: 2 })
    expect(await titles('补碗')).not.toContain('锔瓷慢课')
    expect(await titles('修碗')).toContain('锔瓷慢课')
    await staff().call('POST /api/staff/search/synonym/delete', changed)
    expect(await titles('修碗')).not.toContain('锔瓷慢课')
  })

  test('switched off lead nowhere and stay listed', async () => {
    const words = ['焗碗匠']
    const saved = await staff().call('POST /api/staff/search/synonym/save', {
      words,
      related: ['锔瓷'],
      enabled: false,
    })
    expect(await titles('焗碗匠')).not.toContain('锔瓷慢课')
    expect(await staff().call('GET /api/staff/search/synonym/list', { text: ' 焗碗匠 ' })).toMatchObject({
      records: [{ ...saved, collegeId: null, words, related: ['锔瓷'], enabled: false }],
      total: 1,
    })
    expect((await staff().call('GET /api/staff/search/synonym/list', { text: '没有这个词' })).records).toEqual([])
  })

  test('the list’s pages hold each group once', async () => {
    const page = (pageNum: number) => staff().call('GET /api/staff/search/synonym/list', { pageNum, pageSize: 50 })
    const first = await page(1)
    const rest = await Promise.all(Array.from({ length: first.pages - 1 }, (_, index) => page(index + 2)))
    const ids = [first, ...rest].flatMap(({ records }) => records.map(({ id }) => id))
    expect(ids.length).toBe(first.total)
    expect(new Set(ids).size).toBe(first.total)
  })

  test('of an older version are refused, with who and when', async () => {
    const words = ['金缮匠']
    const saved = await staff().call('POST /api/staff/search/synonym/save', { words, related: ['锔瓷'] })
    const change = { ...saved, words, related: ['陶艺'] }
    await staff().call('POST /api/staff/search/synonym/save', change)
    for (const call of ['save', 'delete'] as const)
      await expect(
        call === 'save'
          ? staff().call('POST /api/staff/search/synonym/save', change)
          : staff().call('POST /api/staff/search/synonym/delete', saved),
      ).rejects.toMatchObject(refused(/^.+已于 \d{4}-\d\d-\d\d \d\d:\d\d 修改了这组同义词，请刷新后再改$/))
    expect((await staff().call('GET /api/staff/search/synonym/list', { text: '金缮匠' })).records).toMatchObject([
      { version: 2, related: ['陶艺'] },
    ])
  })

  test.each([
    ['signs alone', { words: ['！？'], related: ['锔瓷'] }, refused(/至少要有一个文字/)],
    ['nothing to find', { words: ['锔'], related: ['  '] }, { status: 400 }],
    ['no words', { words: [], related: ['锔瓷'] }, { status: 400 }],
    ['a foreign college', { words: ['锔'], related: ['锔瓷'], collegeId: 99_999 }, refused('没有这个学院')],
    ['a number alone', { words: ['锔'], related: ['锔瓷'], id: 1 }, refused('修改时要带上编号和版本')],
    [
      'what is gone',
      { words: ['锔'], related: ['锔瓷'], id: 99_999_999, version: 1 },
      { code: Code.NotFound, message: '没有找到这组同义词' },
    ],
  ])('with %s are refused, nothing written', async (_name, input, error) => {
    const count = async () => (await staff().call('GET /api/staff/search/synonym/list', {})).total
    const before = await count()
    await expect(staff().call('POST /api/staff/search/synonym/save', input)).rejects.toMatchObject(error)
    expect(await count()).toBe(before)
  })
})

describe('hot terms', () => {
  const hot = async () => (await backend.api.call('GET /api/search/hot-search', {})).map((term) => term.courseName)

  test('are offered at once, in their order, until deleted', async () => {
    const saved = await staff().call('POST /api/staff/search/hot-term/save', {
      name: '开学季',
      url: '/course?sort=new',
      sort: 0,
    })
    expect((await hot())[0]).toBe('开学季')
    expect(backend.purges.orders.at(-1)).toMatchObject({ tag: 'common' })
    const listed = await staff().call('GET /api/staff/search/hot-term/list', {})
    expect(listed.records).toContainEqual({ ...saved, name: '开学季', url: '/course?sort=new', sort: 0, enabled: true })
    const changed = await staff().call('POST /api/staff/search/hot-term/save', {
      ...saved,
      name: '开学季',
      enabled: false,
    })
    expect(await hot()).not.toContain('开学季')
    await staff().call('POST /api/staff/search/hot-term/delete', changed)
    const left = await staff().call('GET /api/staff/search/hot-term/list', {})
    expect(left.records.map(({ name }) => name)).not.toContain('开学季')
  })

  test.each([
    ['a script', { name: '坏词', url: 'javascript:alert(1)' }, refused(/^网址要以/)],
    ['another host', { name: '坏词', url: '//evil.example' }, refused(/^网址要以/)],
    ['no name', { name: ' ' }, { status: 400 }],
    ['a name that stands there', { name: '水彩' }, refused('已经有这个热词')],
  ])('with %s are refused', async (_name, input, error) => {
    await staff()
      .call('POST /api/staff/search/hot-term/save', { name: '水彩' })
      .catch(() => undefined)
    await expect(staff().call('POST /api/staff/search/hot-term/save', input)).rejects.toMatchObject(error)
    expect(await hot()).not.toContain('坏词')
  })

  test('can’t take another one’s name', async () => {
    const one = await staff().call('POST /api/staff/search/hot-term/save', { name: '夏令营' })
    await staff().call('POST /api/staff/search/hot-term/save', { name: '冬令营' })
    await expect(
      staff().call('POST /api/staff/search/hot-term/save', { ...one, name: '冬令营' }),
    ).rejects.toMatchObject(refused('已经有这个热词'))
  })

  test('saved by two at once are saved once', async () => {
    const saved = await staff().call('POST /api/staff/search/hot-term/save', { name: '寒假班' })
    const tries = await Promise.allSettled(
      [1, 2, 3].map((sort) => staff().call('POST /api/staff/search/hot-term/save', { ...saved, name: '寒假班', sort })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

test('what found nothing is listed, the most searched first', async () => {
  const day = '2026-03-10'
  const rows = [
    { day, folded: '漆艺', searches: 3 },
    { day: '2026-03-09', folded: '漆艺', searches: 4 },
    { day, folded: '篆刻', searches: 9 },
    { day: '2026-01-01', folded: '旧词', searches: 99 },
  ]
  await backend.db.insertInto('searchMisses').values(rows).execute()
  backend.clock.set(Date.parse('2026-03-10T12:00:00+08:00'))
  const found = await staff().call('GET /api/staff/search/miss/list', { days: 30 })
  backend.clock.set(testNow)
  expect(found.records.filter(({ text }) => /漆艺|篆刻|旧词/.test(text))).toEqual([
    { text: '篆刻', searches: 9, lastDay: day },
    { text: '漆艺', searches: 7, lastDay: day },
  ])
})
