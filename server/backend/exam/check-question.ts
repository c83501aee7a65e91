import { QuestionKind } from '#shared/contract/enums.ts'
import type { ExamKey } from '#shared/contract/exam-fields.ts'
import type { NewQuestion } from '#shared/contract/staff-exam.ts'

function checkOptions({ kind, options, key }: NewQuestion): string | ExamKey {
  const keys = new Set(options.map((option) => option.key))
  if (options.length < 2 || keys.size !== options.length) return '选择题至少要有两个不同的选项'
  const right = [...new Set(key.options ?? [])].sort((one, other) => one - other)
  if (right.length === 0 || !right.every((one) => keys.has(one))) return '选择题的答案要在选项里'
  if (kind === QuestionKind.single && right.length > 1) return '单选题只能有一个答案'
  return { options: right }
}

/** A question as it is kept, only with what belongs to its kind; a sentence of what is wrong with it where it can't be asked. */
export function checkQuestion(question: NewQuestion): string | NewQuestion {
  const { kind, key } = question
  const kept = (part: ExamKey): NewQuestion => ({ ...question, options: [], key: part })
  switch (kind) {
    case QuestionKind.single:
    case QuestionKind.multiple: {
      const found = checkOptions(question)
      return typeof found === 'string' ? found : { ...question, key: found }
    }
    case QuestionKind.trueFalse:
      return key.isTrue === undefined ? '判断题要写明对还是错' : kept({ isTrue: key.isTrue })
    case QuestionKind.fillIn:
      return (key.blanks ?? []).length === 0 ? '填空题至少要有一个空，每个空都要有答案' : kept({ blanks: key.blanks })
    case QuestionKind.shortAnswer:
      return kept(key.text ? { text: key.text } : {})
  }
}
