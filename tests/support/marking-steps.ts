import type { Learner } from './backend-accounts.ts'
import { type TestBackend, testNow } from './backend-harness.ts'
import { answersTo, type BuiltExam, beginExam, buildExam, type ExamPage, minute, submitExam } from './exam-steps.ts'
import { buildEnrolled, buildLessonTeacher, buildLiveLesson } from './live-rooms.ts'

const hour = 60 * minute

export interface Sitting {
  readonly learner: Learner
  readonly teacher: Learner
  readonly exam: BuiltExam
  readonly page: ExamPage
  readonly scheduleId: number
  readonly courseId: number
}

/** What teacher and learner of a class do about an exam of it. */
export function markingSteps(backend: TestBackend) {
  /** A learner of a class in the middle of its exam, and the class's teacher. */
  async function buildSitting(values: Parameters<typeof buildExam>[1] = {}): Promise<Sitting> {
    const lesson = await buildLiveLesson(backend, { free: false, begin: testNow - hour, end: testNow })
    const { courseId, scheduleId } = lesson
    const learner = await buildEnrolled(backend, lesson)
    const exam = await buildExam(backend, { productId: courseId, ...values })
    const teacher = await buildLessonTeacher(backend, lesson)
    return { learner, teacher, exam, page: await beginExam(backend, learner, exam.id), scheduleId, courseId }
  }

  async function handIn(sitting: Sitting): Promise<Sitting> {
    await submitExam(backend, sitting.learner, sitting.page, answersTo(sitting.exam, 'right'))
    return sitting
  }

  const attempt = ({ cookie }: Learner, { page }: Sitting) =>
    backend.as(cookie).call('GET /api/teach/exam/attempt', { id: page.attemptId })
  const mark = ({ cookie }: Learner, { page, exam }: Sitting, values: object = {}) =>
    backend.as(cookie).call('POST /api/teach/exam/mark', {
      id: page.attemptId,
      version: 2,
      marks: [{ questionId: exam.questionIds[4] ?? 0, score: 15, comment: '边说清楚了' }],
      ...values,
    })
  const finish = ({ cookie }: Learner, { page }: Sitting, version: number) =>
    backend.as(cookie).call('POST /api/teach/exam/finish', { id: page.attemptId, version })
  const extend = ({ cookie }: Learner, { exam, learner }: Pick<Sitting, 'exam' | 'learner'>, extraMin = 20) =>
    backend.as(cookie).call('POST /api/teach/exam/extend', {
      paperId: exam.id,
      userId: learner.userId,
      extraMin,
      reason: '家里停电',
    })
  const result = ({ learner, exam }: Sitting) =>
    backend.as(learner.cookie).call('GET /api/exam/result', { id: exam.id })
  const messages = async ({ cookie }: Learner) =>
    (await backend.as(cookie).call('GET /api/notify-message/get-message', { topic: 'study' })).records
  /** An exam that was marked: 15 of the 20 points of its short answer. */
  async function scored(values: Parameters<typeof buildExam>[1] = {}): Promise<Sitting> {
    const sitting = await handIn(await buildSitting(values))
    await finish(sitting.teacher, sitting, (await mark(sitting.teacher, sitting)).version)
    return sitting
  }
  const remark = ({ cookie }: Learner, { page, exam }: Sitting, values: object = {}) =>
    backend.as(cookie).call('POST /api/teach/exam/remark', {
      id: page.attemptId,
      version: 3,
      marks: [{ questionId: exam.questionIds[4] ?? 0, score: 18, comment: '少看了一行' }],
      reason: '漏看了第二段',
      ...values,
    })
  return { buildSitting, handIn, attempt, mark, finish, extend, result, messages, scored, remark }
}
