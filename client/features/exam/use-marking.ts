import { useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { examListHref } from '#client/features/exam/exam-href.ts'
import { useMarkActions } from '#client/features/exam/mark-actions.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { QuestionKind } from '#shared/contract/enums.ts'
import type { ResultQuestion as Question } from '#shared/contract/exam.ts'
import type { AttemptToMark } from '#shared/contract/teach-exam.ts'

interface Typed {
  score: string
  comment: string
}

type Mark = CallInput<'POST /api/teach/exam/mark'>['marks'][number]

/** A short answer that somebody marks. */
export const isToMark = ({ kind, isAnswered }: Question): boolean => kind === QuestionKind.shortAnswer && isAnswered

const typedBefore = ({ id, gained, comment }: Question): [number, Typed] => [
  id,
  { score: gained === null ? '' : String(gained), comment: comment ?? '' },
]

/** The points that were typed; undefined when they aren't a whole number of the question's. */
function pointsOf({ score }: Typed, question: Question): number | undefined {
  if (!/^\d{1,3}$/.test(score.trim())) return undefined
  const points = Number(score)
  return points <= question.score ? points : undefined
}

/** What is typed on the marking form, and where it goes. What was typed stays when it can't be sent. */
export function useMarking(attempt: AttemptToMark) {
  const actions = useMarkActions()
  const { id } = attempt
  const questions = attempt.questions.filter(isToMark)
  const [typed, setTyped] = useState<ReadonlyMap<number, Typed>>(() => new Map(questions.map(typedBefore)))
  const [version, setVersion] = useState(attempt.version)
  const [wrong, setWrong] = useState<ReadonlySet<number>>(new Set())
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState<'save' | 'finish'>()
  const typedOf = (question: number): Typed => typed.get(question) ?? { score: '', comment: '' }

  /** The marks as they are sent; undefined when some of them can't be, which stands at their fields then. */
  const read = (isWhole: boolean): Mark[] | undefined => {
    const filled = questions.filter((question) => isWhole || typedOf(question.id).score.trim() !== '')
    const bad = filled.filter((question) => pointsOf(typedOf(question.id), question) === undefined)
    setWrong(new Set(bad.map((question) => question.id)))
    if (bad.length > 0) return undefined
    return filled.map((question) => ({
      questionId: question.id,
      score: pointsOf(typedOf(question.id), question) ?? 0,
      comment: typedOf(question.id).comment,
    }))
  }
  const save = async (isWhole: boolean): Promise<number | undefined> => {
    const marks = read(isWhole)
    if (!marks || marks.length === 0) return marks && version
    const next = await actions.mark({ id, version, marks })
    setVersion(next)
    return next
  }
  const run = async (kind: 'save' | 'finish', step: () => Promise<void>): Promise<void> => {
    if (busy) return
    setError(undefined)
    setBusy(kind)
    try {
      await step()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setError(failure.message || '没有发出去，请再试一次')
    } finally {
      setBusy(undefined)
    }
  }
  return {
    typedOf,
    wrong,
    error,
    busy,
    type: (question: number, values: Partial<Typed>) =>
      setTyped(new Map(typed).set(question, { ...typedOf(question), ...values })),
    save: () =>
      run('save', async () => {
        if ((await save(false)) !== undefined) toast('存好了，还没有告诉学员')
      }),
    finish: () =>
      run('finish', async () => {
        const next = await save(true)
        if (next === undefined) return
        const score = await actions.finish(id, next)
        toast(`批完了，${score} 分`)
        navigate(examListHref({ tab: 'mark' }))
      }),
    remark: (reason: string) =>
      run('finish', async () => {
        const marks = read(true)
        if (marks) toast(`改好了，现在 ${await actions.remark({ id, version, marks, reason })} 分`)
      }),
  }
}
