import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useChat, useRoom } from '#client/features/room/room-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import css from './room-dialog.module.css'

/** Minutes until a moment, at least one. */
function minutesUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 60_000))
}

/** Silences somebody for a while, or lets them speak again. */
export function MuteButtons({ userId, isEstoppel, onDone }: { userId: string; isEstoppel: boolean; onDone: () => void }): ReactNode {
  const { api } = useApp()
  const { endTime } = useRoom()
  const groupId = useChat((chat) => chat.groupId) ?? ''
  const [busy, act] = useRoomAction()
  const mute = async (minutes: number): Promise<void> => {
    if (await act(() => api.call('POST /api/im/estoppel', { groupId, userId, isEstoppel: true, minutes }), '已禁言')) onDone()
  }
  const lift = async (): Promise<void> => {
    if (await act(() => api.call('POST /api/im/estoppel', { groupId, userId, isEstoppel: false }), '已解除禁言')) onDone()
  }
  return (
    <fieldset className={css.group} disabled={busy}>
      <legend>禁言</legend>
      <Button tone="quiet" size="s" onClick={() => void mute(10)}>
        10 分钟
      </Button>
      <Button tone="quiet" size="s" onClick={() => void mute(60)}>
        1 小时
      </Button>
      {endTime !== undefined && endTime > Date.now() ? (
        <Button tone="quiet" size="s" onClick={() => void mute(minutesUntil(endTime))}>
          到下课
        </Button>
      ) : null}
      <Button tone={isEstoppel ? 'secondary' : 'quiet'} size="s" onClick={() => void lift()}>
        解除禁言
      </Button>
    </fieldset>
  )
}
