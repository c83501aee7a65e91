import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { navigate } from '#client/browser/navigation.ts'
import { type HomeworkDetail, useHomeworkActions } from '#client/features/homework/homework-queries.ts'
import { storedUrls, useWorkFiles } from '#client/features/homework/use-work-files.ts'
import { VoiceButton } from '#client/features/homework/voice-button.tsx'
import { WorkFileList } from '#client/features/homework/work-file-list.tsx'
import { Button } from '#client/ui/button.tsx'
import { TextArea, TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { HomeworkState } from '#shared/contract/enums.ts'
import { homeworkCommentLength } from '#shared/contract/text-lengths.ts'
import css from './correct-form.module.css'

function Ways({
  waits,
  busy,
  onReturn,
}: {
  waits: boolean
  busy: 'correct' | 'return' | undefined
  onReturn: () => void
}): ReactNode {
  return (
    <div className={css.acts}>
      {waits ? (
        <Button tone="primary" type="submit" busy={busy === 'correct'} disabled={busy !== undefined}>
          交还作业
        </Button>
      ) : null}
      <Button tone="secondary" busy={busy === 'return'} disabled={busy !== undefined} onClick={onReturn}>
        退回重做
      </Button>
    </div>
  )
}

/** What is said of a homework, and how it is sent. */
function useCorrection(homework: HomeworkDetail & { id: number }, next: string | undefined) {
  const { id, state, version } = homework
  const actions = useHomeworkActions()
  const files = useWorkFiles([])
  const [score, setScore] = useState('')
  const [comment, setComment] = useState('')
  const [errors, setErrors] = useState<{ score?: string; comment?: string; files?: string }>({})
  const [busy, setBusy] = useState<'correct' | 'return'>()
  const waits = state === HomeworkState.waitingCorrection

  const send = async (kind: 'correct' | 'return', run: () => Promise<void>): Promise<void> => {
    if (busy) return
    if (files.files.some((file) => file.state !== 'stored')) return setErrors({ files: '文件还没有传完' })
    setErrors({})
    setBusy(kind)
    try {
      await run()
      toast(kind === 'correct' ? '批改好了，已经告诉学员' : '退回去了，已经告诉学员')
      if (next !== undefined) navigate(next)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setErrors({ files: failure.message || '没有发出去，请再试一次' })
    } finally {
      setBusy(undefined)
    }
  }

  const handleSubmit = (event: Pick<FormEvent, 'preventDefault'>): void => {
    event.preventDefault()
    if (!/^\d{1,3}$/.test(score.trim()) || Number(score) > 100) return setErrors({ score: '填 0 到 100 的整数' })
    const given = { id, version, score: Number(score), comment, files: storedUrls(files.files) }
    void send('correct', () => actions.correct(given))
  }

  const handleReturn = (): void => {
    if (comment.trim() === '') return setErrors({ comment: '写下要改什么，学员才知道怎么再做一次' })
    void send('return', () => actions.giveBack({ id, version, comment, files: storedUrls(files.files) }))
  }

  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) handleSubmit(event)
  }

  return { waits, files, score, setScore, comment, setComment, errors, busy, handleSubmit, handleReturn, handleKey }
}

/** For who corrects: score and words, and the way back to the learner. What was typed stays when it can't be sent. */
export function CorrectForm({
  homework,
  next,
  isBeside = false,
}: {
  homework: HomeworkDetail & { id: number }
  /** Where to after it was given back. */
  next?: string
  /** It is part of the desk. */
  isBeside?: boolean
  /** Called when its code can't be had. */
  onClose: () => void
}): ReactNode {
  const correction = useCorrection(homework, next)
  const { waits, files, score, setScore, comment, setComment, errors, busy } = correction
  const { handleSubmit, handleReturn, handleKey } = correction
  return (
    <form
      className={isBeside ? css.beside : css.form}
      method="post"
      onSubmit={handleSubmit}
      onKeyDown={handleKey}
      aria-label="批改"
    >
      <h2 className="h3">{waits ? '批改' : '退回重做'}</h2>
      {waits ? (
        <div className={css.score}>
          <TextField
            label="分数"
            hint="0 到 100"
            name="score"
            inputMode="numeric"
            maxLength={3}
            value={score}
            error={errors.score}
            onChange={setScore}
          />
        </div>
      ) : null}
      <TextArea
        label={waits ? '评语' : '为什么退回'}
        name="comment"
        rows={5}
        maxLength={homeworkCommentLength}
        value={comment}
        error={errors.comment}
        onChange={setComment}
      />
      <VoiceButton onRecorded={(file) => files.add([file])} />
      <WorkFileList files={files} label="批改的图或录音" />
      {errors.files === undefined ? null : (
        <p className={css.error} role="alert">
          {errors.files}
        </p>
      )}
      <Ways waits={waits} busy={busy} onReturn={handleReturn} />
    </form>
  )
}
