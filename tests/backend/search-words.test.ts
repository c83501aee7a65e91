import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshSearch } from '#server/backend/catalogue/search/index-job.ts'
import { foldText } from '#server/backend/catalogue/search/indexing/fold.ts'
import { loadReader } from '#server/backend/catalogue/search/indexing/reading.ts'
import { insertSynonyms } from '#server/backend/catalogue/search/synonym-store.ts'
import { seedSynonyms } from '#server/seed/data/search-synonyms.ts'
import { buildProduct, buildTeacher } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { fieldTerms } from '../support/field-terms.ts'
import { buildPlate, buildPost } from '../support/forum-factories.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
  await refreshSearch(backend.context)
})
afterAll(() => backend?.close())

const search = (searchText: string) => backend.api.call('GET /api/search/all', { searchText, pageSize: 10 })
const titlesOf = async (searchText: string): Promise<string[]> =>
  (await search(searchText)).page.records.map((entry) => entry.title.map((part) => part.text).join(''))

describe('learners’ own words', () => {
  test.each([
    ['怎么学画画', '插画系统班'],
    ['想转行程序员', '全栈开发系统班'],
    ['报税', '个人所得税汇算'],
    ['个税', '个人所得税汇算'],
    ['后端开发', '后端服务系统班'],
    ['js', 'JavaScript 从头写起'],
    ['ＪＳ', 'JavaScript 从头写起'],
    ['c++', '信息学'],
    ['ukulele', '尤克里里弹唱'],
    ['peise', '图标怎样上颜色'],
    ['shipin jianji', '剪辑师系统班'],
    ['three-js', 'Three.js'],
    ['vi', '品牌设计'],
    ['設計規範', '设计系统'],
  ])('%s leads to %s among the first five', async (text, title) => {
    expect((await titlesOf(text)).slice(0, 5).join('；')).toContain(title)
  })

  test('a mere mention does not hide what is about it', async () => {
    const [first] = (await search('招人')).page.records
    expect(first?.kind).toBe('course')
    expect((await titlesOf('招人'))[0]).toBe('请第一个帮手：从接单到工作室')
  })

  test.each([
    ['吉他', 'exact'],
    ['怎么学画画', 'synonyms'],
    ['爬虫', 'synonyms'],
    ['ukulele', 'synonyms'],
    ['c++', 'synonyms'],
    ['js', 'synonyms'],
    ['webgl', 'synonyms'],
    ['three.js', 'exact'],
    ['vue3', 'exact'],
    ['vue-3', 'exact'],
    ['python3', 'synonyms'],
    ['chatgpt4', 'synonyms'],
    ['angular', 'synonyms'],
    ['Svelte', 'synonyms'],
    ['elasticsearch', 'synonyms'],
    ['krita', 'synonyms'],
    ['动态规化', 'similar'],
    ['zzzzqqq', 'none'],
  ])('%s: exact or near, it says the truth (%s)', async (text, match) => {
    const found = await search(text)
    expect(found.match).toBe(match)
    const heads = (await readHeads()).rows
    const isHeld = heads.some((head) =>
      new RegExp(`(?<![a-z0-9.])${text.replace(/[+.]/g, '\\$&')}(?![a-z0-9])`).test(head),
    )
    if (match !== 'exact') expect(isHeld).toBe(false)
  })

  test('a word that a blank parts is marked whole', async () => {
    const [first] = (await search('vue3')).page.records
    expect(first?.title.filter((part) => part.hit).map((part) => part.text)).toEqual(['Vue 3'])
  })

  test('what was looked for instead is named as written', async () => {
    expect((await search('ukulele')).related).toEqual(['尤克里里'])
    expect((await search('js')).related[0]).toBe('JavaScript')
    expect((await search('python3')).related[0]).toBe('Python')
    expect((await search('吉他')).related).toEqual([])
  })

  test.each([
    ['angular', /前端|javascript/i],
    ['学 angular', /前端|javascript/i],
    ['neo4j', /数据库|sql/i],
    ['godot', /three\.js|着色器|图形/i],
    ['axure', /原型|界面|交互/],
    ['imovie', /premiere|达芬奇|剪/i],
    ['musescore', /五线谱|编曲|作曲/],
  ])('%s, which nothing teaches, shows its field', async (text, field) => {
    const { match, related, page } = await search(text)
    expect([match, related.length > 0]).toEqual(['synonyms', true])
    expect(related.join('；')).toMatch(field)
    expect(page.records[0]?.kind).toMatch(/course|classes/)
  })

  test('staff’s words count at once, by sound, until switched off', async () => {
    const { db } = backend.database
    await insertSynonyms(db, [{ collegeId: null, words: ['呜呜祖拉'], related: ['竹笛慢课'] }], await loadReader())
    for (const text of ['呜呜祖拉', 'wuwuzula', '我想学呜呜祖拉'])
      expect((await titlesOf(text))[0], text).toContain('竹笛慢课')
    await db
      .updateTable('searchSynonyms')
      .set({ enabled: false })
      .where('searchSynonyms.collegeId', 'is', null)
      .execute()
    expect((await titlesOf('呜呜祖拉')).join()).not.toContain('竹笛慢课')
  })

  test('every group of synonyms leads to something', async () => {
    const { rows } = await readHeads()
    const dead = seedSynonyms.filter(
      ({ related }) => !related.some((text) => rows.some((head) => head.includes(text.toLowerCase()))),
    )
    expect(dead.map(({ words }) => words[0])).toEqual([])
    expect(seedSynonyms.flatMap(({ words }) => words).length).toBeGreaterThan(1000)
  })

  test('synonyms lead to the field’s words, never to titles', async () => {
    const { rows } = await sql<{
      title: string
    }>`select name as title from products union all select title from articles
      union all select title from student_works union all select title from forum_posts`.execute(backend.database.db)
    const titles = rows.map(({ title }) => foldText(title))
    const names = new Set(titles.flatMap((title) => [title, ...title.split(/[：，]/).slice(0, 1)]))
    // five characters in a row are a phrase of somebody's, unless textbooks have it
    const isPiece = (text: string): boolean => [...text].length >= 5 && titles.some((title) => title.includes(text))
    const targets = [...new Set(seedSynonyms.flatMap(({ related }) => related.map(foldText)))]
    expect(targets.filter((text) => !fieldTerms.has(text) && (names.has(text) || isPiece(text)))).toEqual([])
  })
})

