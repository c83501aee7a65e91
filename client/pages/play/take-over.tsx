import type { ReactNode } from 'react'
import { StageText } from '#client/features/room/room-states.tsx'
import { useRoomAction } from '#client/features/room/use-room-action.ts'
import { Button } from '#client/ui/button.tsx'
import type { OtherPlayer } from '#shared/contract/play-fields.ts'

/** Another player of the account is open: nothing plays here until it is taken over. */
export function TakeOver({
  otherPlayer,
  takeOver,
}: {
  otherPlayer: OtherPlayer | null
  takeOver: () => Promise<void>
}): ReactNode {
  const [busy, act] = useRoomAction('没有换过来，请再试一次')
  return (
    <StageText
      title="这个账号正在别处看课"
      text={otherPlayer ? `${otherPlayer.device}　${otherPlayer.title}` : '同一时间只能在一处看'}
    >
      <Button tone="primary" busy={busy} onClick={() => void act(takeOver)}>
        在这里看
      </Button>
    </StageText>
  )
}
