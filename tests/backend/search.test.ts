import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildProduct, buildTeacher } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

const search = (searchText: string, more: { pageNum?: number; pageSize?: number } = {}) =>
  backend.api.call('GET /api/search/course-list', { searchText, ...more })

describe('GET /api/search/hot-search', () => {
  test('lists hot searches in order', async () => {
    const hot = await backend.api.call('GET /api/search/hot-search', {})
    expect(hot.length).toBeGreaterThanOrEqual(6)
    expect(hot[0]).toEqual({ courseName: '插画', url: null })
  })

  test('every hot search finds something', async () => {
    for (const { courseName } of await backend.api.call('GET /api/search/hot-search', {})) {
      expect((await search(courseName)).total, courseName).toBeGreaterThan(0)
    }
  })
})

describe('GET /api/search/course-list', () => {
  test('finds Chinese inside a word', async () => {
    const id = await buildProduct(backend.database, { name: '魔法壶里的光影练习' })
    expect((await search('壶里的光')).records.map((hit) => hit.id)).toEqual([id])
  })

  test('finds by aim and by teacher, after the hits in the name', async () => {
    const byTeacher = await buildProduct(backend.database, { name: '甲', sort: 1 })
    await buildTeacher(backend.database, '东方月白', byTeacher)
    const byAim = await buildProduct(backend.database, { name: '乙', learnAim: '画一轮东方月白的月亮', sort: 2 })
    const byName = await buildProduct(backend.database, { name: '认识东方月白', sort: 3 })
    const first = await buildProduct(backend.database, { name: '东方月白入门', sort: 4 })
    expect((await search('东方月白')).records.map((hit) => hit.id)).toEqual([first, byName, byAim, byTeacher])
  })

  test('ignores case and width of letters', async () => {
    const id = await buildProduct(backend.database, { name: 'Zbrush 雕刻' })
    for (const text of ['zbrush', 'ZBRUSH', 'ｚｂｒｕｓｈ']) expect((await search(text)).records.map((hit) => hit.id)).toEqual([id])
  })

  test('wants every word of the text', async () => {
    const both = await buildProduct(backend.database, { name: '鲸鱼与灯塔' })
    await buildProduct(backend.database, { name: '鲸鱼' })
    expect((await search('灯塔 鲸鱼')).records.map((hit) => hit.id)).toEqual([both])
  })

  test.each(['%', '_', '%%', '\\', "'"])('takes %s literally', async (text) => {
    const { total } = await search(`${text}不会有的字`)
    expect(total).toBe(0)
  })

  test('a percent sign and an underscore find only themselves', async () => {
    const percent = await buildProduct(backend.database, { name: '提高 120% 的手速' })
    const underscore = await buildProduct(backend.database, { name: '变量 snake_case 命名' })
    expect((await search('0%')).records.map((hit) => hit.id)).toEqual([percent])
    expect((await search('e_c')).records.map((hit) => hit.id)).toEqual([underscore])
  })

  test('pages the hits and keeps the total', async () => {
    const first = await search('插画', { pageSize: 4 })
    const second = await search('插画', { pageSize: 4, pageNum: 2 })
    expect(first.records).toHaveLength(4)
    expect(first.total).toBe(second.total)
    expect(first.records.map((hit) => hit.id)).not.toEqual(second.records.map((hit) => hit.id))
    expect(await search('插画', { pageSize: 4, pageNum: 999 })).toMatchObject({ records: [], total: first.total })
  })

  test('hides what is not on sale', async () => {
    await buildProduct(backend.database, { name: '独角兽饲养学', status: 0 })
    await buildProduct(backend.database, { name: '独角兽饲养学', status: 1, deletedAt: '2026-01-01T00:00:00Z' })
    expect(await search('独角兽饲养学')).toMatchObject({ records: [], total: 0, pages: 0 })
  })

  test.each([
    ['nothing', ''],
    ['blanks only', '   '],
    ['65 characters', '长'.repeat(65)],
  ])('refuses %s', async (_what, searchText) => {
    const response = await backend.agent.get('/api/search/course-list').query({ searchText })
    expect(response.status).toBe(400)
    expect(response.body.msg).toContain('searchText')
  })
})

describe('the search log', () => {
  beforeEach(async () => {
    await backend.context.background.settled()
    await backend.database.db.deleteFrom('searchLogs').execute()
  })

  const logs = async () => {
    await backend.context.background.settled()
    return backend.database.db.selectFrom('searchLogs').select(['searchLogs.term', 'searchLogs.total', 'searchLogs.userId']).execute()
  }

  test('keeps the text and the number of hits', async () => {
    const { total } = await search('水彩')
    expect(await logs()).toEqual([{ term: '水彩', total, userId: null }])
  })

  test('counts paging through the hits as one search', async () => {
    await search('插画', { pageNum: 1 })
    await search('插画', { pageNum: 2 })
    expect(await logs()).toHaveLength(1)
  })
})
