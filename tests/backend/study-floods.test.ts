import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LimitName, limitPolicies } from '#server/backend/context/limit-policies.ts'
import { ExamSaveState } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { startTestBackend, type TestBackend } from '../support/backend-harness.ts'
import { beginExam, buildExam, minute } from '../support/exam-steps.ts'
import { buildClassWithHomework } from '../support/homework-steps.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend?.close())

/** Uses up what an account may do of something in a while. */
async function spend(name: LimitName, { userId }: Learner): Promise<void> {
  for (let time = 0; time < limitPolicies[name].points; time++) await backend.context.limits.take(name, String(userId))
}

const tooOften = { code: 4004, status: 429, message: expect.stringContaining('操作太频繁') }

test('who hands in again and again waits; the draft stays', async () => {
  const { learner, periodId, scheduleId } = await buildClassWithHomework(backend)
  const own = backend.as(learner.cookie)
  await own.call('POST /api/user/homework/draft', { periodId, scheduleId, content: '画完了', version: 0 })
  await spend('homeworkHandedIn', learner)
  await expect(
    own.call('POST /api/user/homework/save', { periodId, scheduleId, content: '画完了' }),
  ).rejects.toMatchObject(tooOften)
  expect(await own.call('GET /api/user/homework/draft', { periodId, scheduleId })).toMatchObject({ content: '画完了' })
  await spend('homeworkDraft', learner).catch(() => undefined)
  await expect(
    own.call('POST /api/user/homework/draft', { periodId, scheduleId, content: '又改了', version: 1 }),
  ).rejects.toMatchObject(tooOften)
})

test('a flood of answers waits; handing in takes them', async () => {
  const learner = await registerLearner(backend)
  const exam = await buildExam(backend)
  const own = backend.as(learner.cookie)
  const device = 'device-of-a-flood'
  const { id: attemptId, leaseNo } = await own.call('POST /api/exam/begin', { id: exam.id, device })
  const answers = [{ questionId: exam.questionIds[0] ?? 0, answer: { options: [1] }, seq: 1 }]
  await spend('examSaved', learner)
  const writer = { attemptId, device, leaseNo, answers }
  await expect(own.call('POST /api/exam/save', writer)).rejects.toMatchObject(tooOften)
  const { receipt } = await own.call('POST /api/exam/submit', writer)
  expect(receipt).toMatchObject({ answered: 1 })
})

test('late answers are kept up to five hundred', async () => {
  const learner = await registerLearner(backend)
  const exam = await buildExam(backend, { durationMin: 1 })
  const { attemptId, leaseNo } = await beginExam(backend, learner, exam.id)
  backend.clock.set(backend.clock.now() + 2 * minute)
  const own = backend.as(learner.cookie)
  const [questionId = 0] = exam.questionIds
  for (let seq = 1; seq <= 510; seq++) {
    const answers = [{ questionId, answer: { options: [1] }, seq }]
    const { state } = await own.call('POST /api/exam/save', { attemptId, device: 'device-too-late', leaseNo, answers })
    expect(state).toBe(ExamSaveState.over)
  }
  const { rows } = await sql<{ kept: number }>`
    select count(*)::int as kept from exam_unsaved_answers where attempt_id = ${attemptId}`.execute(backend.db)
  expect(rows).toEqual([{ kept: 500 }])
})
