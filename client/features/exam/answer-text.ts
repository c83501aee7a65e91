import { optionLetter } from '#client/features/exam/exam-words.ts'
import { QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer, ExamKey, ExamQuestion } from '#shared/contract/exam-fields.ts'
import { isAnswered } from '#shared/rules/exam-answers.ts'

const longest = 60

/** Options by the letters under which they stand here. */
export function lettersOf({ options }: Pick<ExamQuestion, 'options'>, keys: readonly number[] = []): string {
  return options.flatMap(({ key }, index) => (keys.includes(key) ? optionLetter(index) : [])).join(' ')
}

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** An answer in a line: 'A C', '错', '接触影、软', the beginning of a text. */
export function answerText(question: Pick<ExamQuestion, 'kind' | 'options'>, answer: ExamAnswer): string {
  if (!isAnswered(answer)) return '没有答'
  const { kind } = question
  if (kind === QuestionKind.single || kind === QuestionKind.multiple) return lettersOf(question, answer.options)
  if (kind === QuestionKind.trueFalse) return answer.isTrue ? '对' : '错'
  if (kind === QuestionKind.fillIn) return shortened((answer.blanks ?? []).map((text) => text || '（空）').join('、'))
  const files = answer.files?.length ?? 0
  return `${shortened(answer.text ?? '')}${files > 0 ? `（${files} 张照片）` : ''}`
}

/** The right answer in a line; of a blank its first wording. */
export function keyText(question: Pick<ExamQuestion, 'kind' | 'options'>, key: ExamKey): string {
  const { kind } = question
  if (kind === QuestionKind.single || kind === QuestionKind.multiple) return lettersOf(question, key.options)
  if (kind === QuestionKind.trueFalse) return key.isTrue ? '对' : '错'
  if (kind === QuestionKind.fillIn) return (key.blanks ?? []).map((wordings) => wordings[0] ?? '').join('、')
  return key.text ?? ''
}
