import type { JournalEntry } from '#client/browser/answer-journal.ts'
import { isSameAnswer } from '#client/features/exam/answer-state.ts'
import type { SavedAnswer } from '#shared/contract/exam-fields.ts'

/** What a browser kept of an attempt, and what becomes of it when the attempt is gone on with. */
export interface KeptVerdict {
  /** The server has it, or the same: nothing is left to do. */
  readonly done: readonly JournalEntry[]
  /** Nobody wrote since: it goes on by itself. */
  readonly goesOn: readonly JournalEntry[]
  /** Another device or page wrote since, or may still write: its learner decides. */
  readonly asked: readonly JournalEntry[]
}

interface Now {
  /** The lease of who asks, newest of all. */
  readonly leaseNo: number
  readonly saved: readonly SavedAnswer[]
  /** Pages of this browser that are open; undefined when that isn't known. */
  readonly here: ReadonlySet<string> | undefined
}

/**
 * Sorts what wasn't acknowledged. It goes on by itself only when its page is gone and held the lease right before this one, so that nobody
 * can have written in between; everything else is shown.
 */
export function judgeKept(entries: readonly JournalEntry[], { leaseNo, saved, here }: Now): KeptVerdict {
  const verdict = { done: [] as JournalEntry[], goesOn: [] as JournalEntry[], asked: [] as JournalEntry[] }
  const onServer = new Map(saved.map((one) => [one.questionId, one]))
  for (const entry of entries) {
    const known = onServer.get(entry.questionId)
    const isThere = known !== undefined && known.leaseNo === entry.leaseNo && known.seq >= entry.seq
    const isSame = isSameAnswer(known?.answer ?? {}, entry.answer)
    const isNext = entry.leaseNo === leaseNo - 1 && here !== undefined && !here.has(entry.device)
    if (isThere || (isSame && (known?.isFlagged ?? false) === entry.isFlagged)) verdict.done.push(entry)
    else if (isNext) verdict.goesOn.push(entry)
    // a mark alone isn't worth a question
    else (isSame ? verdict.done : verdict.asked).push(entry)
  }
  return verdict
}
