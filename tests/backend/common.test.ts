import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildPeriod, buildProduct, buildTeacher } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({
    BRAND_NAME: '试学园',
    ORIGIN: 'http://school.test',
    COMPANY_IP_RANGES: '10.1.0.0/16',
  })
})
afterAll(() => backend?.close())

describe('GET /api/common/course-list-page', () => {
  const route = 'GET /api/common/course-list-page'

  test('pages the courses without gaps or repetitions', async () => {
    const first = await backend.api.call(route, { pageNum: 1 })
    const second = await backend.api.call(route, { pageNum: 2 })
    expect(first).toMatchObject({ current: 1, size: 20 })
    expect(first.pages).toBe(Math.ceil(first.total / 20))
    expect(first.records).toHaveLength(20)
    const ids = [...first.records, ...second.records].map((card) => card.id)
    expect(new Set(ids).size).toBe(40)
  })

  test('answers an empty page beyond the last, same total', async () => {
    const first = await backend.api.call(route, {})
    const beyond = await backend.api.call(route, { pageNum: 9999 })
    expect(beyond).toMatchObject({ records: [], total: first.total, current: 9999 })
  })

  test('leaves class systems out unless they are asked for', async () => {
    const all = await backend.api.call(route, { pageSize: 50 })
    expect(all.records.some((card) => card.lectureType === 2)).toBe(false)
    const systems = await backend.api.call(route, { lectureType: 'classSystem' })
    expect(systems.records.every((card) => card.lectureType === 2)).toBe(true)
    expect(systems.total).toBeGreaterThan(0)
  })

  test('takes the lecture type as word or number', async () => {
    const word = await backend.api.call(route, { lectureType: 'live' })
    const number = await backend.api.call(route, { lectureType: 1 })
    expect(word.records.map((card) => card.id)).toEqual(number.records.map((card) => card.id))
    expect(word.records.every((card) => card.lectureType === 1)).toBe(true)
  })

  test('narrows by subject, direction, college, price and free lessons', async () => {
    const [subject] = await backend.api.call('GET /api/category/course-nodes', {})
    const direction = subject?.children[0]
    const all = await backend.api.call(route, {})
    const ofSubject = await backend.api.call(route, { subjectOneId: subject?.id ?? 0 })
    const ofDirection = await backend.api.call(route, { learnId: direction?.id ?? 0 })
    const free = await backend.api.call(route, { isCharge: 'false', pageSize: 50 })
    const trial = await backend.api.call(route, { trial: 'true', pageSize: 50 })
    expect(ofSubject.total).toBeLessThan(all.total)
    expect(ofDirection.total).toBeLessThan(ofSubject.total)
    expect(free.records.every((card) => !card.isCharge && card.price === '0.00')).toBe(true)
    expect(trial.records.every((card) => card.hasTrial)).toBe(true)
  })

  test('ignores "0" as a choice of the second subject', async () => {
    const all = await backend.api.call(route, {})
    expect((await backend.api.call(route, { subjectTwoId: '0' })).total).toBe(all.total)
  })

  test('sorts by price both ways, by popularity and by age', async () => {
    const prices = async (sort: 'price-asc' | 'price-desc') =>
      (await backend.api.call(route, { sort, pageSize: 50 })).records.map((card) => Number(card.price))
    const cheap = await prices('price-asc')
    const dear = await prices('price-desc')
    expect(cheap).toEqual(cheap.toSorted((a, b) => a - b))
    expect(dear).toEqual(dear.toSorted((a, b) => b - a))
    const popular = (await backend.api.call(route, { sort: 'popular', pageSize: 50 })).records.map(
      (card) => card.studyCount,
    )
    expect(popular).toEqual(popular.toSorted((a, b) => b - a))
    const newest = await buildProduct(backend.database, { publishedAt: '2026-03-10T00:00:00Z' })
    expect((await backend.api.call(route, { sort: 'new' })).records[0]?.id).toBe(newest)
  })

  test('shows yuan with two decimals, at most two teachers', async () => {
    const id = await buildProduct(backend.database, {
      priceFen: 698_005,
      originPriceFen: 798_000,
      publishedAt: '2026-03-11T00:00:00Z',
    })
    for (const name of ['甲老师', '乙老师', '丙老师']) await buildTeacher(backend.database, name, id)
    await buildPeriod(backend.database, id, { isFreeStudy: true })
    const card = (await backend.api.call(route, { sort: 'new' })).records.find((record) => record.id === id)
    expect(card).toMatchObject({
      price: '6980.05',
      originPrice: '7980.00',
      teacherName: '甲老师、乙老师',
      hasTrial: true,
      isCharge: true,
    })
  })

  test('hides drafts, withdrawn and deleted courses', async () => {
    const hidden = [
      await buildProduct(backend.database, { status: 0, publishedAt: '2027-01-01T00:00:00Z' }),
      await buildProduct(backend.database, { status: 2, publishedAt: '2027-01-01T00:00:00Z' }),
      await buildProduct(backend.database, { deletedAt: '2026-01-01T00:00:00Z', publishedAt: '2027-01-01T00:00:00Z' }),
    ]
    const ids = (await backend.api.call(route, { sort: 'new', pageSize: 50 })).records.map((card) => card.id)
    expect(ids.filter((id) => hidden.includes(id))).toEqual([])
  })

  test.each([
    ['pageNum', '0'],
    ['pageNum', '10001'],
    ['pageSize', '51'],
    ['pageSize', 'x'],
    ['subjectOneId', '-1'],
    ['lectureType', 'audio'],
    ['sort', 'cheapest'],
  ])('refuses %s=%s and names the field', async (field, value) => {
    const response = await backend.agent.get('/api/common/course-list-page').query({ [field]: value })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ code: 0, body: null })
    expect(response.body.msg).toContain(field)
  })
})

