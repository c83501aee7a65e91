import { useEffect, useRef } from 'react'
import { isComposing } from '#client/browser/is-composing.ts'
import { withOption } from '#client/features/exam/answer-field.tsx'
import type { HeldAnswer } from '#client/features/exam/exam-session.ts'
import { QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer, ExamQuestion } from '#shared/contract/exam-fields.ts'

const steps: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowDown', 1],
  ['ArrowRight', 1],
  ['ArrowUp', -1],
  ['ArrowLeft', -1],
])

/** Where letters and arrows belong to what is written. */
export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox')
  )
}

interface Keys {
  question: ExamQuestion | undefined
  held: HeldAnswer | undefined
  onChange: (questionId: number, change: Partial<HeldAnswer>) => void
  /** Moves by so many questions. */
  onStep: (by: 1 | -1) => void
  /** Out of a text, back to the question. */
  onLeaveText: () => void
}

/** The answer after a digit; undefined where it chooses nothing. */
export function chosenBy(question: ExamQuestion, answer: ExamAnswer, digit: number): ExamAnswer | undefined {
  const { kind, options } = question
  if (kind === QuestionKind.trueFalse) return digit <= 2 ? { isTrue: digit === 1 } : undefined
  const option = kind === QuestionKind.single || kind === QuestionKind.multiple ? options[digit - 1] : undefined
  return option && withOption(kind, answer, option.key)
}

/** The digit of a key, 1 to 9. */
export function digitOf(key: string): number | undefined {
  return /^[1-9]$/.test(key) ? Number(key) : undefined
}

/** The keys of the whole paper: digits choose, arrows move, F marks; in a text only Escape, which leaves it. */
export function useExamKeys(keys: Keys, isOn: boolean): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!isOn) return
    const handleKey = (event: KeyboardEvent): void => {
      const { question, held, onChange, onStep, onLeaveText } = latest.current
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
      if (event.target instanceof Element && event.target.closest('[role=dialog]')) return
      if (isWriting(event.target)) {
        if (event.key === 'Escape') onLeaveText()
        return
      }
      const step = steps.get(event.key)
      if (step !== undefined) {
        event.preventDefault()
        onStep(step)
        return
      }
      if (!question) return
      const digit = digitOf(event.key)
      const answer = digit === undefined ? undefined : chosenBy(question, held?.answer ?? {}, digit)
      const isMark = event.key.toLowerCase() === 'f'
      if (!answer && !isMark) return
      event.preventDefault()
      onChange(question.id, answer ? { answer } : { isFlagged: held?.isFlagged !== true })
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])
}
