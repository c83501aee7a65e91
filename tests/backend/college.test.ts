import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { College } from '#shared/contract/college.ts'
import { collegeShows } from '#shared/rules/college-page.ts'
import { buildPeriod, buildProduct } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
let colleges: College[]
beforeAll(async () => {
  backend = await startTestBackend()
  colleges = await backend.api.call('GET /api/modular/college-path', {})
})
afterAll(() => backend?.close())

function first(): College {
  const college = colleges[0]
  if (!college) throw new Error('no college')
  return college
}

describe('GET /api/modular/college-path', () => {
  test('lists six colleges in order with their courses’ number', async () => {
    expect(colleges.map((college) => college.path)).toEqual([
      'illustration',
      'design',
      'programming',
      'video',
      'music',
      'business',
    ])
    const { total } = await backend.api.call('GET /api/common/course-list-page', {})
    expect(colleges.reduce((sum, college) => sum + college.courseCount, 0)).toBe(total)
  })

  test('answers one college by its path', async () => {
    expect(await backend.api.call('GET /api/modular/college-path', { path: 'music' })).toEqual([colleges[4]])
  })

  test.each(['nowhere', '12', '', "x' or 1=1"])('does not know %j', async (path) => {
    await expect(backend.api.call('GET /api/modular/college-path', { path })).rejects.toMatchObject({
      code: 404,
      status: 200,
    })
  })

  test('hides a closed college', async () => {
    const update = (enabled: boolean) =>
      backend.database.db.updateTable('colleges').set({ enabled }).where('colleges.path', '=', 'music').execute()
    await update(false)
    await expect(backend.api.call('GET /api/modular/college-path', { path: 'music' })).rejects.toMatchObject({
      code: 404,
    })
    await update(true)
  })
})

describe('the modules of a college page', () => {
  test('every college has all sixteen positions, each filled', async () => {
    for (const college of colleges) {
      const ofCollege = { collegeId: college.id }
      const modules = await backend.api.call('GET /api/modular/college/module-list', ofCollege)
      expect(modules.map((module) => module.type).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 16 }, (_, index) => index + 1),
      )
      const filled = await Promise.all([
        backend.api.call('GET /api/modular/banner', { page: 'college', ...ofCollege }),
        backend.api.call('GET /api/modular/pain-point', ofCollege),
        backend.api.call('GET /api/modular/home-page/class-system', ofCollege),
        backend.api.call('GET /api/modular/company-honor', ofCollege),
        backend.api.call('GET /api/modular/college/information', { type: 5, ...ofCollege }),
        backend.api.call('GET /api/modular/college/information', { type: 12, ...ofCollege }),
        backend.api.call('GET /api/modular/college/information', { type: 13, ...ofCollege }),
        backend.api.call('GET /api/home/open-live', ofCollege).then((page) => page.records),
        backend.api.call('GET /api/modular/navigation', { type: 14, ...ofCollege }),
        backend.api.call('GET /api/modular/product-advantage', ofCollege),
        backend.api.call('GET /api/modular/college/student-work', ofCollege),
        backend.api.call('GET /api/modular/teacher-elegant', ofCollege),
        backend.api.call('GET /api/modular/college-top-navigation', ofCollege),
        backend.api.call('GET /api/modular/college/class-system', ofCollege),
        backend.api.call('GET /api/modular/navigation', { type: 15, ...ofCollege }),
        backend.api.call('GET /api/period/free-study-period', ofCollege),
        backend.api.call('GET /api/college/learn-direction', ofCollege),
      ])
      expect(filled.map((list) => list.length > 0)).toEqual(filled.map(() => true))
    }
  })

  test('shows only what belongs to the college', async () => {
    const collegeId = first().id
    const works = await backend.api.call('GET /api/modular/college/student-work', { collegeId })
    expect(works.every((work) => work.collegeId === collegeId && work.coverWidth > 0 && work.coverHeight > 0)).toBe(
      true,
    )
    const systems = await backend.api.call('GET /api/modular/college/class-system', { collegeId })
    expect(systems.every((card) => card.collegeName === first().name)).toBe(true)
    const lives = await backend.api.call('GET /api/home/open-live', { collegeId })
    const others = await backend.api.call('GET /api/home/open-live', { collegeId: colleges[1]?.id })
    const everywhere = await backend.api.call('GET /api/home/open-live', {})
    expect(lives.records.filter((card) => others.records.some((other) => other.id === card.id))).toEqual([])
    expect(lives.total + others.total).toBeLessThan(everywhere.total)
    expect(await backend.api.call('GET /api/modular/company-honor', { collegeId })).not.toEqual(
      await backend.api.call('GET /api/modular/company-honor', {}),
    )
    const home = await backend.api.call('GET /api/modular/product-advantage', {})
    expect(home).not.toEqual(await backend.api.call('GET /api/modular/product-advantage', { collegeId }))
  })

  test('no article belongs to two of them', async () => {
    for (const college of colleges) {
      const lists = await Promise.all(
        ([5, 12, 13] as const).map((type) =>
          backend.api.call('GET /api/modular/college/information', { collegeId: college.id, type }),
        ),
      )
      expect(lists.map((list) => list.length >= 3)).toEqual([true, true, true])
      const ids = lists.flatMap((list) => list.map((article) => article.id))
      expect(new Set(ids).size).toBe(ids.length)
    }
  })

  test('articles are asked for by a module of articles only', async () => {
    const response = await backend.agent
      .get('/api/modular/college/information')
      .query({ collegeId: first().id, type: 6 })
    expect(response.status).toBe(400)
  })

  test('an unknown college has nothing', async () => {
    for (const route of [
      'GET /api/modular/college/module-list',
      'GET /api/modular/pain-point',
      'GET /api/college/learn-direction',
    ] as const) {
      expect(await backend.api.call(route, { collegeId: 999_999 })).toEqual([])
    }
    expect(await backend.api.call('GET /api/modular/college/class-system/small-title', { collegeId: 999_999 })).toEqual(
      { smallTitle: '' },
    )
  })

  test('the school shows teachers of several colleges', async () => {
    const teachers = await backend.api.call('GET /api/modular/teacher-elegant', {})
    const ofFirst = await backend.api.call('GET /api/modular/teacher-elegant', { collegeId: first().id })
    expect(teachers.length).toBeGreaterThan(
      ofFirst.filter((teacher) => teachers.some((other) => other.id === teacher.id)).length,
    )
  })

  test('asks for a college where one is needed', async () => {
    const response = await backend.agent.get('/api/modular/pain-point')
    expect(response.status).toBe(400)
    expect(response.body.msg).toContain('collegeId')
  })
})

