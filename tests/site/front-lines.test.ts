import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeService, startFakeService } from '../support/fake-service.ts'
import { type School, startSchool, startTestSite, type TestSite, testHost, testOrigin } from '../support/test-site.ts'

/** Sends bytes as they are and answers all that came back until the connection was closed. */
async function raw(base: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.write(bytes)
  await once(socket, 'close')
  return text
}

/** One course's page in so many is made; all their lessons are asked for. */
const samplePages = 8

const statuses = (text: string): number[] => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))

describe('what the front refuses', () => {
  let service: FakeService
  let site: TestSite
  beforeAll(async () => {
    service = await startFakeService()
    site = await startTestSite(service.base)
  })
  afterAll(async () => {
    await site.close()
    await service.stop()
  })

  it.each([
    ['another host', 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n', 421],
    ['an unknown method', `BREW / HTTP/1.1\r\nHost: ${testHost}\r\n\r\n`, 400],
    ['an ambiguous path', `GET /a/../b HTTP/1.1\r\nHost: ${testHost}\r\n\r\n`, 400],
  ])('%s: nothing that came with it is run', async (_name, first, status) => {
    service.arrivals.length = 0
    const body = '{"events":[]}'
    // with all that a call of our own pages has: alone it would reach the service
    const second = `POST /api/ubas/flow-collect HTTP/1.1\r\nHost: ${testHost}\r\nOrigin: ${testOrigin}\r\nreqSource: pcSite\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    expect(statuses(await raw(site.base, first + second))).toEqual([status])
    expect(service.arrivals).toEqual([])
    expect(statuses(await raw(site.base, second.replace('\r\n', '\r\nConnection: close\r\n')))).toEqual([200])
    expect(service.arrivals).toHaveLength(1)
  })

  it('has the site’s headers, without a host too', async () => {
    for (const bytes of ['GET / HTTP/1.1\r\n\r\n', `GET / HTTP/1.1\r\nHost: ${testHost}\r\nBad Header\r\n\r\n`]) {
      const text = await raw(site.base, bytes)
      expect(statuses(text)).toEqual([400])
      expect(text).toMatch(/content-security-policy: /i)
      expect(text).toMatch(/x-content-type-options: nosniff/i)
      expect(text).toMatch(/cache-control: no-store/i)
    }
  })

  it('guesses of the operators’ token end with the twentieth', async () => {
    const ask = (token: string) => site.get('/ops/cache').set('Authorization', `Bearer ${token}`)
    for (let time = 0; time < 20; time += 1) expect((await ask(`guess-${time}`)).status).toBe(401)
    const answer = await ask('operators-test-token')
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(800)
  })
})

describe('first lines of pages', () => {
  let school: School
  beforeAll(async () => {
    school = await startSchool()
  }, 60_000)
  afterAll(() => school?.close())

  it.each([
    ['/agreement/privacy', 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n', 421],
    ['/agreement/refund', `GET /a/../b HTTP/1.1\r\nHost: ${testHost}\r\n\r\n`, 400],
  ])('%s behind a refused request isn’t made', async (path, refused, status) => {
    const page = `GET ${path} HTTP/1.1\r\nHost: ${testHost}\r\n\r\n`
    expect(statuses(await raw(school.site.base, refused + page))).toEqual([status])
    // whoever asks next has it made: nobody had begun to
    const answer = await school.site.get(path)
    expect([answer.status, answer.headers['cache-status']]).toEqual([
      200,
      expect.stringMatching(/fwd=uri-miss; stored$/),
    ])
  })
  it.each(['/search?page=9999', '/search?searchText=%E7%94%BB&page=9999'])('%s is not found', async (path) => {
    expect((await school.site.get(path)).status).toBe(404)
  })
  it('a search’s pages that there are stay', async () => {
    for (const path of ['/search', '/search?searchText=%E7%94%BB', '/search?searchText=%E7%94%BB&page=2'])
      expect((await school.site.get(path)).status).toBe(200)
  })
  it('a page that is sent something says so itself', async () => {
    const answer = await school.site.request('post', '/course').send('a=1')
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD')
    expect(answer.text).toContain('这个地址只能打开，不能向它提交内容')
    expect(answer.text).not.toContain('下单')
  })
  it('no lesson yet to be held is watchable now', async () => {
    const courses = await school.backend.database.db
      .selectFrom('products')
      .select('id')
      .where('lectureType', '=', 3)
      .where('status', '=', 1)
      .execute()
    const live = await school.backend.database.db
      .selectFrom('products')
      .select('id')
      .where('lectureType', '=', 1)
      .where('status', '=', 1)
      .execute()
    const now = school.backend.clock.now()
    for (const { id } of [...courses, ...live]) {
      const periods = await school.backend.api.call('GET /api/course/period', { courseId: id })
      for (const { playUrl, kind, endDate } of periods)
        if (playUrl && kind !== 2) expect(endDate).toBeLessThanOrEqual(now)
    }
  })
  it('a course counts watchable lessons and leads there', async () => {
    const { text } = await school.site.get('/course/video/1')
    expect(text).toMatch(/<a class="link" href="#trial">\d+ 讲现在就能看，不用登录<\/a>/)
    expect(text).toContain('id="trial"')
  })
  it('lessons said to be open play for visitors', async () => {
    const courses = await school.backend.database.db
      .selectFrom('products')
      .select(['id', 'lectureType'])
      .where('lectureType', 'in', [1, 3])
      .where('status', '=', 1)
      .execute()
    const films = new Set<string>()
    let promised = 0
    for (const [index, { id, lectureType }] of courses.entries()) {
      const lessons = await school.backend.api.call('GET /api/course/period', { courseId: id })
      const playable = lessons.flatMap(({ playUrl }) => (playUrl ? [playUrl] : []))
      for (const film of playable) films.add(film)
      promised += playable.length
      if (index % samplePages > 0) continue
      const { text } = await school.site.get(`/course/${lectureType === 3 ? 'video' : 'live'}/${id}`)
      expect([id, Number(/>(\d+) 讲现在就能看，不用登录</.exec(text)?.[1] ?? 0)]).toEqual([id, playable.length])
    }
    expect(promised).toBeGreaterThan(30)
    for (const film of films) expect([film, (await school.site.get(film)).status]).toEqual([film, 200])
  }, 60_000)
  it('no introduction of the seed ends a sentence twice', async () => {
    const rows = await school.backend.database.db.selectFrom('products').select(['name', 'introHtml']).execute()
    expect(rows.filter(({ introHtml }) => introHtml?.includes('。。')).map(({ name }) => name)).toEqual([])
  })
})
