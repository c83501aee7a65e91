import type { ExamAnswer } from '#shared/contract/exam-fields.ts'

const sorted = (list: readonly number[] | undefined): string => [...(list ?? [])].sort((a, b) => a - b).join()

/** A file's address without what changes at each look at it. */
function fileKey(address: string): string {
  return address.split('?')[0] ?? address
}

/** What was typed into blanks, without empty ones at the end. */
function typed(blanks: readonly string[] = []): string {
  let end = blanks.length
  while (end > 0 && blanks[end - 1] === '') end -= 1
  return JSON.stringify(blanks.slice(0, end))
}

/** Whether two answers say the same. */
export function isSameAnswer(a: ExamAnswer, b: ExamAnswer): boolean {
  return (
    sorted(a.options) === sorted(b.options) &&
    a.isTrue === b.isTrue &&
    typed(a.blanks) === typed(b.blanks) &&
    (a.text ?? '') === (b.text ?? '') &&
    (a.files ?? []).map(fileKey).join() === (b.files ?? []).map(fileKey).join()
  )
}
