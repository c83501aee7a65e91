import type { QuestionKind } from '#shared/contract/enums.ts'
import type { ExamQuestion } from '#shared/contract/exam-fields.ts'

/** Questions of one kind that stand together. */
export interface PaperPart<Q> {
  readonly kind: QuestionKind
  /** Place of its first question on the paper, from 1. */
  readonly first: number
  readonly questions: readonly Q[]
  readonly score: number
}

/** A paper in parts, as its questions stand: each kind once where they stand together. */
export function paperParts<Q extends Pick<ExamQuestion, 'kind' | 'score'>>(questions: readonly Q[]): PaperPart<Q>[] {
  const parts: { kind: QuestionKind; first: number; questions: Q[]; score: number }[] = []
  questions.forEach((question, index) => {
    const last = parts.at(-1)
    if (last?.kind === question.kind) {
      last.questions.push(question)
      last.score += question.score
    } else parts.push({ kind: question.kind, first: index + 1, questions: [question], score: question.score })
  })
  return parts
}

/** '10 题，每题 4 分', '4 题，共 18 分' */
export function partText({ questions, score }: PaperPart<Pick<ExamQuestion, 'score'>>): string {
  const each = questions[0]?.score ?? 0
  return questions.every((one) => one.score === each)
    ? `${questions.length} 题，每题 ${each} 分`
    : `${questions.length} 题，共 ${score} 分`
}
