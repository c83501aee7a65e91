import { randomInt } from 'node:crypto'
import { QuestionKind } from '#shared/contract/enums.ts'
import type { ExamLayout, ExamQuestion } from '#shared/contract/exam-fields.ts'
import type { QuestionRow } from './question-store.ts'

/** The same in an order by chance (Fisher and Yates). */
function shuffled<T>(list: readonly T[]): T[] {
  const all = [...list]
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1)
    const [one, two] = [all[last], all[other]]
    if (one === undefined || two === undefined) continue
    all[last] = two
    all[other] = one
  }
  return all
}

/** Neighbours of the same kind. */
function runsOfKind(questions: readonly QuestionRow[]): QuestionRow[][] {
  const runs: QuestionRow[][] = []
  for (const question of questions) {
    const last = runs.at(-1)
    if (last?.[0]?.kind === question.kind) last.push(question)
    else runs.push([question])
  }
  return runs
}

const hasOptions = ({ kind }: QuestionRow): boolean => kind === QuestionKind.single || kind === QuestionKind.multiple

/** The order of one attempt: as the paper has it, or by chance within neighbours of the same kind, and within their options. */
export function drawLayout(questions: readonly QuestionRow[], isShuffled: boolean): ExamLayout {
  const ordered = isShuffled ? runsOfKind(questions).flatMap((run) => shuffled(run)) : questions
  return {
    questions: ordered.map((question) => {
      const keys = question.options.map(({ key }) => key)
      return { id: question.id, options: isShuffled && hasOptions(question) ? shuffled(keys) : keys }
    }),
  }
}

/** Questions in an attempt's order, with their keys. */
export function inLayout(layout: ExamLayout, questions: readonly QuestionRow[]): QuestionRow[] {
  const byId = new Map(questions.map((question) => [question.id, question]))
  return layout.questions.flatMap(({ id, options }) => {
    const question = byId.get(id)
    if (!question) return []
    const byKey = new Map(question.options.map((option) => [option.key, option]))
    return [{ ...question, options: options.flatMap((key) => byKey.get(key) ?? []) }]
  })
}

/** What of a question leaves the server while it is asked. */
export function toQuestion({ id, kind, stem, picture, options, answer, score }: QuestionRow): ExamQuestion {
  return { id, kind, stem, picture, options, blankCount: answer.blanks?.length ?? 0, score }
}