describe('GET /api/modular/banner', () => {
  test('gives home, a college and live lists own banners', async () => {
    const home = await backend.api.call('GET /api/modular/banner', {})
    const [college] = await backend.api.call('GET /api/modular/college-path', {})
    const ofCollege = await backend.api.call('GET /api/modular/banner', {
      page: 'college',
      collegeId: college?.id ?? 0,
    })
    const live = await backend.api.call('GET /api/modular/banner', { page: 'live', type: 1 })
    for (const banners of [home, ofCollege, live]) expect(banners.length).toBeGreaterThan(0)
    expect(home.map((banner) => banner.id)).not.toEqual(ofCollege.map((banner) => banner.id))
  })

  test('shows a banner only between its begin and its end', async () => {
    const begin = backend.clock.now() + 3_600_000
    await backend.database.db
      .insertInto('banners')
      .values({ page: 'home', img: '/x.webp', title: '限时', beginAt: new Date(begin), endAt: new Date(begin + 1000) })
      .execute()
    const titles = async () => (await backend.api.call('GET /api/modular/banner', {})).map((banner) => banner.title)
    const now = backend.clock.now()
    expect(await titles()).not.toContain('限时')
    backend.clock.set(begin)
    expect(await titles()).toContain('限时')
    backend.clock.set(begin + 1000)
    expect(await titles()).not.toContain('限时')
    backend.clock.set(now)
  })
})

describe('the type trees', () => {
  test('course types have learn directions as their second level', async () => {
    const nodes = await backend.api.call('GET /api/category/course-nodes', {})
    expect(nodes).toHaveLength(6)
    expect(
      nodes.every(
        (node) => node.level === 1 && node.children.length >= 4 && node.children.every((child) => child.level === 2),
      ),
    ).toBe(true)
    expect(await backend.api.call('GET /api/common/course-type-node', {})).toEqual(nodes)
  })

  test('class systems have a second level of their own', async () => {
    const systems = await backend.api.call('GET /api/common/course-type-node', { type: 'classSystem' })
    const courses = await backend.api.call('GET /api/common/course-type-node', { type: 'course' })
    expect(systems.map((node) => node.id)).toEqual(courses.map((node) => node.id))
    expect(systems[0]?.children).not.toEqual(courses[0]?.children)
  })
})

