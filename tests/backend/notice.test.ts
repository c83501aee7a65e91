import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildNotice } from '../support/backend-factories.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())
beforeEach(async () => {
  backend.clock.set(testNow)
  await backend.database.db.deleteFrom('platformNoticeLogs').execute()
  await backend.database.db.deleteFrom('platformNotices').execute()
})

const show = 'GET /api/platform/notice/platform-notice-by-user'
const log = 'POST /api/platform/notice/add-platform-user-log'
const fingerprint = 'visitor-1234'

describe('GET /api/platform/notice/platform-notice-by-user', () => {
  test('shows the newest notice of the position', async () => {
    await buildNotice(backend.database, { beginAt: new Date(testNow - 7_200_000) })
    const id = await buildNotice(backend.database)
    await buildNotice(backend.database, { position: 'college' })
    expect((await backend.api.call(show, { position: 'home' }))?.id).toBe(id)
  })

  test('shows nothing when nothing is to be said', async () => {
    expect(await backend.api.call(show, {})).toBeNull()
  })

  test('shows a notice from its begin until its end', async () => {
    const id = await buildNotice(backend.database, { beginAt: new Date(testNow), endAt: new Date(testNow + 1000) })
    expect((await backend.api.call(show, {}))?.id).toBe(id)
    backend.clock.set(testNow - 1)
    expect(await backend.api.call(show, {})).toBeNull()
    backend.clock.set(testNow + 1000)
    expect(await backend.api.call(show, {})).toBeNull()
  })

  test('keeps notices for learners from visitors', async () => {
    await buildNotice(backend.database, { audience: 2 })
    expect(await backend.api.call(show, {})).toBeNull()
  })

  test('stays away from the browser that closed it, no other', async () => {
    const id = await buildNotice(backend.database)
    await backend.api.call(log, { noticeId: id, action: 'close', fingerprint })
    expect(await backend.api.call(show, { fingerprint })).toBeNull()
    expect((await backend.api.call(show, { fingerprint: 'somebody-else' }))?.id).toBe(id)
    expect((await backend.api.call(show, {}))?.id).toBe(id)
  })

  test('seeing it is not closing it', async () => {
    const id = await buildNotice(backend.database)
    await backend.api.call(log, { noticeId: id, action: 'show', fingerprint })
    expect((await backend.api.call(show, { fingerprint }))?.id).toBe(id)
  })

  test.each(['short', 'white space', '../../etc', 'x'.repeat(65)])('refuses the fingerprint %j', async (value) => {
    const response = await backend.agent
      .get('/api/platform/notice/platform-notice-by-user')
      .query({ fingerprint: value })
    expect(response.status).toBe(400)
  })
})

describe('POST /api/platform/notice/add-platform-user-log', () => {
  const logs = () =>
    backend.database.db
      .selectFrom('platformNoticeLogs')
      .select(['platformNoticeLogs.action'])
      .orderBy('platformNoticeLogs.id')
      .execute()

  test('notes each action once, however often it is sent', async () => {
    const noticeId = await buildNotice(backend.database)
    for (let time = 0; time < 3; time++)
      expect(await backend.api.call(log, { noticeId, action: 'show', fingerprint })).toBe(true)
    await backend.api.call(log, { noticeId, action: 'close', fingerprint })
    expect(await logs()).toEqual([{ action: 'show' }, { action: 'close' }])
  })

  test('notes it once when many arrive together', async () => {
    const noticeId = await buildNotice(backend.database)
    await Promise.all(
      Array.from({ length: 10 }, () => backend.api.call(log, { noticeId, action: 'click', fingerprint })),
    )
    expect(await logs()).toEqual([{ action: 'click' }])
  })

  test('notes nothing of a browser without a fingerprint', async () => {
    const noticeId = await buildNotice(backend.database)
    expect(await backend.api.call(log, { noticeId, action: 'show' })).toBe(true)
    expect(await logs()).toEqual([])
  })

  test('does not know a notice that is none', async () => {
    await expect(backend.api.call(log, { noticeId: 999_999, action: 'show', fingerprint })).rejects.toMatchObject({
      code: 404,
    })
  })
})
