import { describe, expect, test } from 'vitest'
import { EnrolmentStatus } from '#shared/contract/enums.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  answersTo,
  type BuiltExam,
  beginExam,
  buildExam,
  type ExamPage,
  minute,
  saveExam,
  submitExam,
} from '../support/exam-steps.ts'
import { type BuiltLesson, buildEnrolled, buildLessonTeacher, buildLiveLesson, enrolIn } from '../support/live-rooms.ts'

const hour = 60 * minute
const backend = backendOfFile()
const unknown = { code: 404 }

interface Sitting {
  readonly lesson: BuiltLesson
  readonly learner: Learner
  readonly exam: BuiltExam
  readonly page: ExamPage
}

/** A learner of a class in the middle of its exam. */
async function buildSitting(values: Parameters<typeof buildExam>[1] = {}): Promise<Sitting> {
  const lesson = await buildLiveLesson(backend, { free: false, begin: testNow - hour, end: testNow })
  const learner = await buildEnrolled(backend, lesson)
  const exam = await buildExam(backend, { productId: lesson.courseId, ...values })
  return { lesson, learner, exam, page: await beginExam(backend, learner, exam.id) }
}

const enrolmentsOf = ({ userId }: Learner) =>
  backend.db.updateTable('enrolments').where('enrolments.userId', '=', userId)
const queueOf = async ({ cookie }: Learner) =>
  (await backend.as(cookie).call('GET /api/teach/exam/queue', {})).records.map(({ id }) => id)
const attempt = ({ cookie }: Learner, { page }: Sitting) =>
  backend.as(cookie).call('GET /api/teach/exam/attempt', { id: page.attemptId })
const rowOf = async ({ learner, exam }: Sitting) =>
  (await backend.as(learner.cookie).call('GET /api/exam/list-exam', { id: exam.id })).records[0]
const result = ({ learner, exam }: Sitting) => backend.as(learner.cookie).call('GET /api/exam/result', { id: exam.id })

describe('money back in the middle of an exam', () => {
  test('lets it be finished, marked and read', async () => {
    const sitting = await buildSitting({ attemptsAllowed: 2 })
    const { learner, exam, page, lesson } = sitting
    await enrolmentsOf(learner).set({ status: EnrolmentStatus.revoked }).execute()
    expect(await rowOf(sitting)).toMatchObject({ status: 3, isWithdrawn: false })
    expect((await saveExam(backend, learner, page, answersTo(exam, 'right'))).state).toBe(1)
    expect(await submitExam(backend, learner, page)).toMatchObject({ state: 1, receipt: { answered: 5 } })
    const teacher = await buildLessonTeacher(backend, lesson)
    expect(await queueOf(teacher)).toEqual([page.attemptId])
    const marks = [{ questionId: exam.questionIds[4] ?? 0, score: 20 }]
    const own = backend.as(teacher.cookie)
    const { version } = await own.call('POST /api/teach/exam/mark', { id: page.attemptId, version: 2, marks })
    await own.call('POST /api/teach/exam/finish', { id: page.attemptId, version })
    expect(await result(sitting)).toMatchObject({ score: 50 })
    expect(await rowOf(sitting)).toMatchObject({ status: 5, canBegin: false })
    await expect(beginExam(backend, learner, exam.id)).rejects.toMatchObject({ code: 4004 })
  })
})

describe('another class in the middle of an exam', () => {
  test('goes on, and is marked by the new teacher', async () => {
    const sitting = await buildSitting()
    const { learner, exam, page, lesson } = sitting
    const other = await buildLiveLesson(backend, { free: false, courseId: lesson.courseId })
    const [before, after] = [await buildLessonTeacher(backend, lesson), await buildLessonTeacher(backend, other)]
    await enrolmentsOf(learner).set({ status: EnrolmentStatus.revoked }).execute()
    await enrolIn(backend, learner.userId, other)
    expect((await saveExam(backend, learner, page, answersTo(exam, 'right'))).state).toBe(1)
    await submitExam(backend, learner, page)
    expect(await queueOf(after)).toEqual([page.attemptId])
    expect(await queueOf(before)).toEqual([])
    await expect(attempt(before, sitting)).rejects.toMatchObject(unknown)
    expect(await attempt(after, sitting)).toMatchObject({ toMark: 1, isSeen: false })
    await expect(beginExam(backend, learner, exam.id)).rejects.toMatchObject({ code: 4004 })
  })
})

describe('a paper taken back in the middle', () => {
  const publish = async (exam: BuiltExam, isPublished: boolean): Promise<void> => {
    const office = backend.as((await buildStaff(backend, 'education')).cookie)
    const { version } = await office.call('GET /api/staff/exam/paper', { id: exam.id })
    await office.call('POST /api/staff/exam/publish', { id: exam.id, version, isPublished })
  }

  test('says so in list and timetable, and goes on afterwards', async () => {
    const sitting = await buildSitting({ endAt: testNow + 2 * hour })
    const { learner, exam, page } = sitting
    const own = backend.as(learner.cookie)
    const planned = async () => (await own.call('GET /api/my-course/list-class-schedule', {})).exams.map(({ id }) => id)
    expect(await planned()).toContain(exam.id)
    await publish(exam, false)
    expect(await rowOf(sitting)).toMatchObject({ status: 3, isWithdrawn: true, canBegin: false })
    expect(await planned()).not.toContain(exam.id)
    await expect(submitExam(backend, learner, page, answersTo(exam, 'right'))).rejects.toMatchObject({
      message: '这份试卷已经撤回，不能再作答',
    })
    await publish(exam, true)
    expect(await submitExam(backend, learner, page, answersTo(exam, 'right'))).toMatchObject({
      state: 1,
      receipt: { answered: 5 },
    })
  })

  test('ends by the clock with what was saved', async () => {
    const sitting = await buildSitting()
    const { learner, exam, page } = sitting
    await saveExam(backend, learner, page, answersTo(exam, 'right').slice(0, 2))
    await publish(exam, false)
    await expect(saveExam(backend, learner, page, answersTo(exam, 'right', 9))).rejects.toMatchObject({ code: 4004 })
    backend.clock.set(testNow + hour + 10_001)
    await backend.runJob('exams.clock')
    expect(await result(sitting)).toMatchObject({ score: 15, receipt: { closedBy: 2, answered: 2 } })
    expect(await rowOf(sitting)).toMatchObject({ status: 5, isWithdrawn: true })
  })
})
