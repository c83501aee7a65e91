import { collectMistakes } from '#server/backend/mistake/collect-mistakes.ts'
import { AnswersRevealed, AttemptState, PaperState, QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer, ExamKey } from '#shared/contract/exam-fields.ts'
import type { Learner } from './backend-accounts.ts'
import type { TestBackend } from './backend-harness.ts'

let count = 0

interface PaperChoice {
  readonly reveal?: AnswersRevealed
  readonly endAt?: number
  readonly kinds?: readonly QuestionKind[]
}

export interface BuiltPaper {
  readonly paperId: number
  readonly questionIds: readonly number[]
}

/** What is right: option 1, options 0 and 2, true, 光圈 (or f 值), what a good answer says. */
const keys: Readonly<Record<QuestionKind, ExamKey>> = {
  [QuestionKind.single]: { options: [1] },
  [QuestionKind.multiple]: { options: [0, 2] },
  [QuestionKind.trueFalse]: { isTrue: true },
  [QuestionKind.fillIn]: { blanks: [['光圈', 'f 值']] },
  [QuestionKind.shortAnswer]: { text: '先说光从哪里来。' },
}

/** The right answer to a question of a built paper. */
export const rightAnswers: Readonly<Record<QuestionKind, ExamAnswer>> = {
  [QuestionKind.single]: { options: [1] },
  [QuestionKind.multiple]: { options: [0, 2] },
  [QuestionKind.trueFalse]: { isTrue: true },
  [QuestionKind.fillIn]: { blanks: ['F值'] },
  [QuestionKind.shortAnswer]: { text: '光从窗外来。' },
}

const options = ['快门', '光圈', '感光度', '焦距'].map((text, key) => ({ key, text }))

/** A paper for everybody, one question of each kind. */
export async function buildPaper(
  { database: { db }, clock }: TestBackend,
  { reveal = AnswersRevealed.afterHandingIn, endAt, kinds = Object.values(QuestionKind) }: PaperChoice = {},
): Promise<BuiltPaper> {
  const now = new Date(clock.now())
  const { id: paperId } = await db
    .insertInto('examPapers')
    .values({
      title: `第 ${++count} 张试卷`,
      endAt: endAt === undefined ? null : new Date(endAt),
      reveal,
      totalScore: kinds.length * 5,
      questionCount: kinds.length,
      state: PaperState.published,
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
    })
    .returning('examPapers.id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('examQuestions')
    .values(
      kinds.map((kind, sort) => ({
        paperId,
        sort,
        kind,
        stem: kind === QuestionKind.fillIn ? '决定进光口大小的是____。' : `第 ${sort + 1} 题`,
        options: JSON.stringify(kind === QuestionKind.single || kind === QuestionKind.multiple ? options : []),
        answer: JSON.stringify(keys[kind]),
        explanation: '看光线。',
        score: 5,
      })),
    )
    .returning('examQuestions.id')
    .execute()
  return { paperId, questionIds: rows.map(({ id }) => id).sort((a, b) => a - b) }
}

/** An attempt of a learner that is handed in; answers its id. */
export async function handInPaper(
  { database: { db }, clock }: TestBackend,
  { userId }: Pick<Learner, 'userId'>,
  { paperId }: Pick<BuiltPaper, 'paperId'>,
  attemptNo = 1,
): Promise<number> {
  const now = new Date(clock.now())
  const { id } = await db
    .insertInto('examAttempts')
    .values({
      paperId,
      userId,
      attemptNo,
      state: AttemptState.handedIn,
      begunAt: now,
      layout: JSON.stringify({ questions: [] }),
      leaseDevice: 'test-device',
      leaseAt: now,
      submittedAt: now,
      closedBy: 1,
      receiptNo: `test-${++count}`,
    })
    .returning('examAttempts.id')
    .executeTakeFirstOrThrow()
  return id
}

/** Questions of a paper that a learner got wrong in an exam just now; answers the attempt. */
export async function answerWrong(
  backend: TestBackend,
  learner: Pick<Learner, 'userId'>,
  { paperId, questionIds }: BuiltPaper,
  { attemptNo = 1, kind = QuestionKind.single }: { attemptNo?: number; kind?: QuestionKind } = {},
): Promise<number> {
  const attemptId = await handInPaper(backend, learner, { paperId }, attemptNo)
  const questions = questionIds.map((questionId) => ({
    questionId,
    kind,
    score: 5,
    gained: 0,
    answer: { options: [0] },
  }))
  const now = new Date(backend.clock.now())
  await backend.database.transaction((trx) =>
    collectMistakes(trx, { userId: learner.userId, attemptId, questions }, now),
  )
  return attemptId
}
