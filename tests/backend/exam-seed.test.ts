import { describe, expect, test } from 'vitest'
import { lockOverdue } from '#server/backend/exam/attempt-store.ts'
import { closeAttempts } from '#server/backend/exam/close.ts'
import { placeLearnerDesk } from '#server/seed/learner-desk.ts'
import { placeExams } from '#server/seed/place-exams.ts'
import { AttemptClosedBy, AttemptState, ExamStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { openSessionOf } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'

const backend = backendOfFile()
const place = () =>
  backend.database.transaction(async (trx) => {
    await placeLearnerDesk(trx, backend.clock.now())
    await placeExams(trx, backend.clock.now())
  })

async function openDemo(phone = '13800000001') {
  const { id } = await backend.db
    .selectFrom('users')
    .select('users.id')
    .where('users.phone', '=', phone)
    .executeTakeFirstOrThrow()
  return backend.as(await openSessionOf(backend, id))
}

async function exams(learner?: Awaited<ReturnType<typeof openDemo>>) {
  const { records } = await (learner ?? (await openDemo())).call('GET /api/exam/list-exam', { pageSize: 50 })
  return records
}

describe('the demo’s learner', () => {
  test('has exams in every state', async () => {
    await place()
    const found = await exams()
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(Object.values(ExamStatus)))
    expect(found.find(({ status }) => status === ExamStatus.answering)?.deadlineTime).toBeGreaterThan(testNow)
    const scored = found.filter(({ status }) => status === ExamStatus.scored)
    expect(scored.length).toBeGreaterThanOrEqual(4)
    for (const { score } of scored) expect(score).toBeGreaterThan(20)
  })

  test('sees answers, marks and an average', async () => {
    await place()
    const learner = await openDemo()
    const own = (await exams(learner)).find(({ title }) => title === 'JavaScript 基础：阶段考')
    const result = await learner.call('GET /api/exam/result', { id: own?.id ?? 0, attemptNo: 1 })
    expect(result).toMatchObject({ isRevealed: true, isWaiting: false, attemptsUsed: 2, totalScore: 100 })
    expect(result.average).not.toBeNull()
    expect(result.questions.reduce((sum, { gained }) => sum + (gained ?? 0), 0)).toBe(result.score)
    expect(result.mistakes).toBeGreaterThan(0)
  })

  test('has mistakes to repeat, mastered and put away', async () => {
    await place()
    const learner = await openDemo()
    const { listStatus } = await learner.call('GET /api/exam/mistake/list', {})
    expect(listStatus.due).toBeGreaterThanOrEqual(8)
    expect(listStatus.active).toBeGreaterThan(listStatus.due)
    expect(listStatus.mastered).toBeGreaterThan(0)
    expect(listStatus.dismissed).toBeGreaterThan(0)
    const { questions } = await learner.call('GET /api/exam/mistake/queue', {})
    expect(questions.length).toBeGreaterThanOrEqual(8)
  })

  test('has an attempt under way however late it is', async () => {
    await place()
    const isAnswering = async () => (await exams()).some(({ status }) => status === ExamStatus.answering)
    for (const days of [0.05, 0.1, 3, 40]) {
      backend.clock.set(testNow + days * dayMs)
      const now = new Date(backend.clock.now())
      // the clock has ended it, since nobody was there to keep it
      await backend.database.transaction(async (trx) =>
        closeAttempts(trx, await lockOverdue(trx, 10, now), AttemptClosedBy.clock, now),
      )
      await place()
      expect(await isAnswering()).toBe(true)
    }
  })

  test('has exams to come and open ones at any time', async () => {
    await place()
    for (const days of [1, 4, 8, 30, 400]) {
      backend.clock.set(testNow + days * dayMs)
      await place()
      const states = (await exams()).map(({ status }) => status)
      expect(states).toContain(ExamStatus.notBegun)
      expect(states).toContain(ExamStatus.open)
    }
  })

  test('keeps the time of what they went on with', async () => {
    // behind all times that other tests have placed
    backend.clock.set(testNow + 500 * dayMs)
    await place()
    const learner = await openDemo()
    const own = (await exams(learner)).find(({ status }) => status === ExamStatus.answering)
    const begun = await learner.call('POST /api/exam/begin', { id: own?.id ?? 0, device: 'a-real-browser' })
    expect(begun.answers.length).toBeGreaterThanOrEqual(6)
    backend.clock.set(backend.clock.now() + 60 * 60_000)
    await place()
    const again = await learner.call('POST /api/exam/begin', { id: own?.id ?? 0, device: 'a-real-browser' })
    expect(again.deadlineTime).toBe(begun.deadlineTime)
  })
})

test('the demo’s teacher has short answers to mark', async () => {
  await place()
  const waiting = await backend.db
    .selectFrom('examAttempts')
    .innerJoin('examPapers', 'examPapers.id', 'examAttempts.paperId')
    .innerJoin('productTeachers', 'productTeachers.productId', 'examPapers.productId')
    .innerJoin('teachers', 'teachers.id', 'productTeachers.teacherId')
    .innerJoin('users', 'users.id', 'teachers.userId')
    .select('examAttempts.id')
    .where('users.phone', '=', '13800000002')
    .where('examAttempts.state', '=', AttemptState.handedIn)
    .execute()
  expect(waiting.length).toBeGreaterThanOrEqual(4)
})

test('sums of papers are those of their questions', async () => {
  const rows = await backend.db
    .selectFrom('examPapers')
    .innerJoin('examQuestions', 'examQuestions.paperId', 'examPapers.id')
    .select(({ fn }) => [
      'examPapers.id',
      'examPapers.totalScore',
      'examPapers.questionCount',
      fn.sum<number>('examQuestions.score').as('sum'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy('examPapers.id')
    .execute()
  expect(rows.length).toBeGreaterThanOrEqual(12)
  for (const row of rows) expect([Number(row.sum), Number(row.count)]).toEqual([row.totalScore, row.questionCount])
})
