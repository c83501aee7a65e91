import type { CallInput } from '#shared/contract/calls.ts'
import { AnswersRevealed, PaperState, QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer, ExamKey, ExamOption } from '#shared/contract/exam-fields.ts'
import type { Learner } from './backend-accounts.ts'
import type { TestBackend } from './backend-harness.ts'

export const minute = 60_000
let count = 0

/** A question as a test asks it. */
export interface AskedInTest {
  readonly kind: QuestionKind
  readonly key: ExamKey
  readonly right: ExamAnswer
  readonly wrong: ExamAnswer
  readonly options: readonly ExamOption[]
  readonly score: number
}

const options: readonly ExamOption[] = ['窗外的太阳', '墙面的反光', '自己的肤色', '画家的习惯'].map((text, key) => ({
  key,
  text,
}))

/** One of each kind: 10, 5, 5, 10 and 20 points. */
export const oneOfEach: readonly AskedInTest[] = [
  {
    kind: QuestionKind.single,
    key: { options: [1] },
    right: { options: [1] },
    wrong: { options: [0] },
    options,
    score: 10,
  },
  {
    kind: QuestionKind.multiple,
    key: { options: [0, 1] },
    right: { options: [0, 1] },
    wrong: { options: [0, 2] },
    options,
    score: 5,
  },
  {
    kind: QuestionKind.trueFalse,
    key: { isTrue: false },
    right: { isTrue: false },
    wrong: { isTrue: true },
    options: [],
    score: 5,
  },
  {
    kind: QuestionKind.fillIn,
    key: { blanks: [['接触影', '闭塞影'], ['柔和']] },
    right: { blanks: [' 接触影', '柔和'] },
    wrong: { blanks: ['投影', ''] },
    options: [],
    score: 10,
  },
  {
    kind: QuestionKind.shortAnswer,
    key: { text: '主光、最利的边、为什么。' },
    right: { text: '主光在左上。' },
    wrong: {},
    options: [],
    score: 20,
  },
]

/** Those that need nobody to mark them. */
export const objective = oneOfEach.filter(({ kind }) => kind !== QuestionKind.shortAnswer)

interface ExamChoice {
  readonly productId?: number | null
  readonly beginAt?: number | null
  readonly endAt?: number | null
  readonly durationMin?: number | null
  readonly attemptsAllowed?: number
  readonly reveal?: AnswersRevealed
  readonly halfForPart?: boolean
  readonly isShuffled?: boolean
  readonly state?: PaperState
  readonly url?: string | null
  readonly questions?: readonly AskedInTest[]
}

export interface BuiltExam {
  readonly id: number
  /** Numbers of its questions, in the order in which they were asked for. */
  readonly questionIds: readonly number[]
  readonly questions: readonly AskedInTest[]
}

/** As much of a backend as a paper needs. */
interface SchoolWithClock {
  readonly database: Pick<TestBackend['database'], 'db'>
  readonly clock: Pick<TestBackend['clock'], 'now'>
}

const dateOf = (time: number | null | undefined): Date | null => (time == null ? null : new Date(time))

/** A paper; by default for everybody, of an hour, with one question of each kind. */
export async function buildExam(
  { database: { db }, clock }: SchoolWithClock,
  choice: ExamChoice = {},
): Promise<BuiltExam> {
  const now = new Date(clock.now())
  const { questions = oneOfEach } = choice
  const { id } = await db
    .insertInto('examPapers')
    .values({
      productId: choice.productId ?? null,
      title: `第 ${++count} 单元测验`,
      intro: '可以查资料，不可以问人。',
      beginAt: dateOf(choice.beginAt),
      endAt: dateOf(choice.endAt),
      durationMin: choice.durationMin === undefined ? 60 : choice.durationMin,
      attemptsAllowed: choice.attemptsAllowed ?? 1,
      reveal: choice.reveal ?? AnswersRevealed.afterHandingIn,
      halfForPart: choice.halfForPart ?? true,
      isShuffled: choice.isShuffled ?? false,
      totalScore: questions.reduce((sum, { score }) => sum + score, 0),
      questionCount: choice.url ? 0 : questions.length,
      url: choice.url ?? null,
      state: choice.state ?? PaperState.published,
      createdAt: now,
      updatedAt: now,
      publishedAt: now,
    })
    .returning('examPapers.id')
    .executeTakeFirstOrThrow()
  if (choice.url) return { id, questionIds: [], questions: [] }
  const rows = await db
    .insertInto('examQuestions')
    .values(
      questions.map(({ kind, key, options, score }, sort) => ({
        paperId: id,
        sort,
        kind,
        stem: `第 ${sort + 1} 题`,
        options: JSON.stringify(options),
        answer: JSON.stringify(key),
        explanation: '课上讲过。',
        score,
      })),
    )
    .returning('examQuestions.id')
    .execute()
  return { id, questionIds: rows.map((row) => row.id), questions }
}

type Change = CallInput<'POST /api/exam/save'>['answers'][number]

/** Answers to the questions of a paper, all right or all wrong, numbered from `from` on. */
export function answersTo({ questions, questionIds }: BuiltExam, which: 'right' | 'wrong', from = 1): Change[] {
  return questions.map((question, at) => ({
    questionId: questionIds[at] ?? 0,
    answer: question[which],
    seq: from + at,
  }))
}

/** Somebody's page of an exam: what it holds and sends. */
export interface ExamPage {
  readonly attemptId: number
  readonly leaseNo: number
  readonly device: string
}

/** Opens the exam in a tab of a learner. */
export async function beginExam(
  backend: Pick<TestBackend, 'as'>,
  { cookie }: Learner,
  id: number,
  device = 'tab-of-the-test',
): Promise<ExamPage> {
  const { id: attemptId, leaseNo } = await backend.as(cookie).call('POST /api/exam/begin', { id, device })
  return { attemptId, leaseNo, device }
}

export const saveExam = (backend: Pick<TestBackend, 'as'>, { cookie }: Learner, page: ExamPage, answers: Change[]) =>
  backend.as(cookie).call('POST /api/exam/save', { ...page, answers })

export const submitExam = (
  backend: Pick<TestBackend, 'as'>,
  { cookie }: Learner,
  page: ExamPage,
  answers: Change[] = [],
) => backend.as(cookie).call('POST /api/exam/submit', { ...page, answers })
