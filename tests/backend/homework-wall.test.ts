import { describe, expect, test } from 'vitest'
import { EnrolmentStatus } from '#shared/contract/enums.ts'
import { buildStaff, getCode, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { uploadFile } from '../support/backend-uploads.ts'
import { buildEnrolled } from '../support/live-rooms.ts'
import { makePicture } from '../support/upload-samples.ts'
import { type Excellent, wallSteps } from '../support/wall-steps.ts'

const backend = backendOfFile()

const { buildExcellent, consent, detail, publish, workOf } = wallSteps(backend)

test('agreed to, excellent homework is drafted for the wall', async () => {
  const work = await buildExcellent()
  expect(await workOf(work)).toBeUndefined()
  await consent(work, true)
  const draft = await workOf(work)
  expect(draft).toMatchObject({
    status: 0,
    title: '一组静物',
    intro: '光从左上来',
    teacherComment: '结构很稳',
    coverImg: work.url,
  })
  await expect(detail(draft?.id ?? 0)).rejects.toMatchObject({ code: expect.any(Number) })
  const stranger = await registerLearner(backend)
  expect((await backend.agent.get(work.url).set('Cookie', stranger.cookie)).status).toBe(404)
})

test('consent that is taken back takes the draft away', async () => {
  const work = await buildExcellent()
  await consent(work, true)
  await consent(work, false)
  expect(await workOf(work)).toBeUndefined()
})

test('published, it has an address for everybody', async () => {
  const work = await buildExcellent()
  await consent(work, true)
  const { id = 0 } = (await workOf(work)) ?? {}
  await publish(id)
  const shown = await detail(id)
  expect(shown).toMatchObject({ title: '一组静物', teacherComment: '结构很稳' })
  expect(shown.coverImg).toMatch(/^\/media\/uploads\//)
  expect(shown.media.map(({ url }) => url)).toEqual([shown.coverImg])
  const key = shown.coverImg.slice('/media/uploads/'.length)
  expect(await backend.context.storage.exists(key)).toBe(true)
  expect(work.url).not.toContain(key)
})

test('published, it is hidden when its learner takes consent back', async () => {
  const work = await buildExcellent()
  await consent(work, true)
  const { id = 0 } = (await workOf(work)) ?? {}
  await publish(id)
  await consent(work, false)
  await expect(detail(id)).rejects.toMatchObject({ code: 410 })
  await expect(publish(id)).rejects.toMatchObject({ code: 4004, message: '学员没有同意展示这份作业，不能发布' })
})

const copyOf = (url: string): string => url.slice('/media/uploads/'.length)
const lies = (url: string): Promise<boolean> => backend.context.storage.exists(copyOf(url))

/** Published by the office; answers the work and the address of its picture. */
async function publishExcellent(work: Excellent): Promise<{ id: number; coverImg: string }> {
  await consent(work, true)
  const { id = 0 } = (await workOf(work)) ?? {}
  await publish(id)
  return { id, coverImg: (await detail(id)).coverImg }
}

/** Nobody finds it any more: not by its address, its file's, the wall or the sitemap; and caches are told. */
async function expectGone({ id, coverImg }: { id: number; coverImg: string }): Promise<void> {
  await expect(detail(id)).rejects.toMatchObject({ code: 410 })
  expect(backend.woken).toContain('uploads.purge')
  await backend.runJob('uploads.purge')
  expect(await lies(coverImg)).toBe(false)
  const { records } = await backend.as('').call('GET /api/student-work/list', { pageSize: 50 })
  expect(records.map((shown) => shown.id)).not.toContain(id)
  const listed = await backend.as('').call('GET /api/sitemap/entries', { kind: 'work', part: 1, after: id - 1 })
  expect(listed.map((entry) => entry.id)).not.toContain(id)
  expect(backend.purges.orders).toEqual(
    expect.arrayContaining([
      { tag: `work:${id}`, hard: true },
      { tag: 'works', hard: true },
    ]),
  )
}

describe('what was published goes at once, with its file', () => {
  test('when consent is taken back', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    expect(await lies(shown.coverImg)).toBe(true)
    await consent(work, false)
    await expectGone(shown)
    // the learner's own stays
    expect((await backend.agent.get(work.url).set('Cookie', work.learner.cookie)).status).toBe(200)
  })

  test('when the homework is sent back', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    await backend
      .as(work.teacher.cookie)
      .call('POST /api/teach/homework/return', { id: work.id, version: 2, comment: '再画一遍', files: [] })
    await expectGone(shown)
  })

  test('when it is called excellent no more', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    await backend
      .as(work.teacher.cookie)
      .call('POST /api/teach/homework/excellent', { id: work.id, isExcellent: false })
    await expectGone(shown)
  })

  test('also what the office had hidden before', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    const { cookie } = await buildStaff(backend, 'education')
    await backend.as(cookie).call('POST /api/staff/work/save', { id: shown.id, status: 2 })
    await consent(work, false)
    await expectGone(shown)
  })

  test('when the account ends, and nothing names its learner', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    const { userId, phone, cookie } = work.learner
    await backend.db
      .updateTable('enrolments')
      .set({ status: EnrolmentStatus.over })
      .where('userId', '=', userId)
      .execute()
    const captchaCode = await getCode(backend, phone, 'deregister')
    await backend.as(cookie).call('POST /api/user/deregister', { captchaCode })
    backend.clock.set(testNow + 8 * 86_400_000)
    await backend.runJob('accounts.care')
    await expectGone(shown)
    const row = await backend.db.selectFrom('studentWorks').selectAll().where('id', '=', shown.id).executeTakeFirst()
    expect(row).toMatchObject({ userId: null, homeworkId: null, authorName: '', title: '', intro: null, coverImg: '' })
  })
})

