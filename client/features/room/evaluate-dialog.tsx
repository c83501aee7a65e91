import { type ReactNode, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextArea } from '#client/ui/field.tsx'
import { evaluateClass } from '#client/features/room/room-queries.ts'
import css from './room-dialog.module.css'

const scores: readonly { value: number; text: string }[] = [
  { value: 5, text: '很满意' },
  { value: 4, text: '满意' },
  { value: 3, text: '一般' },
  { value: 2, text: '不满意' },
  { value: 1, text: '很不满意' },
]
const tags = ['讲得清楚', '节奏合适', '例子多', '答疑及时', '太快了', '听不清'] as const
const mostCharacters = 500

interface EvaluateDialogProps {
  periodId: number
  scheduleId: number | undefined
  title?: string
  /** What gets the focus when what opened it is gone. */
  returnTo: () => HTMLElement | null | undefined
  onDone: () => void
  onClose: () => void
}

/** The stars, words and tags of a class, and sending them. */
function useEvaluation({ periodId, scheduleId, onDone }: EvaluateDialogProps) {
  const { api } = useApp()
  const [score, setScore] = useState<number>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [content, setContent] = useState('')
  const [missing, setMissing] = useState(false)
  const scale = useRef<HTMLFieldSetElement>(null)
  const [busy, act] = useRoomAction('没有提交成功，请再试一次')
  const tooLong = [...content].length > mostCharacters
  const submit = async (): Promise<void> => {
    if (score === undefined) {
      setMissing(true)
      return scale.current?.querySelector('input')?.focus()
    }
    if (tooLong) return
    if (
      await act(
        () =>
          evaluateClass(api, {
            periodId,
            ...(scheduleId === undefined ? {} : { scheduleId }),
            score,
            tags: [...chosen],
            content: content.trim(),
          }),
        '评价成功',
      )
    )
      onDone()
  }
  return { score, setScore, chosen, setChosen, content, setContent, missing, setMissing, scale, busy, tooLong, submit }
}

/** The evaluation of a lesson by who had it. */
export function EvaluateDialog(props: EvaluateDialogProps): ReactNode {
  const { title = '评价这节课', returnTo, onClose } = props
  const { score, setScore, chosen, setChosen, content, setContent, missing, setMissing, scale, busy, tooLong, submit } =
    useEvaluation(props)
  return (
    <Dialog title={title} returnTo={returnTo} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <fieldset ref={scale} className={css.scores} aria-describedby={missing ? 'score-error' : undefined}>
          <legend>这节课上得怎么样</legend>
          {scores.map(({ value, text }) => (
            <label key={value} className={css.score}>
              <input
                type="radio"
                name="score"
                checked={score === value}
                onChange={() => {
                  setScore(value)
                  setMissing(false)
                }}
              />
              {text}
            </label>
          ))}
        </fieldset>
        {missing ? (
          <p id="score-error" className={css.error} role="alert">
            请先选一个
          </p>
        ) : null}
        <fieldset className={css.scores}>
          <legend>说得具体些</legend>
          {tags.map((tag) => (
            <label key={tag} className={css.tag}>
              <input
                type="checkbox"
                checked={chosen.includes(tag)}
                onChange={(event) =>
                  setChosen(event.target.checked ? [...chosen, tag] : chosen.filter((other) => other !== tag))
                }
              />
              {tag}
            </label>
          ))}
        </fieldset>
        <TextArea
          label="想对老师说"
          value={content}
          error={tooLong ? `最多 ${mostCharacters} 字` : undefined}
          onChange={setContent}
        />
        <Button tone="primary" type="submit" full busy={busy}>
          提交评价
        </Button>
      </form>
    </Dialog>
  )
}
