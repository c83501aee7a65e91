import { QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer, ExamKey } from '#shared/contract/exam-fields.ts'

/** What is asked, as far as answers depend on it. */
export interface AskedQuestion {
  readonly kind: QuestionKind
  /** Keys of its options. */
  readonly optionKeys: readonly number[]
  /** Blanks of a fill-in. */
  readonly blankCount: number
}

/** Whether anything was answered: an empty answer is one that was taken back. */
export function isAnswered({ options, isTrue, blanks, text, files }: ExamAnswer): boolean {
  return (
    isTrue !== undefined ||
    (options ?? []).length > 0 ||
    (files ?? []).length > 0 ||
    (text ?? '').trim() !== '' ||
    (blanks ?? []).some((blank) => blank.trim() !== '')
  )
}

/** The part of an answer that counts for its question, in one form; undefined when the question can't be answered so. */
export function answerFor({ kind, optionKeys, blankCount }: AskedQuestion, answer: ExamAnswer): ExamAnswer | undefined {
  switch (kind) {
    case QuestionKind.single:
    case QuestionKind.multiple: {
      const options = [...new Set(answer.options ?? [])].sort((one, other) => one - other)
      if (!options.every((key) => optionKeys.includes(key))) return undefined
      if (kind === QuestionKind.single && options.length > 1) return undefined
      return options.length === 0 ? {} : { options }
    }
    case QuestionKind.trueFalse:
      return answer.isTrue === undefined ? {} : { isTrue: answer.isTrue }
    case QuestionKind.fillIn: {
      const blanks = answer.blanks ?? []
      if (blanks.length > blankCount) return undefined
      return blanks.some((blank) => blank !== '') ? { blanks } : {}
    }
    case QuestionKind.shortAnswer: {
      const { text = '', files = [] } = answer
      if (new Set(files).size !== files.length) return undefined
      return { ...(text === '' ? {} : { text }), ...(files.length === 0 ? {} : { files: [...files] }) }
    }
  }
}

/** What people type in other ways means the same: width, case and spaces don't count. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '')
}

function scoreOfChoice(
  score: number,
  keys: readonly number[],
  chosen: readonly number[],
  halfForPart: boolean,
): number {
  const right = new Set(keys)
  if (chosen.length === 0 || !chosen.every((key) => right.has(key))) return 0
  if (chosen.length === right.size) return score
  return halfForPart ? Math.floor(score / 2) : 0
}

/**
 * What an answer gives; undefined when people have to mark it. A part of the right options without a wrong one gives half, rounded down,
 * where the paper says so; a fill-in gives its blanks' share, rounded down.
 */
export function scoreOf(
  { kind, score, key, halfForPart }: { kind: QuestionKind; score: number; key: ExamKey; halfForPart: boolean },
  answer: ExamAnswer,
): number | undefined {
  switch (kind) {
    case QuestionKind.single:
      return scoreOfChoice(score, key.options ?? [], answer.options ?? [], false)
    case QuestionKind.multiple:
      return scoreOfChoice(score, key.options ?? [], answer.options ?? [], halfForPart)
    case QuestionKind.trueFalse:
      return answer.isTrue !== undefined && answer.isTrue === key.isTrue ? score : 0
    case QuestionKind.fillIn: {
      const blanks = key.blanks ?? []
      const isRight = (wordings: readonly string[], at: number): boolean => {
        const given = folded(answer.blanks?.[at] ?? '')
        return given !== '' && wordings.some((wording) => folded(wording) === given)
      }
      return blanks.length === 0 ? 0 : Math.floor((score * blanks.filter(isRight).length) / blanks.length)
    }
    case QuestionKind.shortAnswer:
      return isAnswered(answer) ? undefined : 0
  }
}

/** Whether a question belongs into the mistake book: not all of it was right, or a short answer was marked below 60 %. */
export function isMistake(kind: QuestionKind, gained: number, score: number): boolean {
  return kind === QuestionKind.shortAnswer ? gained * 10 < score * 6 : gained < score
}
