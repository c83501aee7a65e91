import { type ReactNode, useState } from 'react'
import { sayFailure } from '#client/features/common/say-failure.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { questionKindTexts } from '#client/features/exam/exam-words.ts'
import { useMistakeActions } from '#client/features/exam/mistake-actions.ts'
import { Button } from '#client/ui/button.tsx'
import rows from '#client/ui/ruled-rows.module.css'
import { Tag } from '#client/ui/tag.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { MistakeState } from '#shared/contract/enums.ts'
import type { Mistake } from '#shared/contract/mistake.ts'
import { dayStart } from '#shared/rules/month-days.ts'
import { dayText, monthDayText } from '#shared/rules/number-text.ts'
import css from './mistake-rows.module.css'

/** Right answers on later days that master a question. */
const mastered = 4

function stateText({ state, successes, dueDay, lapses }: Mistake, today: string): string {
  const wrong = lapses > 0 ? `，错过 ${lapses} 次` : ''
  if (state === MistakeState.mastered) return `连对 ${successes} 次，记牢了`
  if (state === MistakeState.dismissed) return `收起来了，不再考${wrong}`
  const due = dueDay <= today ? '今天考' : `${monthDayText(dayStart(dueDay))}考`
  return `${due}，连对 ${successes} / ${mastered}${wrong}`
}

function Row({ mistake, today }: { mistake: Mistake; today: string }): ReactNode {
  const { putAway } = useMistakeActions()
  const [busy, setBusy] = useState(false)
  const { question, paperTitle, courseName, state } = mistake
  const isAway = state === MistakeState.dismissed
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    await putAway(question.id, !isAway).then(
      () => toast(isAway ? '拿回来了，从今天起再考' : '收起来了'),
      (error) => sayFailure(error, '没有改成，请再试一次'),
    )
    setBusy(false)
  }
  return (
    <li className={rows.row}>
      <p className={css.stem}>
        <Tag tone="plain">{questionKindTexts[question.kind]}</Tag> {question.stem}
      </p>
      <p className={rows.from}>
        {courseName === '' ? '' : `${courseName} · `}
        {paperTitle}
      </p>
      <p className={`${rows.when} num`}>{stateText(mistake, today)}</p>
      <div className={rows.end}>
        <Button
          tone="text"
          size="s"
          busy={busy}
          disabled={busy}
          aria-label={`${isAway ? '拿回来' : '收起'}：${question.stem.slice(0, 20)}`}
          onClick={() => void handleClick()}
        >
          {isAway ? '拿回来' : '收起'}
        </Button>
      </div>
    </li>
  )
}

/** Ruled rows of the mistake book. */
export function MistakeRows({ mistakes }: { mistakes: readonly Mistake[] }): ReactNode {
  const now = useNow()
  const today = now === undefined ? '' : dayText(now)
  return (
    <ul className={rows.rows} aria-label="错题">
      {mistakes.map((mistake) => (
        <Row key={mistake.question.id} mistake={mistake} today={today} />
      ))}
    </ul>
  )
}
