import { type FormEvent, type ReactNode, useState } from 'react'
import { useMarkActions } from '#client/features/exam/mark-actions.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { TextArea, TextField } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError } from '#shared/contract/codes.ts'
import type { TaughtAttempt } from '#shared/contract/teach-exam.ts'

const mostMinutes = 10_080

/** More minutes for one learner, with the reason; the clock on their page follows. */
export function ExtendDialog({ attempt, onClose }: { attempt: TaughtAttempt; onClose: () => void }): ReactNode {
  const { extend } = useMarkActions()
  const [minutes, setMinutes] = useState('10')
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<{ minutes?: string; reason?: string }>({})
  const [busy, setBusy] = useState(false)
  const { paperId, learner, title } = attempt
  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    const extraMin = /^\d{1,5}$/.test(minutes.trim()) ? Number(minutes) : 0
    if (extraMin < 1 || extraMin > mostMinutes) return setErrors({ minutes: `填 1 到 ${mostMinutes} 的整数` })
    if (reason.trim() === '') return setErrors({ reason: '写下原因，以后查得到' })
    setErrors({})
    setBusy(true)
    try {
      await extend({ paperId, userId: learner.id, extraMin, reason })
      toast('加好了，学员那边的时间会跟着变')
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      setErrors({ reason: failure.message || '没有加上，请再试一次' })
      setBusy(false)
    }
  }
  return (
    <Dialog title="加时" note={`${learner.nickname}，${title}`} onClose={onClose}>
      <form method="post" onSubmit={(event) => void handleSubmit(event)}>
        <TextField
          label="一共多给几分钟"
          hint="从卷子本来的时间算起，再加一次会换成新的数"
          name="minutes"
          inputMode="numeric"
          maxLength={5}
          value={minutes}
          error={errors.minutes}
          onChange={setMinutes}
        />
        <TextArea
          label="原因"
          name="reason"
          rows={3}
          maxLength={200}
          value={reason}
          error={errors.reason}
          onChange={setReason}
        />
        <Button tone="primary" type="submit" busy={busy} disabled={busy}>
          加时
        </Button>
      </form>
    </Dialog>
  )
}