describe('GET /api/college/course-type-list', () => {
  test('pages a college’s courses by seven, by direction too', async () => {
    const nodes = await backend.api.call('GET /api/category/course-nodes', {})
    const page = await backend.api.call('GET /api/college/course-type-list', { collegeId: first().id })
    expect(page).toMatchObject({ size: 7, total: first().courseCount })
    const typeId = nodes[0]?.children[0]?.id ?? 0
    const narrowed = await backend.api.call('GET /api/college/course-type-list', { collegeId: first().id, typeId })
    expect(narrowed.total).toBeGreaterThan(0)
    expect(narrowed.total).toBeLessThan(page.total)
    const direction = (await backend.api.call('GET /api/college/learn-direction', { collegeId: first().id }))[0]
    expect(direction?.courseCount).toBe(narrowed.total)
  })
})

describe('the rest of a college’s courses', () => {
  test('leaves shown lessons out, and counts them all the same', async () => {
    const ofCollege = { collegeId: first().id }
    const whole = await backend.api.call('GET /api/college/course-type-list', { ...ofCollege, pageSize: 50 })
    const rest = await backend.api.call('GET /api/college/course-type-list', { ...ofCollege, rest: true, pageSize: 50 })
    const videos = (await backend.api.call('GET /api/period/free-study-period', ofCollege))
      .slice(0, collegeShows.videos)
      .map((video) => video.courseId)
    const lives = (
      await backend.api.call('GET /api/home/open-live', { ...ofCollege, pageSize: collegeShows.lives })
    ).records.map((card) => card.id)
    const shown = [...videos, ...lives]
    expect(whole.records.filter((course) => shown.includes(course.id)).length).toBeGreaterThan(5)
    expect(rest.records.filter((course) => shown.includes(course.id))).toEqual([])
    expect(rest.records).toHaveLength(50)
    expect(rest.total).toBe(whole.total)
  })
})

describe('GET /api/period/free-study-period', () => {
  test('gives one free lesson of each course, ready to play', async () => {
    const periods = await backend.api.call('GET /api/period/free-study-period', { collegeId: first().id })
    expect(new Set(periods.map((period) => period.courseId)).size).toBe(periods.length)
    expect(periods.every((period) => period.playUrl.endsWith('.m3u8') && period.duration > 0)).toBe(true)
  })

  test('gives each course’s free lessons and none that costs', async () => {
    const media = await backend.database.db.selectFrom('mediaAssets').select('mediaAssets.id').executeTakeFirstOrThrow()
    const courseId = await buildProduct(backend.database)
    const free = [
      await buildPeriod(backend.database, courseId, { isFreeStudy: true, mediaId: media.id }),
      await buildPeriod(backend.database, courseId, { isFreeStudy: true, mediaId: media.id }),
    ]
    await buildPeriod(backend.database, courseId, { mediaId: media.id })
    const periods = await backend.api.call('GET /api/period/free-study-period', { courseId })
    expect(periods.map((period) => period.periodId)).toEqual(free)
  })
})
