import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { buildProduct, buildTeacher } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

/** Searches once everything that was written is indexed. */
const search = async (searchText: string, more: { pageNum?: number; pageSize?: number } = {}) => {
  await refreshSearch(backend.context)
  return backend.api.call('GET /api/search/course-list', { searchText, ...more })
}
const idsOf = async (searchText: string): Promise<number[]> => (await search(searchText)).records.map((hit) => hit.id)

describe('GET /api/search/course-list', () => {
  test('finds Chinese inside a word', async () => {
    const id = await buildProduct(backend.database, { name: '魔法壶里的光影练习' })
    expect(await idsOf('壶里的光')).toEqual([id])
    expect(await idsOf('壶里')).toEqual([id])
  })

  test('finds by aim and teacher, after names', async () => {
    const byTeacher = await buildProduct(backend.database, { name: '甲', sort: 1 })
    await buildTeacher(backend.database, '东方月白', byTeacher)
    const byAim = await buildProduct(backend.database, { name: '乙', learnAim: '画一轮东方月白的月亮', sort: 2 })
    const byName = await buildProduct(backend.database, { name: '认识东方月白', sort: 3 })
    const first = await buildProduct(backend.database, { name: '东方月白入门', sort: 4 })
    expect(await idsOf('东方月白')).toEqual([first, byName, byTeacher, byAim])
  })

  test('finds by lesson and by introduction', async () => {
    const id = await buildProduct(backend.database, {
      name: '丙',
      introHtml: '<p>讲一讲<b>琉璃</b>瓦的画法 &amp; 釉色</p>',
    })
    await backend.database.db
      .insertInto('periods')
      .values({ courseId: id, title: '鸱吻怎样蹲在屋脊上', sequenceNo: 1, kind: 2 })
      .execute()
    expect(await idsOf('琉璃瓦')).toEqual([id])
    expect(await idsOf('蹲在屋脊')).toEqual([id])
  })

  test('ignores case and width of letters', async () => {
    const id = await buildProduct(backend.database, { name: 'Zbrask 雕刻' })
    for (const text of ['zbrask', 'ZBRASK', 'ｚｂｒａｓｋ', 'zbr']) expect(await idsOf(text)).toEqual([id])
  })

  test('finds simplified by traditional characters and the other way round', async () => {
    const simplified = await buildProduct(backend.database, { name: '鸢尾与龙胆的线描' })
    const traditional = await buildProduct(backend.database, { name: '飛簷斗拱測繪' })
    expect(await idsOf('鳶尾與龍膽')).toEqual([simplified])
    expect(await idsOf('飞檐斗拱测绘')).toEqual([traditional])
  })

  test('finds by sound, by initials, by their beginnings', async () => {
    const id = await buildProduct(backend.database, { name: '斑鸠鹌鹑图谱' })
    for (const text of ['banjiuanchun', 'anchuntupu', 'bjactp', 'banjiuanc', '斑鸠tupu'])
      expect(await idsOf(text), text).toContain(id)
  })

  test('finds despite a wrong, missing or extra letter', async () => {
    const han = await buildProduct(backend.database, { name: '麒麟獬豸纹样' })
    const latin = await buildProduct(backend.database, { name: 'Kubernetes 夜航' })
    for (const text of ['麒麟獬廌纹样', '麒麟豸纹样', '麒麟獬豸的纹样', '奇林獬豸'])
      expect(await idsOf(text), text).toContain(han)
    for (const text of ['kubernets', 'kuberentes', 'kubernettes', 'kubarnetes'])
      expect(await idsOf(text), text).toContain(latin)
  })

  test('wants every word of the text', async () => {
    const both = await buildProduct(backend.database, { name: '鲸鱼与灯塔' })
    await buildProduct(backend.database, { name: '鲸鱼' })
    expect(await idsOf('灯塔 鲸鱼')).toEqual([both])
  })

  test('C, C++ and C# are three words', async () => {
    const plus = await buildProduct(backend.database, { name: 'C++ 的指针迷宫' })
    const sharp = await buildProduct(backend.database, { name: 'C# 的窗口程序' })
    expect((await idsOf('c++'))[0]).toBe(plus)
    expect((await idsOf('C#'))[0]).toBe(sharp)
  })

  test('pages the hits and keeps the total', async () => {
    const first = await search('插画', { pageSize: 4 })
    const second = await search('插画', { pageSize: 4, pageNum: 2 })
    expect(first.records).toHaveLength(4)
    expect(first.total).toBe(second.total)
    expect(first.records.map((hit) => hit.id)).not.toEqual(second.records.map((hit) => hit.id))
    expect(await search('插画', { pageSize: 4, pageNum: 999 })).toMatchObject({ records: [], total: first.total })
  })

  test('hides what is unsold, or taken off sale', async () => {
    const id = await buildProduct(backend.database, { name: '独角兽饲养学' })
    await buildProduct(backend.database, { name: '独角兽饲养学', status: 0 })
    await buildProduct(backend.database, { name: '独角兽饲养学', status: 1, deletedAt: '2026-01-01T00:00:00Z' })
    expect(await idsOf('独角兽饲养学')).toEqual([id])
    await backend.database.db.updateTable('products').set({ status: 2 }).where('products.id', '=', id).execute()
    expect(await search('独角兽饲养学')).toMatchObject({ records: [], total: 0, pages: 0 })
  })

  test('follows new names, new teachers and teachers’ new names', async () => {
    const id = await buildProduct(backend.database, { name: '旧檐之下' })
    expect(await idsOf('旧檐之下')).toEqual([id])
    await backend.database.db.updateTable('products').set({ name: '新瓦之上' }).where('products.id', '=', id).execute()
    expect(await idsOf('新瓦之上')).toEqual([id])
    expect(await idsOf('旧檐')).toEqual([])
    const teacher = await buildTeacher(backend.database, '上官未眠', id)
    expect(await idsOf('上官未眠')).toEqual([id])
    await backend.database.db
      .updateTable('teachers')
      .set({ name: '司空见白' })
      .where('teachers.id', '=', teacher)
      .execute()
    expect(await idsOf('司空见白')).toEqual([id])
  })
})

