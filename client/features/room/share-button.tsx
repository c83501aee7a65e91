import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useRoom } from '#client/features/room/room-context.ts'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'

/** Puts the room's address for others on the clipboard. */
export function ShareButton(): ReactNode {
  const { api } = useApp()
  const { periodId, scheduleId } = useRoom()
  const [busy, act] = useRoomAction('没有取到链接，请再试一次')
  const share = (): Promise<boolean> =>
    act(async () => {
      const { shareUrl } = await api.call('POST /api/live-info/room-share', { periodId, scheduleId, channel: 'link' })
      try {
        await navigator.clipboard.writeText(shareUrl)
        toast('链接已复制')
      } catch {
        window.prompt('复制这个地址', shareUrl)
      }
    })
  return (
    <Button tone="quiet" size="s" busy={busy} onClick={() => void share()}>
      分享
    </Button>
  )
}