describe('of a text with many words the first six count', () => {
  test('as they were typed', async () => {
    const own = ['zaqubo', 'zbqudi', 'zcqufe', 'zdqugu', 'zequha', 'zfquji']
    await buildProduct(backend.database, { name: own.join(' ') })
    await refreshSearch(backend.context)
    const found = await search([...own, 'zgquko', 'zhqulu'].join(' '))
    expect([found.match, found.counts.all]).toEqual(['exact', 1])
  })

  test('in the words that staff have for them', async () => {
    const words = [...'子丑寅卯辰巳午未'].map((char) => `咕${char}噜`)
    const related = [...'鼠牛虎兔龙蛇马羊'].map((char) => `${char}噗噗纹`)
    const groups = words.map((word, index) => ({ collegeId: null, words: [word], related: [related[index] ?? ''] }))
    await insertSynonyms(backend.database.db, groups, await loadReader())
    await buildProduct(backend.database, { name: related.slice(0, 6).join('与') })
    await refreshSearch(backend.context)
    const found = await search(words.join(''))
    expect([found.match, found.counts.all]).toEqual(['synonyms', 1])
  })
})

async function readHeads(): Promise<{ rows: string[] }> {
  const rows = await backend.database.db.selectFrom('searchTexts').select('searchTexts.head').execute()
  return { rows: rows.map(({ head }) => head) }
}

describe('what was probably meant', () => {
  test.each(['水彩畫', '开店', '写剧本', '小提琴', '原画', '卖水果'])(
    '%s is no mistake: nothing is suggested',
    async (text) => {
      expect((await search(text)).meant).toBeNull()
    },
  )

  test.each([
    ['水采', '水彩'],
    ['javasript', 'JavaScript'],
    ['动态规化', '动态规划'],
  ])('%s is a mistake for %s', async (text, meant) => {
    expect((await search(text)).meant).toBe(meant)
  })
})

test.each(['编曲', '混音', '怎么学编程'])('%s finds courses before what explains it', async (text) => {
  const kinds = (await search(text)).page.records.map(({ kind }) => kind)
  expect(kinds.slice(0, 3).filter((kind) => kind !== 'course' && kind !== 'classes')).toEqual([])
})

test('courses stand before posts, titles before names, names before texts', async () => {
  const { database } = backend
  await buildPost(backend, await buildPlate(backend), { title: '漆艺髹饰', publishedAt: new Date(backend.clock.now()) })
  const text = await buildProduct(database, { name: '丁', introHtml: '<p>讲到漆艺髹饰。</p>', studyCount: 20_000 })
  const lead = await buildProduct(database, { name: '丙', learnAim: '学会漆艺髹饰', studyCount: 9000 })
  const named = await buildProduct(database, { name: '戊' })
  await buildTeacher(database, '漆艺髹饰', named)
  const inside = await buildProduct(database, { name: '从木胎开始的漆艺髹饰', studyCount: 9000 })
  const prefix = await buildProduct(database, { name: '漆艺髹饰半年课' })
  const exact = await buildProduct(database, { name: '漆艺髹饰' })
  await refreshSearch(backend.context)
  const found = (await search('漆艺髹饰')).page.records
  const courses = found.filter((entry) => entry.kind === 'course').map((entry) => entry.id)
  expect(courses).toEqual([exact, prefix, inside, named, lead, text])
  expect(found.findIndex((entry) => entry.kind === 'post')).toBeGreaterThan(0)
  expect(found[0]?.id).toBe(exact)
})

test('a class’s type is no name of a course', async () => {
  const { page } = await search('录音与制作')
  expect(page.records.filter((entry) => entry.kind === 'classes').length).toBeGreaterThan(0)
  const { counts } = await search('平面与品牌班')
  expect(counts.course).toBeLessThan(10)
})

test('empty searches count by day, without people, numbers, addresses', async () => {
  // an address counts only so often, and the others of this file come from one
  const other = backend.as('', '203.0.113.77')
  for (const searchText of ['拜占庭镶嵌', '拜占庭镶嵌', '13800138000 镶嵌', '吉他'])
    await other.call('GET /api/search/all', { searchText })
  await backend.context.background.settled()
  const rows = await backend.database.db.selectFrom('searchMisses').selectAll().execute()
  const found = rows.filter((row) => /镶嵌|吉他/.test(row.folded)).map(({ folded, searches }) => ({ folded, searches }))
  expect(found).toEqual([{ folded: '拜占庭镶嵌', searches: 2 }])
})
