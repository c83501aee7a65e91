import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { type School, startSchool } from '../support/test-site.ts'

let school: School
beforeAll(async () => {
  school = await startSchool()
})
afterAll(() => school?.close())

async function makePath(): Promise<string> {
  const { cookie } = await registerLearner(school.backend)
  return (await school.backend.as(cookie).call('POST /api/user/calendar/make', {})).path
}

describe('a learner’s calendar through the front', () => {
  it('is the file, and 304 to whoever has it', async () => {
    const path = await makePath()
    const answer = await school.site.get(path).buffer(true).expect(200)
    expect(answer.text).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    await school.site.get(path).set('If-None-Match', String(answer.headers.etag)).expect(304)
    const head = await school.site.request('head', path).expect(200)
    expect(head.headers.etag).toBe(answer.headers.etag)
  })

  it('leaves no address in the logs, however it is written', async () => {
    const path = await makePath()
    const secret = path.slice(10, 53)
    school.site.lines.length = 0
    await school.site.get(path).expect(200)
    await school.site.get(`${path}?x=1`).expect(200)
    await school.site.get(`/auth/login?redirect=${encodeURIComponent(path)}`)
    await school.site.get('/course').set('Referer', `http://school.test${path}`)
    expect(school.site.lines.join('\n')).toContain('/calendar/[redacted]')
    expect(school.site.lines.join('\n')).not.toContain(secret)
    expect(JSON.stringify(school.backend.log.lines)).not.toContain(secret)
  })

  it('isn’t there for a guess, and takes nothing but reading', async () => {
    const guess = `/calendar/${'C'.repeat(43)}.ics`
    const answer = await school.site.get(guess).expect(404)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    await school.site.request('post', guess).expect(405)
  })

  it('says that it will be back', async () => {
    const path = await makePath()
    await school.services.stop()
    const answer = await school.site.get(path).expect(503)
    expect(answer.headers['retry-after']).toBe('60')
    await school.services.start()
    await school.site.get(path).expect(200)
  })
})
