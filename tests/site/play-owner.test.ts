import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildVideoLesson } from '../support/play-steps.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

// A film that was paid for is played by the session that asked for it, however that session proves itself.
let school: School
let courseId: number
let periodId: number
beforeAll(async () => {
  school = await startSchool()
  cpSync('server/seed/media/film', join(school.backend.context.config.dataDir, 'media', 'lessons', 'paid'), {
    recursive: true,
  })
  ;({ courseId, periodId } = await buildVideoLesson(school.backend, {
    free: false,
    url: 'store:lessons/paid/master.m3u8',
  }))
})
afterAll(() => school?.close())

async function enrolled(): Promise<Learner & { token: string }> {
  const learner = await registerLearner(school.backend)
  const now = new Date(school.backend.clock.now())
  await school.backend.db
    .insertInto('enrolments')
    .values({ userId: learner.userId, productId: courseId, source: 2, beginAt: now, createdAt: now })
    .execute()
  return { ...learner, token: learner.cookie.split('=')[1] ?? '' }
}

/** The lesson's address as somebody gets it who has nothing but a token in theirs. */
async function addressByToken(token: string): Promise<string> {
  const answer = await school.site
    .get(`/api/vod/period/play?periodId=${periodId}&token=${token}`)
    .set({ reqSource: 'pcSite', Origin: testOrigin })
  return (answer.body as { body: { playUrl: string } }).body.playUrl
}

it('a token without a cookie gets its session’s address', async () => {
  const [owner, other] = [await enrolled(), await enrolled()]
  const url = await addressByToken(owner.token)
  expect(url).toMatch(/^\/media\/play\//)
  expect((await school.site.get(url)).status).toBe(403)
  expect((await school.site.get(url).set('Cookie', other.cookie)).status).toBe(403)
  expect((await school.site.get(url).set('Authorization', `Bearer ${other.token}`)).body).toEqual({ reason: 'session' })
  expect((await school.site.get(url).set('Authorization', `Bearer ${owner.token}`)).status).toBe(200)
  expect((await school.site.get(url).set('Cookie', owner.cookie)).status).toBe(200)
})
