import type { ReactNode } from 'react'
import type { PlayerTick } from '#client/features/play/player/player.tsx'
import { ClassOver } from '#client/features/room/class-over.tsx'
import { NotStarted, StageText } from '#client/features/room/room-states.tsx'
import { Waiting } from '#client/features/room/waiting.tsx'
import { RoomStage } from '#client/pages/play/room-stage.tsx'
import { TakeOver } from '#client/pages/play/take-over.tsx'
import { Button } from '#client/ui/button.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'
import type { RoomLobby } from '#shared/contract/room-entry.ts'

export type AiLive = Omit<CallOutput<'GET /api/ai-live/get-live-info'>, 'im'>

interface AiStageProps {
  /** Whose end is told to who sat in it; undefined in a look into the room. */
  lesson?: { periodId: number; scheduleId?: number }
  info: AiLive
  /** Undefined: in a look into the room, which shows no waiting. */
  lobby?: RoomLobby
  /** Where the class stands, when that is known better than by `info`. */
  status?: LiveStatus
  /** From where it plays here; undefined: nothing does. */
  address: PlayAddress | undefined
  renew: () => Promise<PlayAddress>
  onStatus: () => void
  onTick?: (tick: PlayerTick) => void
  /** Plays here, and no more where the account's other player is. */
  takeOver?: () => Promise<void>
  /** Whether one will be reminded of it; null: there is nothing to ask for. */
  reminder?: boolean | null
}

/** The picture of a class whose film runs on its clock, in each of its states. */
export function AiStage({
  lesson,
  info,
  lobby,
  status = info.aiLiveStatus,
  address,
  renew,
  onStatus,
  takeOver,
  reminder = null,
  onTick,
}: AiStageProps): ReactNode {
  const { liveInfo, videoOptions } = info
  if (address && videoOptions && status === info.aiLiveStatus) {
    // Outside its time only a look into the room has a picture: the film itself, to be moved in.
    const mode = status === LiveStatus.live ? 'clock' : 'film'
    return (
      <RoomStage
        key={mode}
        address={address}
        options={videoOptions}
        mode={mode}
        startSec={info.watchStartTime.timeSec}
        onAddressNeeded={renew}
        {...(onTick ? { onTick } : {})}
      />
    )
  }
  if (status === LiveStatus.notStarted && lobby && lesson)
    return (
      <Waiting lesson={lesson} lobby={lobby} begDate={liveInfo.periodBegDate} reminder={reminder} onBegin={onStatus} />
    )
  if (status === LiveStatus.notStarted)
    return (
      <NotStarted begDate={liveInfo.periodBegDate} teacherName={liveInfo.teacherResultVO?.name} onBegin={onStatus} />
    )
  if (status === LiveStatus.live) {
    if (status !== info.aiLiveStatus) return <StageText title="正在进入教室" />
    if (info.watchId && videoOptions && takeOver) return <TakeOver otherPlayer={info.otherPlayer} takeOver={takeOver} />
    return (
      <StageText title="画面还没有准备好" text={info.message}>
        <Button tone="quiet" size="s" onClick={onStatus}>
          刷新
        </Button>
      </StageText>
    )
  }
  if (!lesson) return <StageText title="这节课已经结束" />
  const { liveCourseResultVO: course, teacherResultVO: teacher } = liveInfo
  return <ClassOver lesson={lesson} teacher={teacher} courseUrl={course?.courseUrl} hint="录播直播过时不再播放" />
}
