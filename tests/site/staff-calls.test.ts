import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { buildLiveLesson } from '../support/live-rooms.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

let school: School
let office: Learner
beforeAll(async () => {
  school = await startSchool()
  office = await buildStaff(school.backend, 'education')
})
afterAll(() => school?.close())

test('a room is set up by cookie, never by token', async () => {
  const { periodId, scheduleId } = await buildLiveLesson(school.backend)
  const path = `/api/staff/room?periodId=${periodId}&scheduleId=${scheduleId}`
  const looked = await school.site.get(path).set('Cookie', office.cookie)
  expect(looked.body).toMatchObject({ code: 1, body: { roomId: null } })
  const headers = { Cookie: office.cookie, reqSource: 'pcSite', Origin: testOrigin }
  const setUp = school.site.request('post', '/api/staff/room/settings').set(headers)
  expect((await setUp.send({ periodId, scheduleId, notice: '带上铅笔' })).body).toMatchObject({
    code: 1,
    body: { notice: '带上铅笔' },
  })
  const token = office.cookie.split('=')[1]
  const refused = await school.site.get(`${path}&token=${token}`)
  expect([refused.status, refused.body.code, refused.body.body]).toEqual([400, 0, null])
  expect((await school.site.get(path).set('Authorization', `Bearer ${token}`)).body.code).toBe(-3)
})
