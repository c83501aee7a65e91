import { expect, test } from 'vitest'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildClassWithHomework, type ClassWithHomework, handInFor, sendWork } from '../support/homework-steps.ts'
import { buildEnrolled, buildLessonTeacher } from '../support/live-rooms.ts'

const backend = backendOfFile()

interface Excellent extends ClassWithHomework {
  readonly id: number
  readonly url: string
  readonly teacher: Learner
}

/** Homework with a photo in a college that has a wall, corrected and called excellent. */
async function buildExcellent(content = '光从左上来'): Promise<Excellent> {
  const lesson = await buildClassWithHomework(backend, { title: '一组静物' })
  const { id: collegeId } = await backend.db
    .insertInto('colleges')
    .values({ name: `画室 ${crypto.randomUUID()}`, path: `wall-${crypto.randomUUID()}` })
    .returning('colleges.id')
    .executeTakeFirstOrThrow()
  await backend.db.insertInto('workCategories').values({ collegeId, name: '素描' }).execute()
  await backend.db.updateTable('products').set({ collegeId }).where('products.id', '=', lesson.courseId).execute()
  const teacher = await buildLessonTeacher(backend, lesson)
  const url = await sendWork(backend, lesson.learner)
  const { id } = await handInFor(backend, lesson, { content, files: [url] })
  const work = { ...lesson, teacher, url, id: id ?? 0 }
  const as = backend.as(teacher.cookie)
  await as.call('POST /api/teach/homework/correct', { id: work.id, version: 1, score: 96, comment: '结构很稳' })
  await as.call('POST /api/teach/homework/excellent', { id: work.id, isExcellent: true })
  return work
}

const consent = ({ id, learner }: Excellent, mayShow: boolean) =>
  backend.as(learner.cookie).call('POST /api/user/homework/consent', { id, mayShow })
const workOf = ({ id }: Excellent) =>
  backend.db.selectFrom('studentWorks').selectAll().where('studentWorks.homeworkId', '=', id).executeTakeFirst()
const publish = async (id: number) => {
  const { cookie } = await buildStaff(backend, 'education')
  return backend.as(cookie).call('POST /api/staff/work/save', { id, status: 1 })
}
const detail = (id: number) => backend.as('').call('GET /api/student-work/details', { id })

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
