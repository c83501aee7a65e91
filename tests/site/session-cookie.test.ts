import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildVideoLesson } from '../support/play-steps.ts'
import { type School, startSchool } from '../support/test-site.ts'

// On https only the cookie with the prefix is a session's: anybody who can set a plain one must not be able to put a session into a browser.
const origin = 'https://school.test'
let school: School
let token: string
let userId: number
beforeAll(async () => {
  school = await startSchool({ ORIGIN: origin })
  const learner = await registerLearner(school.backend)
  userId = learner.userId
  token = learner.cookie.split('=')[1] ?? ''
})
afterAll(() => school?.close())

const cookiesOf = (answer: { headers: Record<string, unknown> }): string[] =>
  [answer.headers['set-cookie'] ?? []].flat() as string[]
const clearing = /^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/

describe('over https', () => {
  it('the session is read from the prefixed cookie alone', async () => {
    const whoIs = async (cookie: string): Promise<unknown> =>
      (await school.site.get('/api/user/info').set('Cookie', cookie)).body
    expect(await whoIs(`__Host-session=${token}`)).toMatchObject({ code: 1, body: { id: userId } })
    expect(await whoIs(`session=${token}`)).toMatchObject({ code: -3 })
    expect(await whoIs(`__Host-session=wrong; session=${token}`)).toMatchObject({ code: -3 })
  })

  it('a plain cookie makes nobody’s page, and is removed', async () => {
    const stray = await school.site.get('/user/info').set('Cookie', `session=${token}`)
    expect(stray.text).not.toContain(`"id":${userId},`)
    expect(cookiesOf(stray)).toEqual([expect.stringMatching(clearing)])
    const both = await school.site.get('/user/info').set('Cookie', `__Host-session=${token}; session=${'A'.repeat(43)}`)
    expect(both.text).toContain(`"id":${userId},`)
    expect(cookiesOf(both)).toEqual([expect.stringMatching(clearing)])
  })

  it('a session’s film doesn’t play with the plain cookie', async () => {
    const { periodId } = await buildVideoLesson(school.backend)
    const asked = await school.site
      .get(`/api/vod/period/play?periodId=${periodId}`)
      .set({ reqSource: 'pcSite', Origin: origin, Cookie: `__Host-session=${token}` })
    const { playUrl } = (asked.body as { body: { playUrl: string } }).body
    expect((await school.site.get(playUrl).set('Cookie', `session=${token}`)).body).toEqual({ reason: 'session' })
    expect((await school.site.get(playUrl).set('Cookie', `__Host-session=${token}`)).body).not.toEqual({
      reason: 'session',
    })
  })

  it('logging out takes both, and the visitor’s', async () => {
    const answer = await school.backend.agent
      .get('/api/auth/logout')
      .set({ reqSource: 'pcSite', Cookie: 'session=x; __Host-session=y' })
    expect(cookiesOf(answer).map((line) => line.split(';')[0])).toEqual([
      '__Host-session=',
      'signedIn=1',
      'session=',
      '__Secure-supportVisitor=',
    ])
  })
})
