import { describe, expect, test } from 'vitest'
import { AnswersRevealed } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  answersTo,
  beginExam,
  buildExam,
  minute,
  objective,
  oneOfEach,
  saveExam,
  submitExam,
} from '../support/exam-steps.ts'

const hour = 60 * minute
const backend = backendOfFile()
const rowOf = async ({ cookie }: Learner, id: number) =>
  (await backend.as(cookie).call('GET /api/exam/list-exam', { id })).records[0]
const result = ({ cookie }: Learner, id: number, attemptNo?: number) =>
  backend.as(cookie).call('GET /api/exam/result', { id, attemptNo })

describe('handing in', () => {
  test('once, answers the first receipt again', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    const page = await beginExam(backend, learner, exam.id)
    const answers = answersTo(exam, 'right')
    const first = await submitExam(backend, learner, page, answers)
    expect(first).toMatchObject({ state: 1, receipt: { answered: 5, total: 5, closedBy: 1, submitTime: testNow } })
    expect(first.receipt?.no).toMatch(/^KS20260311-\d{6,}$/)
    expect(first.receipt?.sha256).toMatch(/^[0-9a-f]{64}$/)
    backend.clock.set(testNow + minute)
    expect(await submitExam(backend, learner, page, answers)).toEqual(first)
    const unsaved = backend.db.selectFrom('examUnsavedAnswers').selectAll().where('attemptId', '=', page.attemptId)
    expect(await unsaved.execute()).toEqual([])
  })

  test('fifty times at once is one', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { questions: objective })
    const page = await beginExam(backend, learner, exam.id)
    const answers = answersTo(exam, 'wrong')
    const all = await Promise.all(Array.from({ length: 50 }, () => submitExam(backend, learner, page, answers)))
    expect(new Set(all.map(({ receipt }) => JSON.stringify(receipt))).size).toBe(1)
    expect(all.every(({ state }) => state === 1)).toBe(true)
    const book = await backend.db.selectFrom('mistakes').select('lapses').where('userId', '=', learner.userId).execute()
    expect(book).toHaveLength(4)
  })

  test('the same answers have the same seal', async () => {
    const exam = await buildExam(backend, { isShuffled: true })
    const seals = []
    for (let each = 0; each < 2; each++) {
      const learner = await registerLearner(backend)
      const page = await beginExam(backend, learner, exam.id)
      seals.push((await submitExam(backend, learner, page, answersTo(exam, 'right').reverse())).receipt?.sha256)
    }
    expect(seals[0]).toBe(seals[1])
  })

  test('without a word gives nothing and is scored', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    await submitExam(backend, learner, await beginExam(backend, learner, exam.id))
    expect(await result(learner, exam.id)).toMatchObject({ score: 0, isWaiting: false, receipt: { answered: 0 } })
  })
})

describe('a result', () => {
  test('waits for marks of short answers', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    await submitExam(backend, learner, await beginExam(backend, learner, exam.id), answersTo(exam, 'right'))
    const found = await result(learner, exam.id)
    expect(found).toMatchObject({ score: null, isWaiting: true, average: null, isRevealed: true })
    expect(found.questions.map(({ gained }) => gained)).toEqual([10, 5, 5, 10, null])
    expect(found.questions[0]).toMatchObject({ key: { options: [1] }, explanation: '课上讲过。', isAnswered: true })
    expect(await rowOf(learner, exam.id)).toMatchObject({ status: 4, score: null })
  })

  test('gives half for a part without a wrong one', async () => {
    const learner = await registerLearner(backend)
    for (const [halfForPart, gained] of [
      [true, 2],
      [false, 0],
    ] as const) {
      const exam = await buildExam(backend, { halfForPart, questions: oneOfEach.slice(1, 2) })
      const part = [{ questionId: exam.questionIds[0] ?? 0, answer: { options: [0] }, seq: 1 }]
      await submitExam(backend, learner, await beginExam(backend, learner, exam.id), part)
      expect((await result(learner, exam.id)).score).toBe(gained)
    }
  })

  test('keeps answers and score until the end', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, {
      reveal: AnswersRevealed.afterEnd,
      endAt: testNow + 2 * hour,
      questions: objective,
    })
    await submitExam(backend, learner, await beginExam(backend, learner, exam.id), answersTo(exam, 'wrong'))
    const early = await result(learner, exam.id)
    expect(early).toMatchObject({ score: null, isRevealed: false, revealTime: testNow + 2 * hour, isWaiting: false })
    expect(early.questions[0]).toMatchObject({ answer: { options: [0] }, gained: null, key: null, explanation: null })
    const book = () =>
      backend.db.selectFrom('mistakes').select('questionId').where('userId', '=', learner.userId).execute()
    expect(await book()).toEqual([])
    backend.clock.set(testNow + 2 * hour + 10_001)
    await backend.runJob('exams.clock')
    expect(await result(learner, exam.id)).toMatchObject({ score: 0, isRevealed: true, revealTime: null, mistakes: 4 })
    expect(await book()).toHaveLength(4)
    const { records } = await backend.as(learner.cookie).call('GET /api/notify-message/get-message', { topic: 'study' })
    expect(records).toMatchObject([{ title: '考试成绩出来了', buttonUrl: `/exam/${exam.id}?view=result&attempt=1` }])
    await backend.runJob('exams.clock')
    expect(
      (await backend.as(learner.cookie).call('GET /api/notify-message/get-message', { topic: 'study' })).total,
    ).toBe(1)
  })

  test('of a paper that never tells has the score alone', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { reveal: AnswersRevealed.never, questions: objective })
    await submitExam(backend, learner, await beginExam(backend, learner, exam.id), answersTo(exam, 'wrong'))
    const found = await result(learner, exam.id)
    expect(found).toMatchObject({ score: 0, isRevealed: false, revealTime: null, mistakes: 0 })
    expect(found.questions.every(({ key, gained }) => key === null && gained === null)).toBe(true)
  })

  test('has a mean when five were scored', async () => {
    const exam = await buildExam(backend, { questions: objective })
    let last: Learner | undefined
    for (const which of ['right', 'right', 'wrong', 'wrong', 'right'] as const) {
      last = await registerLearner(backend)
      await submitExam(backend, last, await beginExam(backend, last, exam.id), answersTo(exam, which))
      if (which === 'wrong') expect((await result(last, exam.id)).average).toBeNull()
    }
    expect(last && (await result(last, exam.id)).average).toBe(18)
  })

  test('before anything was handed in is unknown', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    await beginExam(backend, learner, exam.id)
    await expect(result(learner, exam.id)).rejects.toMatchObject({ code: 404 })
  })
})

