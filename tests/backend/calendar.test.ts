import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { careForAccounts } from '#server/backend/account/closing/care-job.ts'
import { limitPolicies } from '#server/backend/context/limit-policies.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildLiveClass, buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildDepositOrder } from '../support/order-factories.ts'

const backend = backendOfFile()
const hour = 3_600_000
const day = 24 * hour
let addresses = 0
/** Guesses count by address: each test has its own. */
const newAddress = (): string => `198.51.100.${++addresses}`

/** A learner in a class that begins at `begin`. */
async function buildClassOf(
  learner: Learner,
  begin: number,
  name = '水彩入门',
): Promise<{ scheduleId: number; periodId: number; courseId: number }> {
  const courseId = await buildProduct(backend.database, { lectureType: LectureType.live, name })
  const { scheduleId, periodId } = await buildLiveClass(backend.database, courseId, begin, begin + 2 * hour)
  await backend.db.updateTable('periods').set({ sequenceNo: 1 }).where('periods.id', '=', periodId).execute()
  await backend.db
    .insertInto('enrolments')
    .values({
      userId: learner.userId,
      productId: courseId,
      scheduleId,
      source: 2,
      beginAt: new Date(testNow),
      createdAt: new Date(testNow),
    })
    .execute()
  return { scheduleId, periodId, courseId }
}

const make = async ({ cookie }: Learner): Promise<string> =>
  (await backend.as(cookie).call('POST /api/user/calendar/make', {})).path
const state = ({ cookie }: Learner) => backend.as(cookie).call('GET /api/user/calendar', {})

/** As a calendar program asks; what was made a minute ago is made anew. */
function fetchFile(path: string, headers: Record<string, string> = {}) {
  return backend.agent.get(path).set({ 'x-forwarded-for': newAddress(), ...headers })
}

interface Read {
  readonly uid: string
  readonly sequence: number
  readonly status: string
  readonly begin: string
  readonly summary: string
  readonly stamp: string
  readonly url: string | null
}

async function read(path: string): Promise<Read[]> {
  backend.clock.set(backend.clock.now() + 61_000)
  const { text } = await fetchFile(path).expect(200)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
      begin: event.startDate.toJSDate().toISOString(),
      summary: event.summary,
      stamp: String(component.getFirstPropertyValue('dtstamp')),
      url: component.getFirstPropertyValue('url') as string | null,
    }
  })
}

async function move(scheduleId: number, begin: number): Promise<void> {
  await backend.db
    .updateTable('schedulePeriods')
    .set({ beginAt: new Date(begin), endAt: new Date(begin + 2 * hour) })
    .where('schedulePeriods.scheduleId', '=', scheduleId)
    .execute()
}

