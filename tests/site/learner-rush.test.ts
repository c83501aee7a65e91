import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageBudgets } from '#server/site/page-budgets.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { buildLiveLesson } from '../support/live-rooms.ts'
import { type SwitchedService, startSwitchedService } from '../support/switched-service.ts'
import { startTestSite, type TestSite } from '../support/test-site.ts'

/** What one call costs the service, which does one after another: all of them together take longer than any page may wait. */
const callMs = 15
const visits = 200

let backend: TestBackend
let service: SwitchedService
let site: TestSite
let learner: Learner
beforeAll(async () => {
  backend = await startTestBackend()
  service = await startSwitchedService(oneByOne(backend.listener))
  site = await startTestSite(service.base, { clock: () => backend.clock.now(), budgets: pageBudgets(1) })
  learner = await registerLearner(backend, { nickname: '准时到的人' })
})
afterAll(async () => {
  await site?.close()
  await service?.close()
  await backend?.close()
})

/** A service that has one lane. */
function oneByOne(listener: RequestListener): RequestListener {
  let before = Promise.resolve()
  return (req, res) => {
    before = before.then(
      () =>
        new Promise((resolve) => {
          res.once('close', resolve)
          setTimeout(() => (res.destroyed ? resolve() : listener(req, res)), callMs)
        }),
    )
  }
}

test('a class coming together gets its own pages each', async () => {
  const { periodId } = await buildLiveLesson(backend)
  const pages = await Promise.all(
    Array.from({ length: visits }, () => site.get(`/course/live/play/${periodId}`).set('Cookie', learner.cookie)),
  )
  const kinds = pages.map(({ status, text }) => `${status} ${text.includes('准时到的人') ? 'learner' : 'visitor'}`)
  expect(new Set(kinds)).toEqual(new Set(['200 learner']))
})
