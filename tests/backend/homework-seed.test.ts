import { expect, test } from 'vitest'
import { drawHomeworkPhotos } from '#server/seed/homework-photos.ts'
import { placeLearnerDesk } from '#server/seed/learner-desk.ts'
import { openSessionOf } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const backend = backendOfFile()

async function openSeeded(phone: string): Promise<string> {
  await backend.database.transaction((trx) => placeLearnerDesk(trx, backend.clock.now()))
  const { id } = await backend.db
    .selectFrom('users')
    .select('users.id')
    .where('users.phone', '=', phone)
    .executeTakeFirstOrThrow()
  return openSessionOf(backend, id)
}

test('the demo’s learner has homework in every state', async () => {
  const learner = backend.as(await openSeeded('13800000001'))
  const { records } = await learner.call('GET /api/user/homework/list', { pageSize: 50 })
  const now = backend.clock.now()
  const open = records.filter(({ state }) => state === 1)
  expect(open.some(({ id, dueTime }) => id === null && dueTime !== null && dueTime > now)).toBe(true)
  expect(open.some(({ id, dueTime }) => id === null && dueTime !== null && dueTime < now)).toBe(true)
  expect(open.some(({ isReturned, isClosed }) => isReturned && !isClosed)).toBe(true)
  expect(open.some(({ isClosed }) => isClosed)).toBe(true)
  expect(records.some(({ state }) => state === 2)).toBe(true)
  const corrected = await Promise.all(
    records
      .filter(({ state }) => state === 3)
      .map(({ id }) => learner.call('GET /api/user/homework/detail', { id: id ?? 0 })),
  )
  expect(corrected.some(({ isExcellent, mayShow }) => isExcellent && !mayShow)).toBe(true)
  expect(corrected.every(({ rounds }) => rounds[0]?.score && rounds[0].comment)).toBe(true)
  expect(corrected.some(({ rounds }) => rounds[0]?.markCount)).toBe(true)
})

test('what came back is in the demo’s inbox', async () => {
  const learner = backend.as(await openSeeded('13800000001'))
  const { records: sheets } = await learner.call('GET /api/user/homework/list', { pageSize: 50 })
  const answered = sheets.filter(({ state, isReturned }) => state === 3 || isReturned)
  const { records } = await learner.call('GET /api/notify-message/get-message', { topic: 'study', pageSize: 50 })
  const told = records.filter(({ title }) => title === '作业批改好了' || title === '作业被退回了')
  expect(told.map(({ buttonUrl }) => buttonUrl).sort()).toEqual(
    answered.map(({ id }) => `/homework/detail/${id}`).sort(),
  )
})

test('the demo’s teacher has photos to mark', async () => {
  const teacher = backend.as(await openSeeded('13800000002'))
  const { records } = await teacher.call('GET /api/teach/homework/queue', {})
  expect(new Set(records.map(({ nickname }) => nickname)).size).toBeGreaterThanOrEqual(6)
  expect(records.length).toBeGreaterThanOrEqual(6)
})

test('the demo’s photos are drawn where their rows say', async () => {
  const cookie = await openSeeded('13800000004')
  const { objectKey, resUrl } = await backend.db
    .selectFrom('uploads')
    .select(['uploads.objectKey', 'uploads.resUrl'])
    .where('uploads.purpose', '=', 'study')
    .orderBy('uploads.id')
    .executeTakeFirstOrThrow()
  const { storage } = backend.context
  await storage.remove(objectKey)
  let isDrawn = false
  const put: typeof storage.put = async (key, ...given) => {
    await storage.put(key, ...given)
    isDrawn ||= key === objectKey
  }
  await drawHomeworkPhotos({ db: backend.db, storage: { ...storage, put } }, () => isDrawn)
  const photo = await backend.agent.get(resUrl).set('Cookie', cookie)
  expect(photo.headers['content-type']).toBe('image/jpeg')
})