describe('a learner’s calendar', () => {
  test('has their classes in UTC with the room', async () => {
    backend.clock.set(testNow)
    const learner = await registerLearner(backend)
    const { periodId, scheduleId } = await buildClassOf(learner, testNow + day)
    const [event, ...more] = await read(await make(learner))
    expect(more).toEqual([])
    expect(event).toMatchObject({
      sequence: 0,
      status: 'CONFIRMED',
      begin: '2026-03-12T04:00:00.000Z',
      summary: '水彩入门　第 1 讲',
    })
    expect(event?.url).toMatch(new RegExp(`/course/live/play/${periodId}\\?scheduleId=${scheduleId}$`))
    expect(event?.uid).toMatch(/^class-\d+@/)
  })

  test('keeps an event’s name through moves, calling off and back', async () => {
    backend.clock.set(testNow)
    const learner = await registerLearner(backend)
    const { scheduleId } = await buildClassOf(learner, testNow + day)
    const path = await make(learner)
    const [first] = await read(path)
    await move(scheduleId, testNow + 2 * day)
    const [moved] = await read(path)
    expect(moved).toMatchObject({ uid: first?.uid, sequence: 1, begin: '2026-03-13T04:00:00.000Z' })
    expect(moved?.stamp).not.toBe(first?.stamp)
    await backend.db
      .updateTable('classSchedules')
      .set({ status: 3 })
      .where('classSchedules.id', '=', scheduleId)
      .execute()
    expect(await read(path)).toMatchObject([{ uid: first?.uid, sequence: 2, status: 'CANCELLED' }])
    await backend.db
      .updateTable('classSchedules')
      .set({ status: 1 })
      .where('classSchedules.id', '=', scheduleId)
      .execute()
    expect(await read(path)).toMatchObject([{ uid: first?.uid, sequence: 3, status: 'CONFIRMED' }])
  })

  test('calls off a class that was left, for sixty days', async () => {
    backend.clock.set(testNow)
    const learner = await registerLearner(backend)
    await buildClassOf(learner, testNow + day)
    const path = await make(learner)
    await read(path)
    await backend.db.updateTable('enrolments').set({ status: 3 }).where('userId', '=', learner.userId).execute()
    expect(await read(path)).toMatchObject([{ sequence: 1, status: 'CANCELLED' }])
    backend.clock.set(testNow + 59 * day)
    expect(await read(path)).toMatchObject([{ sequence: 1, status: 'CANCELLED' }])
    backend.clock.set(testNow + 61 * day)
    expect(await read(path)).toEqual([])
  })

  test('goes over a leap day and a year’s end', async () => {
    backend.clock.set(Date.parse('2027-12-31T12:00:00+08:00'))
    const learner = await registerLearner(backend)
    const { scheduleId } = await buildClassOf(learner, Date.parse('2027-12-31T23:00:00+08:00'))
    await buildClassOf(learner, Date.parse('2028-02-29T07:30:00+08:00'))
    const path = await make(learner)
    expect((await read(path)).map(({ begin }) => begin)).toEqual([
      '2027-12-31T15:00:00.000Z',
      '2028-02-28T23:30:00.000Z',
    ])
    await move(scheduleId, Date.parse('2028-01-01T00:30:00+08:00'))
    expect((await read(path)).map(({ begin, sequence }) => [begin, sequence])).toEqual([
      ['2027-12-31T16:30:00.000Z', 1],
      ['2028-02-28T23:30:00.000Z', 0],
    ])
    backend.clock.set(testNow)
  })

  test('has balances until they are due or paid', async () => {
    backend.clock.set(testNow)
    const learner = await registerLearner(backend)
    const productId = await buildProduct(backend.database, { name: '插画系统班', priceFen: 100_000 })
    const { depositId } = await buildDepositOrder(backend, learner.userId, productId)
    const due = new Date(testNow + 3 * day)
    await backend.db
      .updateTable('deposits')
      .set({ state: 1, expireAt: due })
      .where('deposits.id', '=', depositId)
      .execute()
    const path = await make(learner)
    const [event] = await read(path)
    expect(event).toMatchObject({ summary: '尾款截止：插画系统班', begin: '2026-03-14T03:30:00.000Z' })
    expect(event?.url).toMatch(new RegExp(`/deposits/${depositId}$`))
    await backend.db.updateTable('deposits').set({ state: 4 }).where('deposits.id', '=', depositId).execute()
    expect(await read(path)).toMatchObject([{ status: 'CANCELLED', sequence: 1 }])
  })

  test('folds its lines by bytes, and means what was written', async () => {
    backend.clock.set(testNow)
    const learner = await registerLearner(backend)
    const name = `${'很长的课程名，带逗号；分号\\反斜杠👩‍🏫'.repeat(6)}BEGIN:VEVENT`
    await buildClassOf(learner, testNow + day, name)
    const path = await make(learner)
    const { text } = await fetchFile(path).expect(200)
    const lines = text.split('\r\n')
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    expect(lines.some((line) => line.startsWith(' '))).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect((await read(path))[0]?.summary).toBe(`${name}　第 1 讲`)
  })
})

