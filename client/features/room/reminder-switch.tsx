import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { setReminder } from '#client/features/room/room-queries.ts'
import css from './waiting.module.css'

interface ReminderSwitchProps {
  lesson: { periodId: number; scheduleId?: number }
  isOn: boolean
}

/** Has a message sent before the class begins. */
export function ReminderSwitch({ lesson, isOn }: ReminderSwitchProps): ReactNode {
  const { api } = useApp()
  const [own, setOwn] = useState<boolean>()
  const [busy, act] = useRoomAction('没有设好提醒，请再试一次')
  const on = own ?? isOn
  const turn = (): Promise<boolean> => act(async () => setOwn((await setReminder(api, { ...lesson, on: !on })).isOn))
  return (
    <button
      type="button"
      role="switch"
      className={css.reminder}
      aria-checked={on}
      aria-busy={busy || undefined}
      onClick={() => void turn()}
    >
      <span className={css.track} aria-hidden="true" />
      开课前半小时发消息提醒我
    </button>
  )
}
