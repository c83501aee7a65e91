import { describe, expect, test } from 'vitest'
import { AnswersRevealed } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  answersTo,
  type BuiltExam,
  beginExam,
  buildExam,
  minute,
  objective,
  submitExam,
} from '../support/exam-steps.ts'

const hour = 60 * minute
const grace = 10_000
const end = testNow + 2 * hour
const backend = backendOfFile()

/** A learner who has handed in wrong answers. */
async function handedIn(reveal: AnswersRevealed): Promise<{ learner: Learner; exam: BuiltExam }> {
  const learner = await registerLearner(backend)
  const exam = await buildExam(backend, { reveal, endAt: end, questions: objective })
  await submitExam(backend, learner, await beginExam(backend, learner, exam.id), answersTo(exam, 'wrong'))
  return { learner, exam }
}

/** What each way in shows of the answers: the result, a question put into the book, the book's list. */
async function seenAt(time: number, { learner, exam }: { learner: Learner; exam: BuiltExam }): Promise<boolean[]> {
  backend.clock.set(time)
  await backend.runJob('exams.clock')
  const { call } = backend.as(learner.cookie)
  const { isRevealed, questions } = await call('GET /api/exam/result', { id: exam.id })
  const added = await call('POST /api/exam/mistake/add', { questionId: exam.questionIds[0] ?? 0 }).catch(() => false)
  const book = await call('GET /api/exam/mistake/list', { state: 1, paperId: exam.id })
  return [isRevealed, questions.every(({ key }) => key !== null), added, book.total === 4]
}

const all = (isSeen: boolean): boolean[] => [isSeen, isSeen, isSeen, isSeen]

describe('answers may be seen', () => {
  test('at once, where the paper says so', async () => {
    expect(await seenAt(testNow, await handedIn(AnswersRevealed.afterHandingIn))).toEqual(all(true))
  })

  test('never, where the paper says so', async () => {
    expect(await seenAt(end + hour, await handedIn(AnswersRevealed.never))).toEqual(all(false))
  })

  test('after the end and its grace', async () => {
    const taken = await handedIn(AnswersRevealed.afterEnd)
    expect(await seenAt(testNow, taken)).toEqual(all(false))
    expect(await seenAt(end + grace, taken)).toEqual(all(false))
    expect(await seenAt(end + grace + 1, taken)).toEqual(all(true))
  })

  test('after the minutes that somebody else was given', async () => {
    const taken = await handedIn(AnswersRevealed.afterEnd)
    const office = await buildStaff(backend, 'education')
    const slow = await registerLearner(backend)
    await backend.as(office.cookie).call('POST /api/teach/exam/extend', {
      paperId: taken.exam.id,
      userId: slow.userId,
      extraMin: 20,
      reason: '停电',
    })
    expect(await seenAt(end + grace + 1, taken)).toEqual(all(false))
    expect(await seenAt(end + 20 * minute + grace + 1, taken)).toEqual(all(true))
  })

  test('not while somebody still writes', async () => {
    const taken = await handedIn(AnswersRevealed.afterEnd)
    const late = await registerLearner(backend)
    backend.clock.set(testNow)
    const page = await beginExam(backend, late, taken.exam.id)
    const nearer = new Date(testNow + minute)
    await backend.db.updateTable('examPapers').set({ endAt: nearer }).where('id', '=', taken.exam.id).execute()
    expect(await seenAt(testNow + 2 * minute, taken)).toEqual(all(false))
    await submitExam(backend, late, page)
    expect(await seenAt(testNow + 2 * minute, taken)).toEqual(all(true))
  })
})