describe('GET /api/common/seo', () => {
  test('claims as many courses as there are, rounded down', async () => {
    const seo = await backend.api.call('GET /api/common/seo', { type: 'home' })
    const { total } = await backend.api.call('GET /api/common/course-list-page', {})
    const claimed = Number(/(\d+) 门/.exec(seo.description)?.[1])
    expect(claimed).toBeGreaterThanOrEqual(300)
    expect(claimed).toBeLessThan(total)
    expect(claimed).toBeGreaterThanOrEqual(total - 100)
  })

  test('prefers a thing’s own texts to the default ones', async () => {
    await backend.database.db
      .insertInto('seoEntries')
      .values({ pageType: 'college', refId: 1, title: '一号学院', description: '描述', keyWord: '词' })
      .execute()
    await backend.database.db.deleteFrom('seoEntries').where('seoEntries.pageType', '=', 'search').execute()
    expect((await backend.api.call('GET /api/common/seo', { type: 'college', id: 1 })).title).toBe('一号学院')
    expect((await backend.api.call('GET /api/common/seo', { type: 'college', id: 2 })).title).not.toBe('一号学院')
    expect(await backend.api.call('GET /api/common/seo', { type: 'search' })).toEqual(
      await backend.api.call('GET /api/common/seo', {}),
    )
  })
})

describe('what every page needs', () => {
  test('links come friendly ones first', async () => {
    const kinds = (await backend.api.call('GET /api/common/links', {})).map((link) => link.kind)
    expect(kinds).toContain(1)
    expect(kinds).toEqual(kinds.toSorted())
  })

  test('dialling codes begin with 86', async () => {
    const phones = await backend.api.call('GET /api/common/country-phone-region', {})
    expect(phones[0]).toMatchObject({ region: 86 })
    expect(phones.length).toBeGreaterThan(20)
  })

  test('required fields say whether QQ must be given', async () => {
    const answer = await backend.api.call('GET /api/common/require-fields', { form: 'register' })
    expect(answer.isRequiredQQ).toBe(false)
    expect(answer.fields.phoneNum).toBe(true)
  })

  test('the configuration carries the brand and three QR codes', async () => {
    const config = await backend.api.call('GET /api/app/config', {})
    expect(config.brandName).toBe('试学园')
    expect(config.qrCodes.map((code) => code.kind)).toEqual(['mini', 'app', 'h5'])
    expect(config.qrCodes.every((code) => code.img !== '')).toBe(true)
    expect(config.chatPages).toContain('/')
    expect(config).toMatchObject({ chatKind: 'embedded', chatScript: null, tokenExpiry: 580, tokenExpiryUnit: 'day' })
  })
})

describe('GET /api/common/agreement', () => {
  test.each(['register', 'privacy', 'purchase', 'refund', 'live', 'community'] as const)(
    '%s names the brand',
    async (type) => {
      const agreement = await backend.api.call('GET /api/common/agreement', { type })
      expect(agreement.contentHtml).toContain('试学园')
      expect(agreement.contentHtml).not.toContain('{brand}')
    },
  )

  test('answers the newest version in force, else 404', async () => {
    const at = backend.clock.now()
    await backend.database.db
      .insertInto('agreements')
      .values({
        type: 'refund',
        version: 2,
        title: '新退款规则',
        contentHtml: '<p>新</p>',
        effectiveAt: new Date(at + 1000),
      })
      .execute()
    expect((await backend.api.call('GET /api/common/agreement', { type: 'refund' })).version).toBe(1)
    backend.clock.set(at + 1000)
    expect((await backend.api.call('GET /api/common/agreement', { type: 'refund' })).version).toBe(2)
    backend.clock.set(at)
    await backend.database.db.deleteFrom('agreements').where('agreements.type', '=', 'live').execute()
    await expect(backend.api.call('GET /api/common/agreement', { type: 'live' })).rejects.toMatchObject({
      code: 404,
      status: 200,
    })
  })
})

describe('GET /gateway/ping', () => {
  const from = async (address: string) => {
    const response = await backend.agent.get('/gateway/ping').set('X-Forwarded-For', address)
    expect(response.body.Time).toBe(backend.clock.now())
    return response.body.body.isIpInCompany as boolean
  }

  test('knows company addresses of the configuration and of the database', async () => {
    await backend.database.db.insertInto('companyIpRanges').values({ range: '2001:db8::/32', note: null }).execute()
    expect(await from('10.1.2.3')).toBe(true)
    expect(await from('10.2.2.3')).toBe(false)
    expect(await from('2001:db8::7')).toBe(true)
    expect(await from('nonsense')).toBe(false)
  })
})