describe('hidden by the office', () => {
  const hide = async (id: number, status: 0 | 2) => {
    const { cookie } = await buildStaff(backend, 'education')
    await backend.as(cookie).call('POST /api/staff/work/save', { id, status })
  }

  test('its picture goes with it, its learner keeps theirs', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    await hide(shown.id, 2)
    await expectGone(shown)
    expect(await workOf(work)).toMatchObject({ coverImg: work.url })
    expect((await backend.agent.get(work.url).set('Cookie', work.learner.cookie)).status).toBe(200)
  })

  test('made a draft again, its picture goes, too', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    await hide(shown.id, 0)
    await backend.runJob('uploads.purge')
    expect(await lies(shown.coverImg)).toBe(false)
  })

  test('shown again, its files are at another address', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    await hide(shown.id, 2)
    await backend.runJob('uploads.purge')
    await publish(shown.id)
    const again = await detail(shown.id)
    await backend.runJob('uploads.purge')
    expect([await lies(again.coverImg), await lies(shown.coverImg)]).toEqual([true, false])
    expect(again.media.map(({ url }) => url)).toEqual([again.coverImg])
  })
})

describe('agreed to again', () => {
  test('it waits for the office and has another address', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    await consent(work, false)
    await consent(work, true)
    await expect(detail(shown.id)).rejects.toMatchObject({ code: 410 })
    await publish(shown.id)
    const again = await detail(shown.id)
    await backend.runJob('uploads.purge')
    expect([await lies(again.coverImg), await lies(shown.coverImg)]).toEqual([true, false])
  })

  test('redone homework shows what it is now', async () => {
    const work = await buildExcellent()
    const shown = await publishExcellent(work)
    const teacher = backend.as(work.teacher.cookie)
    await teacher.call('POST /api/teach/homework/return', { id: work.id, version: 2, comment: '再画一遍', files: [] })
    const sheet = { id: work.id, version: 3, content: '第二遍的光', files: [work.url] }
    await backend.as(work.learner.cookie).call('POST /api/user/homework/save', sheet)
    await teacher.call('POST /api/teach/homework/correct', { id: work.id, version: 4, score: 99, comment: '更稳了' })
    await teacher.call('POST /api/teach/homework/excellent', { id: work.id, isExcellent: true })
    await publish(shown.id)
    expect(await detail(shown.id)).toMatchObject({ intro: '第二遍的光', teacherComment: '更稳了' })
  })
})

test('agreed to before it is excellent, it is drafted then', async () => {
  const work = await buildExcellent()
  const teacher = backend.as(work.teacher.cookie)
  await teacher.call('POST /api/teach/homework/excellent', { id: work.id, isExcellent: false })
  await consent(work, true)
  expect(await workOf(work)).toBeUndefined()
  await teacher.call('POST /api/teach/homework/excellent', { id: work.id, isExcellent: true })
  expect(await workOf(work)).toMatchObject({ status: 0, coverImg: work.url })
})

test('a photo that its learner shows elsewhere, too, is published', async () => {
  const bytes = await makePicture().png().toBuffer()
  const work = await buildExcellent(bytes)
  await uploadFile(backend, work.learner.cookie, { name: '作业.png', bytes })
  const { coverImg } = await publishExcellent(work)
  expect(await lies(coverImg)).toBe(true)
})

test('sent back, it is drafted no more', async () => {
  const work = await buildExcellent()
  await consent(work, true)
  await backend
    .as(work.teacher.cookie)
    .call('POST /api/teach/homework/return', { id: work.id, version: 2, comment: '再画一遍', files: [] })
  expect(await workOf(work)).toBeUndefined()
})

test('a class sees excellent work page by page', async () => {
  const work = await buildExcellent()
  await consent(work, true)
  const mate = await buildEnrolled(backend, work)
  const { periodId, scheduleId } = work
  const seen = await backend
    .as(mate.cookie)
    .call('GET /api/user/homework/excellent', { periodId, scheduleId, pageSize: 6 })
  expect(seen).toMatchObject({ total: 1, records: [{ id: work.id, score: 96, files: [{ url: work.url }] }] })
})
