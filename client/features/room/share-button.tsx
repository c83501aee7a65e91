import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { copyText } from '#client/features/common/copy-text.ts'
import { useRoom } from '#client/features/room/room-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { shareRoom } from '#client/features/room/room-queries.ts'
import { Button } from '#client/ui/button.tsx'

/** Puts the room's address for others on the clipboard. */
export function ShareButton(): ReactNode {
  const { api } = useApp()
  const { periodId, scheduleId } = useRoom()
  const [busy, act] = useRoomAction('没有取到链接，请再试一次')
  const share = (): Promise<boolean> =>
    act(async () => {
      const { shareUrl } = await shareRoom(api, { periodId, scheduleId, channel: 'link' })
      await copyText(shareUrl, { done: '链接已复制' })
    })
  return (
    <Button tone="quiet" size="s" busy={busy} onClick={() => void share()}>
      分享
    </Button>
  )
}