describe('a calendar’s address', () => {
  test('is shown once and says when it was used', async () => {
    backend.clock.set(testNow)
    const learner = await registerLearner(backend)
    expect(await state(learner)).toBeNull()
    const path = await make(learner)
    expect(path).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    expect(await state(learner)).toEqual({ createTime: testNow, fetchTime: null, fetchedBy: null })
    const rows = await backend.db.selectFrom('calendarFeeds').selectAll().where('userId', '=', learner.userId).execute()
    expect(JSON.stringify(rows)).not.toContain(path.slice(10, 53))
    backend.clock.set(testNow + hour)
    await fetchFile(path, { 'user-agent': 'iOS/18 (Calendar)' }).expect(200)
    await backend.context.background.settled()
    expect(await state(learner)).toEqual({
      createTime: testNow,
      fetchTime: testNow + hour,
      fetchedBy: 'iOS/18 (Calendar)',
    })
  })

  test('opens nothing after it was renewed or revoked, at once', async () => {
    const learner = await registerLearner(backend)
    const first = await make(learner)
    await fetchFile(first).expect(200)
    const second = await make(learner)
    await fetchFile(first).expect(404)
    await fetchFile(second).expect(200)
    await backend.as(learner.cookie).call('POST /api/user/calendar/revoke', {})
    await fetchFile(second).expect(404)
    expect(await state(learner)).toBeNull()
    expect(await backend.as(learner.cookie).call('POST /api/user/calendar/revoke', {})).toBe(true)
  })

  test('answers 304 to whoever has what it says', async () => {
    backend.clock.set(testNow)
    const learner = await registerLearner(backend)
    const { scheduleId } = await buildClassOf(learner, testNow + day)
    const path = await make(learner)
    const { etag = '' } = (await fetchFile(path).expect(200)).headers
    const same = await fetchFile(path, { 'if-none-match': etag }).expect(304)
    expect(same.text).toBe('')
    backend.clock.set(testNow + hour)
    await fetchFile(path, { 'if-none-match': `"other", W/${etag}` }).expect(304)
    await move(scheduleId, testNow + 2 * day)
    backend.clock.set(testNow + 2 * hour)
    const changed = await fetchFile(path, { 'if-none-match': etag }).expect(200)
    expect(changed.headers.etag).not.toBe(etag)
  })

  test('is kept by nobody and named by no search engine', async () => {
    const path = await make(await registerLearner(backend))
    const { headers } = await fetchFile(path).expect(200)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'content-type': 'text/calendar; charset=utf-8',
    })
    expect(headers['set-cookie']).toBeUndefined()
  })

  test.each(['/calendar/short.ics', `/calendar/${'A'.repeat(43)}.ics`, '/calendar/', `/calendar/${'A'.repeat(43)}`])(
    'is the same 404 for %s',
    async (path) => {
      const answer = await fetchFile(path).expect(404)
      expect([answer.text, answer.headers['cache-control']]).toEqual([
        'There is no such calendar.',
        'private, no-store',
      ])
    },
  )

  test('can’t be guessed: addresses are refused after 100 tries', async () => {
    const path = await make(await registerLearner(backend))
    const address = newAddress()
    const guess = () => backend.agent.get(`/calendar/${'B'.repeat(43)}.ics`).set('x-forwarded-for', address)
    for (let each = 0; each < limitPolicies.calendarGuess.points; each++) await guess().expect(404)
    const refused = await guess().expect(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await backend.agent.get(path).set('x-forwarded-for', address).expect(200)
    await fetchFile(path).expect(200)
  })

  test('opens no session and takes no other method', async () => {
    const path = await make(await registerLearner(backend))
    const secret = path.slice(10, 53)
    await expect(backend.as(`session=${secret}`).call('GET /api/user/info', {})).rejects.toMatchObject({ code: -3 })
    const answer = await backend.agent.post(path).set('x-forwarded-for', newAddress()).send({})
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
  })

  test('ends with the account', async () => {
    backend.clock.set(testNow)
    const learner = await registerLearner(backend)
    await buildClassOf(learner, testNow + 30 * day)
    const path = await make(learner)
    await read(path)
    await backend.db
      .insertInto('deregistrations')
      .values({
        userId: learner.userId,
        reason: null,
        requestedAt: new Date(testNow),
        dueAt: new Date(testNow + 1000),
        ip: null,
      })
      .execute()
    await careForAccounts(backend.context)
    await fetchFile(path).expect(404)
    const left = await backend.db
      .selectFrom('calendarEvents')
      .select('uid')
      .where('userId', '=', learner.userId)
      .execute()
    expect(left).toEqual([])
  })
})