describe('whatever is typed', () => {
  const everything = async (searchText: string) => {
    const response = await backend.agent.get('/api/search/all').query({ searchText })
    expect(response.status, searchText).toBe(200)
    return response.body.body as { counts: { all: number }; page: { records: unknown[] } }
  }

  test.each([
    ['nothing', ''],
    ['blanks', ' \t\n '],
    ['emoji', '🎨👩‍🎨'],
    ['signs', '%_*()[]{}?~^$#@'],
    ['control characters', '\u0000\u0007\u202e'],
    ['operators', '& | ! <-> :* \' \\ "'],
    ['an open quote', "'"],
    ['a backslash', '\\'],
  ])('%s find nothing and are no error', async (_what, text) => {
    expect((await everything(text)).counts.all).toBe(0)
    const response = await backend.agent.get('/api/search/course-list').query({ searchText: text })
    expect(response.body).toMatchObject({ code: 1, body: { records: [], total: 0 } })
  })

  test.each([
    ["插画' or '1'='1"],
    ["插画'); drop table products; --"],
    ['插画 & !水彩'],
    ['插画:*'],
    ["插画\\' :* <-> |"],
    ['插画\u0000'],
    ['<script>alert(1)</script>'],
    ['{{7*7}}#{7*7}'],
    ['ÀÉÎõü ßﬀ ﷺ'],
    ['ひらがな 한국어 ไทย'],
    ['\ud800 lone'],
  ])('%s is answered', async (text) => {
    await everything(text)
  })

  test('a sign beside a word changes nothing', async () => {
    expect((await idsOf('!插画&')).slice(0, 5)).toEqual((await idsOf('插画')).slice(0, 5))
  })

  test('one character is looked for in titles, names and aims', async () => {
    expect((await everything('画')).counts.all).toBeGreaterThan(20)
    expect((await everything('s')).counts.all).toBeGreaterThan(0)
  })

  test.each([
    ['Chinese', '长'.repeat(500)],
    [
      'different characters',
      Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7)).join(''),
    ],
    ['words', 'ab '.repeat(170)],
    ['one word', 'a'.repeat(500)],
    ['brackets', '((('.repeat(170)],
  ])('500 characters of %s are cut and searched', async (_what, text) => {
    await everything(text)
  })
})
