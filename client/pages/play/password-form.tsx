import { type ReactNode, useState } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import { checkRoomPassword } from '#client/features/play/answer-room-queries.ts'
import { PasswordField } from '#client/ui/field.tsx'

interface PasswordFormProps {
  id: number
  lockedTime: number | null
  onPassed: () => Promise<void>
  /** The wrong one may have locked it. */
  onWrong: () => Promise<void>
}

/** Asks for a room's password; too many wrong ones lock it for a while. */
export function PasswordForm({ id, lockedTime, onPassed, onWrong }: PasswordFormProps): ReactNode {
  const { api } = useApp()
  const [password, setPassword] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const [busy, act] = useRoomAction('没有核对成功，请再试一次')
  const now = useNow(1000)
  const left =
    lockedTime === null || now === undefined ? 0 : Math.max(0, Math.ceil((toBrowserTime(lockedTime) - now) / 1000))
  const submit = async (): Promise<void> => {
    let passed = false
    const done = await act(async () => {
      passed = await checkRoomPassword(api, { id, password })
    })
    setIsWrong(done && !passed)
    if (passed) await onPassed()
    else await onWrong()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (password && left === 0) void submit()
      }}
    >
      <PasswordField
        label="密码"
        name="room-password"
        autoComplete="off"
        maxLength={64}
        value={password}
        error={
          left > 0
            ? `输错太多次，${left > 60 ? `${Math.ceil(left / 60)} 分钟` : `${left} 秒`}后再试`
            : isWrong
              ? '密码不对，再看看老师发的通知'
              : undefined
        }
        hint="密码在老师的通知里"
        onChange={(value) => {
          setPassword(value)
          setIsWrong(false)
        }}
      />
      <Button tone="primary" type="submit" full busy={busy} disabled={busy || left > 0 || password === ''}>
        进入答疑室
      </Button>
    </form>
  )
}
