import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listModuleItems, type ModuleItem } from '#server/backend/catalogue/colleges/college-store.ts'
import { ModulePosition } from '#shared/contract/enums.ts'
import { countStatements } from '../support/count-statements.ts'
import { buildLiveClass, buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

const hour = 3_600_000
let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

async function allLiveCards() {
  const first = await backend.api.call('GET /api/home/open-live', { pageSize: 50 })
  const rest = await Promise.all(
    Array.from({ length: first.pages - 1 }, (_, index) =>
      backend.api.call('GET /api/home/open-live', { pageSize: 50, pageNum: index + 2 }),
    ),
  )
  return [first, ...rest].flatMap((page) => page.records)
}

describe('GET /api/home/open-live', () => {
  test('shows 16 classes a page unless told otherwise', async () => {
    const page = await backend.api.call('GET /api/home/open-live', {})
    expect(page).toMatchObject({ size: 16, current: 1 })
    expect(page.records).toHaveLength(16)
  })

  test('puts running classes first, then coming, then ended ones', async () => {
    const cards = await allLiveCards()
    const ranks = cards.map((card) => ({ 2: 0, 1: 1, 3: 2, 4: 3 })[card.liveStatus])
    expect(ranks).toEqual(ranks.toSorted())
    const begins = cards.filter((card) => card.liveStatus === 1).map((card) => card.begDate)
    expect(begins).toEqual(begins.toSorted((a, b) => a - b))
    const ends = cards.filter((card) => card.liveStatus === 3).map((card) => card.endDate)
    expect(ends).toEqual(ends.toSorted((a, b) => b - a))
  })

  test('shows each course once', async () => {
    const ids = (await allLiveCards()).map((card) => card.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a class becomes live and ends by the clock', async () => {
    const id = await buildProduct(backend.database, { lectureType: 1, isOpenLive: true })
    await buildLiveClass(backend.database, id, testNow + hour, testNow + 2 * hour)
    const statusAt = async (time: number) => {
      backend.clock.set(time)
      return (await allLiveCards()).find((card) => card.id === id)?.liveStatus
    }
    expect(await statusAt(testNow)).toBe(1)
    expect(await statusAt(testNow + hour)).toBe(2)
    expect(await statusAt(testNow + 2 * hour)).toBe(3)
    backend.clock.set(testNow)
  })

  test('a course shows its replay six hours, then the next', async () => {
    const id = await buildProduct(backend.database, { lectureType: 1, isOpenLive: true })
    const past = await buildLiveClass(backend.database, id, testNow - 2 * hour, testNow - hour)
    const next = await buildLiveClass(backend.database, id, testNow + 48 * hour, testNow + 49 * hour)
    const periodAt = async (time: number) => {
      backend.clock.set(time)
      return (await allLiveCards()).find((card) => card.id === id)?.periodId
    }
    expect(await periodAt(testNow)).toBe(past.periodId)
    expect(await periodAt(testNow + 5 * hour)).toBe(next.periodId)
    backend.clock.set(testNow)
  })

  test('leaves out closed, unsold and classless live courses', async () => {
    const closed = await buildProduct(backend.database, { lectureType: 1, isOpenLive: false })
    const draft = await buildProduct(backend.database, { lectureType: 1, isOpenLive: true, status: 0 })
    const empty = await buildProduct(backend.database, { lectureType: 1, isOpenLive: true })
    for (const id of [closed, draft]) await buildLiveClass(backend.database, id, testNow, testNow + hour)
    const ids = (await allLiveCards()).map((card) => card.id)
    expect(ids.filter((id) => [closed, draft, empty].includes(id))).toEqual([])
  })
})

describe('the modules of the home page', () => {
  test('every position the home page has is filled', async () => {
    const modules = await backend.api.call('GET /api/modular/home-page/module-list', {})
    expect(modules.map((module) => module.type).toSorted((a, b) => a - b)).toEqual([1, 2, 4, 6, 7, 8, 9, 12, 14])
    const sorts = modules.map((module) => module.sort)
    expect(sorts).toEqual(sorts.toSorted((a, b) => a - b))
    expect(modules.every((module) => module.title !== '')).toBe(true)
  })

  test('a switched-off module is not listed and has no entries', async () => {
    const update = (enabled: boolean) =>
      backend.database.db
        .updateTable('modules')
        .set({ enabled })
        .where('modules.collegeId', 'is', null)
        .where('modules.type', '=', 4)
        .execute()
    await update(false)
    expect(
      (await backend.api.call('GET /api/modular/home-page/module-list', {})).some((module) => module.type === 4),
    ).toBe(false)
    expect(await backend.api.call('GET /api/modular/company-honor', {})).toEqual([])
    await update(true)
    expect((await backend.api.call('GET /api/modular/company-honor', {})).length).toBeGreaterThan(3)
  })

  test('asked for together, each has its own entries', async () => {
    const types = [ModulePosition.iconNavigation, ModulePosition.honor, ModulePosition.productAdvantages]
    const each: ModuleItem[][] = []
    for (const type of types) each.push(await listModuleItems(backend.database.db, null, type))
    let together: ModuleItem[][] = []
    const { statements } = await countStatements(backend, async () => {
      const { db } = backend.context
      together = await Promise.all(types.map((type) => listModuleItems(db, null, type)))
    })
    expect(together).toEqual(each)
    expect(new Set(together.map((items) => JSON.stringify(items))).size).toBe(types.length)
    expect(statements).toBe(1)
  })

  test('icon navigation leads to the six colleges', async () => {
    const items = await backend.api.call('GET /api/modular/navigation', { type: 14 })
    expect(items.map((item) => item.url)).toHaveLength(6)
    expect(items.every((item) => item.url.startsWith('/college/') && item.icon.endsWith('.webp'))).toBe(true)
  })

  test('icon navigation of a college leads to its directions', async () => {
    const [college] = await backend.api.call('GET /api/modular/college-path', {})
    const items = await backend.api.call('GET /api/modular/navigation', { type: 15, collegeId: college?.id ?? 0 })
    expect(items.length).toBeGreaterThanOrEqual(4)
    expect(items.every((item) => item.url.startsWith('/course/'))).toBe(true)
  })

  test('class systems come by five, of one college when asked', async () => {
    const colleges = await backend.api.call('GET /api/modular/home-page/class-system/college', {})
    expect(colleges).toHaveLength(6)
    expect(await backend.api.call('GET /api/modular/home-page/class-system', {})).toHaveLength(5)
    for (const college of colleges) {
      const cards = await backend.api.call('GET /api/modular/home-page/class-system', { collegeId: college.id })
      expect(cards.every((card) => card.collegeName === college.name)).toBe(true)
      expect(cards.length).toBeGreaterThan(0)
    }
  })

  test('articles come by category, the newest first', async () => {
    const groups = await backend.api.call('GET /api/modular/home-page/information', {})
    expect(groups.length).toBeGreaterThanOrEqual(4)
    for (const group of groups) {
      const dates = group.articles.map((article) => article.publishDate)
      expect(dates).toEqual(dates.toSorted((a, b) => b - a))
      expect(group.articles.length).toBeGreaterThan(0)
    }
  })

  test('refuses a navigation that is none', async () => {
    const response = await backend.agent.get('/api/modular/navigation').query({ type: 13 })
    expect(response.status).toBe(400)
  })
})
