import { beforeAll, describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import { EnrolmentSource, LectureType } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const backend = backendOfFile()
const as = ({ cookie }: Learner) => backend.as(cookie)
let problemId = 0
beforeAll(async () => {
  const learner = await registerLearner(backend)
  const problems = await as(learner).call('GET /api/work/order/complaint/list-complaint-problem', {})
  problemId = problems[0]?.children[0]?.id ?? 0
})

/** A learner with a course that cost something, and who teaches it: somebody of the head masters, too. */
async function buildCourse() {
  const learner = await registerLearner(backend)
  const teacher = await buildStaff(backend, 'headMaster')
  const courseId = await buildProduct(backend.database, {
    lectureType: LectureType.video,
    priceFen: 9900,
    name: '水彩',
  })
  const { id: teacherId } = await backend.db
    .insertInto('teachers')
    .values({ userId: teacher.userId, name: '周老师' })
    .returning('teachers.id')
    .executeTakeFirstOrThrow()
  await backend.db.insertInto('productTeachers').values({ productId: courseId, teacherId }).execute()
  const at = new Date(testNow)
  await backend.db
    .insertInto('enrolments')
    .values({ userId: learner.userId, productId: courseId, source: EnrolmentSource.staff, beginAt: at, createdAt: at })
    .execute()
  return { learner, teacher, courseId }
}

const complain = (learner: Learner, more: Partial<CallInput<'POST /api/work/order/complaint'>> = {}) =>
  as(learner).call('POST /api/work/order/complaint', { problemId, content: '老师三次迟到', ...more })

test('a complaint is hidden from who teaches the course', async () => {
  const { learner, teacher, courseId } = await buildCourse()
  const { no } = await complain(learner, { courseId, phone: '138 0000-0001' })
  const office = await buildStaff(backend, 'education')
  expect((await as(teacher).call('GET /api/staff/ticket/list', { no })).records).toEqual([])
  const { records } = await as(office).call('GET /api/staff/ticket/list', { no })
  expect(records).toMatchObject([{ courseName: '水彩', problemName: expect.stringContaining(' · ') }])
  const id = records[0]?.id ?? 0
  await expect(as(teacher).call('GET /api/staff/ticket/detail', { id })).rejects.toMatchObject({ code: 404 })
  expect((await as(office).call('GET /api/staff/ticket/detail', { id })).contact).toBe('13800000001')
})

test('only who paid for a course finds one to choose', async () => {
  const { learner, courseId } = await buildCourse()
  const nobody = await registerLearner(backend)
  expect(await as(learner).call('GET /api/user/my-course/exist-charge-course', {})).toBe(true)
  expect(await as(learner).call('GET /api/course/list-charge-course-combobox', {})).toEqual([
    { id: courseId, name: '水彩' },
  ])
  expect(await as(nobody).call('GET /api/user/my-course/exist-charge-course', {})).toBe(false)
  expect(await as(nobody).call('GET /api/course/list-charge-course-combobox', {})).toEqual([])
})

test('one that is about no course is taken from anybody', async () => {
  const learner = await registerLearner(backend)
  expect(await complain(learner)).toEqual({
    no: expect.stringMatching(/^\d{12}$/),
    dueTime: Date.parse('2026-03-17T00:00:00+08:00'),
  })
})

test('sent twice it is one', async () => {
  const learner = await registerLearner(backend)
  const [first, second] = await Promise.all([
    complain(learner, { clientToken: 'once' }),
    complain(learner, { clientToken: 'once' }),
  ])
  expect(second).toEqual(first)
})

describe('refused', () => {
  test.each([
    ['without a problem', { problemId: undefined }, 4004],
    ['with a branch as problem', { problemId: 1 }, 4004],
    ['without words', { content: ' \n ' }, 4004],
    ['with somebody else’s course', { courseId: 1 }, 4004],
    ['with a picture that never came', { images: ['/api/study-file/aa/bb/cc.png'] }, 4004],
    ['with a telephone number that is none', { phone: '打我电话' }, 5001],
    ['with ten pictures', { images: Array.from({ length: 10 }, (_, index) => `/${index}`) }, 0],
  ])('%s', async (_what, more, code) => {
    const learner = await registerLearner(backend)
    await expect(complain(learner, more)).rejects.toMatchObject({ code })
    const rows = backend.db.selectFrom('tickets').selectAll('tickets').where('tickets.userId', '=', learner.userId)
    expect(await rows.execute()).toEqual([])
  })

  test('without a session', async () => {
    await expect(
      backend.api.call('POST /api/work/order/complaint', { problemId, content: '没有登录' }),
    ).rejects.toMatchObject({ code: -3 })
  })
})
