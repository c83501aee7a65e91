import type { QuestionRow } from '#server/backend/exam/question-store.ts'
import { QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import type { Random } from './pictures/random.ts'

function rightAnswer({ kind, answer: key }: QuestionRow): ExamAnswer {
  if (kind === QuestionKind.trueFalse) return { isTrue: key.isTrue === true }
  if (kind === QuestionKind.fillIn) return { blanks: (key.blanks ?? []).map(([wording = '']) => wording) }
  return { options: [...(key.options ?? [])] }
}

/** As people go wrong: another option, one too few or too many; a blank that isn't known stays empty. */
function wrongAnswer({ kind, answer: key, options }: QuestionRow, random: Random): ExamAnswer | undefined {
  const right = key.options ?? []
  const others = options.map((option) => option.key).filter((option) => !right.includes(option))
  switch (kind) {
    case QuestionKind.single:
      return { options: [random.pick(others)] }
    case QuestionKind.multiple:
      return random.chance(0.5)
        ? { options: right.slice(0, -1) }
        : { options: [...right.slice(1), random.pick(others)].sort((one, other) => one - other) }
    case QuestionKind.trueFalse:
      return { isTrue: key.isTrue !== true }
    default:
      return undefined
  }
}

/** What somebody answered: of a hundred objective questions `skill` are right; the short one is as written, or left open. */
export function makeAnswers(
  questions: readonly QuestionRow[],
  { skill, short, random }: { skill: number; short: string | undefined; random: Random },
): Map<number, ExamAnswer> {
  const answers = new Map<number, ExamAnswer>()
  for (const question of questions) {
    const isShort = question.kind === QuestionKind.shortAnswer
    const objective = random.chance(skill / 100) ? rightAnswer(question) : wrongAnswer(question, random)
    const answer = isShort ? (short === undefined ? undefined : { text: short }) : objective
    if (answer) answers.set(question.id, answer)
  }
  return answers
}