describe('the clock', () => {
  test('ends an attempt wherever it is read', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { questions: objective })
    const page = await beginExam(backend, learner, exam.id)
    await saveExam(backend, learner, page, answersTo(exam, 'right'))
    backend.clock.set(testNow + hour + 10_001)
    expect(await rowOf(learner, exam.id)).toMatchObject({ status: 4, deadlineTime: null, submitTime: testNow + hour })
    expect(await result(learner, exam.id)).toMatchObject({
      score: 30,
      receipt: { closedBy: 2, submitTime: testNow + hour, answered: 4 },
    })
  })

  test('closes what nobody asks for, once', async () => {
    const exam = await buildExam(backend, { questions: objective })
    const learners = await Promise.all(Array.from({ length: 3 }, () => registerLearner(backend)))
    for (const learner of learners)
      await saveExam(backend, learner, await beginExam(backend, learner, exam.id), answersTo(exam, 'right'))
    backend.clock.set(testNow + hour + 10_000)
    const open = () =>
      backend.db.selectFrom('examAttempts').select('id').where('paperId', '=', exam.id).where('state', '=', 1).execute()
    await backend.runJob('exams.clock')
    expect(await open()).toHaveLength(3)
    backend.clock.set(testNow + hour + 10_001)
    await Promise.all([backend.runJob('exams.clock'), backend.runJob('exams.clock')])
    expect(await open()).toEqual([])
    expect(await result(learners[0] as Learner, exam.id)).toMatchObject({ score: 30, receipt: { closedBy: 2 } })
    const { records } = await backend
      .as((learners[0] as Learner).cookie)
      .call('GET /api/notify-message/get-message', { topic: 'study' })
    expect(records).toHaveLength(1)
  })
})

test('an end that comes nearer waits for who still writes', async () => {
  const [early, late] = [await registerLearner(backend), await registerLearner(backend)]
  const values = { reveal: AnswersRevealed.afterEnd, endAt: testNow + 2 * hour, questions: objective }
  const exam = await buildExam(backend, values)
  await submitExam(backend, early, await beginExam(backend, early, exam.id), answersTo(exam, 'wrong'))
  const page = await beginExam(backend, late, exam.id)
  await backend.db
    .updateTable('examPapers')
    .set({ endAt: new Date(testNow + minute) })
    .where('examPapers.id', '=', exam.id)
    .execute()
  backend.clock.set(testNow + 2 * minute)
  const questionId = exam.questionIds[0] ?? 0
  const add = () => backend.as(early.cookie).call('POST /api/exam/mistake/add', { questionId })
  expect(await result(early, exam.id)).toMatchObject({ isRevealed: false, score: null })
  await expect(add()).rejects.toMatchObject({ code: 404 })
  await submitExam(backend, late, page, answersTo(exam, 'right'))
  expect(await result(early, exam.id)).toMatchObject({ isRevealed: true, score: 0 })
  expect(await add()).toBe(true)
})
