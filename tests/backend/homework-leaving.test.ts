import { describe, expect, test } from 'vitest'
import { EnrolmentStatus } from '#shared/contract/enums.ts'
import type { Learner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildClassWithHomework, type ClassWithHomework, handInFor, sendWork } from '../support/homework-steps.ts'
import { buildLessonTeacher } from '../support/live-rooms.ts'

const backend = backendOfFile()

interface Waiting extends ClassWithHomework {
  readonly id: number
  readonly url: string
  readonly teacher: Learner
}

async function buildWaiting(): Promise<Waiting> {
  const lesson = await buildClassWithHomework(backend)
  const teacher = await buildLessonTeacher(backend, lesson)
  const url = await sendWork(backend, lesson.learner)
  const { id } = await handInFor(backend, lesson, { files: [url] })
  return { ...lesson, teacher, url, id: id ?? 0 }
}

async function changeEnrolment(
  { learner }: ClassWithHomework,
  values: { endAt?: Date; status?: (typeof EnrolmentStatus)[keyof typeof EnrolmentStatus] },
): Promise<void> {
  await backend.db.updateTable('enrolments').set(values).where('enrolments.userId', '=', learner.userId).execute()
}

const queued = async ({ teacher }: Waiting) =>
  (await backend.as(teacher.cookie).call('GET /api/teach/homework/queue', {})).records.map(({ id }) => id)
const detailOf = ({ id }: Waiting, { cookie }: Learner) =>
  backend.as(cookie).call('GET /api/user/homework/detail', { id })
const correct = ({ id, teacher }: Waiting) =>
  backend.as(teacher.cookie).call('POST /api/teach/homework/correct', { id, version: 1, score: 90, comment: '' })

describe('homework of a learner whose money went back', () => {
  test('is read on, and nothing new is taken', async () => {
    const lesson = await buildWaiting()
    await changeEnrolment(lesson, { status: EnrolmentStatus.revoked })
    expect(await detailOf(lesson, lesson.learner)).toMatchObject({
      canHandIn: false,
      refusal: '这门课已经退款，不再收作业，交过的也不再批改；以前写的还能看',
      rounds: [{ content: '画完了' }],
    })
    expect((await backend.agent.get(lesson.url).set('Cookie', lesson.learner.cookie)).status).toBe(200)
    const again = { id: lesson.id, content: '再交', version: 1 }
    await expect(backend.as(lesson.learner.cookie).call('POST /api/user/homework/save', again)).rejects.toMatchObject({
      code: 4004,
      message: expect.stringContaining('已经退款'),
    })
  })

  test('leaves the queue and is corrected by nobody', async () => {
    const lesson = await buildWaiting()
    expect(await queued(lesson)).toEqual([lesson.id])
    await changeEnrolment(lesson, { status: EnrolmentStatus.revoked })
    expect(await queued(lesson)).toEqual([])
    const refused = { code: 4004, message: '这位学员已经退课，这份作业不用批改了' }
    await expect(correct(lesson)).rejects.toMatchObject(refused)
    const { id, url, teacher } = lesson
    const mark = { key: crypto.randomUUID(), kind: 3 as const, points: [10, 10] }
    await expect(
      backend.as(teacher.cookie).call('POST /api/teach/homework/mark', { id, roundNo: 1, url, marks: [mark] }),
    ).rejects.toMatchObject(refused)
    expect(await detailOf(lesson, teacher)).toMatchObject({ state: 2, desk: { isRefunded: true } })
  })

  test('comes back when they take the course again', async () => {
    const lesson = await buildWaiting()
    await changeEnrolment(lesson, { status: EnrolmentStatus.revoked })
    await changeEnrolment(lesson, { status: EnrolmentStatus.active })
    expect(await queued(lesson)).toEqual([lesson.id])
    expect(await correct(lesson)).toBe(true)
  })
})

test('homework handed in before the service ended is corrected', async () => {
  const lesson = await buildWaiting()
  await changeEnrolment(lesson, { endAt: new Date(testNow - 1), status: EnrolmentStatus.over })
  expect(await detailOf(lesson, lesson.learner)).toMatchObject({
    canHandIn: false,
    refusal: '学习期已经结束，不能再交作业；交过的照常批改',
  })
  expect(await queued(lesson)).toEqual([lesson.id])
  await correct(lesson)
  expect(await detailOf(lesson, lesson.learner)).toMatchObject({ state: 3, rounds: [{ score: 90 }] })
})
