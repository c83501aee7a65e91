import type { ReactNode } from 'react'
import { Ended, NotStarted, StageText } from '#client/features/room/room-states.tsx'
import { RoomStage } from '#client/pages/play/room-stage.tsx'
import { Button } from '#client/ui/button.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

export type AiLive = CallOutput<'GET /api/ai-live/get-live-info'>

interface AiStageProps {
  info: AiLive
  renew: () => Promise<PlayAddress>
  onStatus: () => void
}

/** The picture of a class whose film runs on its clock, in each of its states. */
export function AiStage({ info, renew, onStatus }: AiStageProps): ReactNode {
  const { liveInfo, address, videoOptions } = info
  if (address && videoOptions) {
    return <RoomStage address={address} options={videoOptions} mode="clock" startSec={info.watchStartTime.timeSec} onAddressNeeded={renew} />
  }
  if (info.aiLiveStatus === LiveStatus.notStarted) return <NotStarted begDate={liveInfo.periodBegDate} teacherName={liveInfo.teacherResultVO?.name} onBegin={onStatus} />
  if (info.aiLiveStatus === LiveStatus.live) {
    return (
      <StageText title="画面还没有准备好" text={info.message}>
        <Button tone="quiet" size="s" onClick={onStatus}>
          刷新
        </Button>
      </StageText>
    )
  }
  const { nextPeriodId, nextPeriodBegDate } = liveInfo
  const next = nextPeriodId !== null && nextPeriodBegDate !== null ? { href: `/mind/play/${nextPeriodId}`, begDate: nextPeriodBegDate } : undefined
  return <Ended next={next} courseUrl={liveInfo.liveCourseResultVO?.courseUrl} hint="录播直播过时不再播放" />
}
