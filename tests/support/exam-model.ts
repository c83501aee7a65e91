import { expect } from 'vitest'
import { deadlineOf, isPastDeadline } from '#shared/rules/exam-time.ts'
import type { Learner } from './backend-accounts.ts'
import { type TestBackend, testNow } from './backend-harness.ts'
import type { BuiltExam, ExamPage } from './exam-steps.ts'

export const minute = 60_000
export const paperMinutes = 30
export const windowMinutes = 70
export const attemptsAllowed = 2

/** An answer as the model has it: which one, and by which lease and number. */
export interface ModelAnswer {
  readonly value: number
  readonly leaseNo: number
  readonly seq: number
}

export interface ModelAttempt {
  readonly id: number
  state: 1 | 2 | 3
  deadline: number
  readonly begun: number
  leaseNo: number
  device: string
  readonly answers: Map<number, ModelAnswer>
  /** 'question device seq' of what was kept apart. */
  readonly unsaved: Set<string>
  closedBy: 1 | 2 | null
  receipt: string | null
  score: number | null
  /** Ways from state to state that it has gone; 0: nobody had begun it. */
  readonly edges: Set<string>
}

export interface ExamModel {
  attempts: ModelAttempt[]
  extraMin: number
  isPublished: boolean
  /** The page that each device has open, however old. */
  readonly pages: Map<string, ExamPage>
  /** The highest number that each device has sent. */
  readonly seqs: Map<string, number>
}

/** One paper with one learner and one marker of it. */
export interface ExamWorld {
  readonly backend: TestBackend
  readonly learner: Learner
  readonly office: Learner
  readonly exam: BuiltExam
}

export const createModel = (): ExamModel => ({
  attempts: [],
  extraMin: 0,
  isPublished: true,
  pages: new Map(),
  seqs: new Map(),
})

/** Two choices of ten points and a short answer of twenty; `value` 0 takes an answer back, 1 is right. */
export function toAnswer(at: number, value: number): object {
  if (value === 0) return {}
  return at < 2 ? { options: [value] } : { text: `第 ${value} 遍` }
}

export function modelDeadline(model: ExamModel, begun: number): number {
  const times = { endAt: testNow + windowMinutes * minute, durationMin: paperMinutes, extraMin: model.extraMin }
  return deadlineOf(times, begun) ?? Number.POSITIVE_INFINITY
}

export const isOver = ({ deadline }: ModelAttempt, now: number): boolean => isPastDeadline(deadline, now)

/** Goes on to a state, and keeps the way. */
export function goTo(attempt: ModelAttempt, state: ModelAttempt['state']): void {
  attempt.edges.add(`${attempt.state}>${state}`)
  attempt.state = state
}

/** Ends an attempt as the clock or its learner does. */
export function closeInModel(attempt: ModelAttempt, closedBy: 1 | 2): void {
  attempt.closedBy = closedBy
  const values = [...attempt.answers].map(([at, { value }]) => ({ at, value }))
  const objective = values.filter(({ at, value }) => at < 2 && value === 1).length * 10
  const isWritten = values.some(({ at, value }) => at === 2 && value !== 0)
  goTo(attempt, isWritten ? 2 : 3)
  attempt.score = isWritten ? null : objective
}

/** What the database has, in the model's words; everything must be the same. */
export async function expectSame({ backend: { db }, exam, learner }: ExamWorld, model: ExamModel): Promise<void> {
  const attempts = await db
    .selectFrom('examAttempts')
    .select(['id', 'state', 'deadlineAt', 'leaseNo', 'leaseDevice', 'closedBy', 'score', 'receiptNo', 'answeredCount'])
    .where('paperId', '=', exam.id)
    .where('userId', '=', learner.userId)
    .orderBy('attemptNo')
    .execute()
  expect(
    attempts.map(({ id, state, deadlineAt, leaseNo, leaseDevice, closedBy, score }) => {
      return { id, state, deadline: deadlineAt?.getTime(), leaseNo, device: leaseDevice, closedBy, score }
    }),
  ).toEqual(
    model.attempts.map(({ id, state, deadline, leaseNo, device, closedBy, score }) => {
      return { id, state, deadline, leaseNo, device, closedBy, score }
    }),
  )
  for (const [at, attempt] of model.attempts.entries()) {
    const answered = [...attempt.answers.values()].filter(({ value }) => value !== 0).length
    expect(attempts[at]?.answeredCount ?? null).toBe(attempt.state === 1 ? null : answered)
    const receipt = attempts[at]?.receiptNo ?? null
    if (attempt.receipt !== null) expect(receipt).toBe(attempt.receipt)
    attempt.receipt = receipt
    const answers = await db
      .selectFrom('examAnswers')
      .select(['questionId', 'answer', 'leaseNo', 'seq'])
      .where('attemptId', '=', attempt.id)
      .orderBy('questionId')
      .execute()
    expect(answers.map(({ questionId, answer, leaseNo, seq }) => ({ questionId, answer, leaseNo, seq }))).toEqual(
      [...attempt.answers]
        .sort(([one], [other]) => one - other)
        .map(([at, { value, leaseNo, seq }]) => {
          return { questionId: exam.questionIds[at], answer: toAnswer(at, value), leaseNo, seq }
        }),
    )
    const unsaved = await db
      .selectFrom('examUnsavedAnswers')
      .select(['questionId', 'device', 'seq'])
      .where('attemptId', '=', attempt.id)
      .execute()
    const kept = unsaved.map(
      ({ questionId, device, seq }) => `${exam.questionIds.indexOf(questionId)} ${device} ${seq}`,
    )
    expect(kept.sort()).toEqual([...attempt.unsaved].sort())
  }
}
