import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import type { PlayerHandle, PlayerTick } from '#client/features/play/player/player.tsx'
import { ClassOver } from '#client/features/room/class-over.tsx'
import { useSpread } from '#client/features/room/room-context.ts'
import { StageText } from '#client/features/room/room-states.tsx'
import { NotOnAir, Waiting } from '#client/features/room/waiting.tsx'
import { RoomStage } from '#client/pages/play/room-stage.tsx'
import { TakeOver } from '#client/pages/play/take-over.tsx'
import type { Entry } from '#client/pages/play/use-entry.ts'
import { Button } from '#client/ui/button.tsx'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { LiveInfo } from '#shared/contract/play-fields.ts'
import type { RoomLobby } from '#shared/contract/room-entry.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

const firstLookMs = 4000
const longestLookMs = 60_000

/** Beyond what a timer holds nobody sits here. */
const longestWaitMs = dayMs
/** A class that goes on past its end is told of by messages; without them it is asked for so often. */
const overtimeMs = 5 * 60_000

/** Looks when the class should be over. */
function LookAtEnd({ time, onEnd }: { time: number | null; onEnd: () => void }): ReactNode {
  const spread = useSpread()
  const end = useEffectEvent(onEnd)
  const lookedAt = useRef<number>(undefined)
  useEffect(() => {
    if (time === null) return undefined
    const left = toBrowserTime(time) - Date.now()
    if (left <= 0 || left > longestWaitMs) return undefined
    const notBefore = lookedAt.current === undefined ? 0 : lookedAt.current + overtimeMs - Date.now()
    const timer = setTimeout(
      () => {
        lookedAt.current = Date.now()
        end()
      },
      Math.max(left + 500, notBefore) + spread(),
    )
    return () => clearTimeout(timer)
  }, [time, spread])
  return null
}

/** Looks again and again, ever less often, while it is there. */
function LookAgain({ onAsk }: { onAsk: () => void }): ReactNode {
  const spread = useSpread()
  useEffect(() => {
    let waitMs = firstLookMs
    const look = (): void => {
      onAsk()
      waitMs = Math.min(waitMs * 2, longestLookMs)
      timer = setTimeout(look, waitMs + spread())
    }
    let timer = setTimeout(look, waitMs + spread())
    return () => clearTimeout(timer)
  }, [onAsk, spread])
  return null
}

interface LiveStageProps {
  lesson: { periodId: number; scheduleId?: number }
  info: LiveInfo
  lobby: RoomLobby
  live: Entry<'GET /api/live/enter/play'>
  status: LiveStatus
  /** The replay was asked for: nobody is thrown into it. */
  isWatching: boolean
  onWatch: () => void
  /** The second at which the replay begins, when the address names one. */
  from?: number | undefined
  /** Its time has come. */
  onBegin: () => void
  /** It should be over. */
  onEnd: () => void
  /** Looks for the picture anew. */
  onAsk: () => void
  /** Where the film of a class that is watched again is, in whole seconds. */
  onSecond: (second: number) => void
  onTick: (tick: PlayerTick) => void
  player: Ref<PlayerHandle>
}

/** The picture of a live class in each of its states; the end comes by itself, too. */
export function LiveStage(props: LiveStageProps): ReactNode {
  const { status, info, onEnd } = props
  return (
    <>
      <Picture {...props} />
      {status === LiveStatus.live ? <LookAtEnd time={info.periodEndDate} onEnd={onEnd} /> : null}
    </>
  )
}

function Picture({
  lesson,
  info,
  lobby,
  live,
  status,
  isWatching,
  onWatch,
  from = 0,
  onBegin,
  onAsk,
  onSecond,
  onTick,
  player,
}: LiveStageProps): ReactNode {
  const { entered: entry, address } = live
  if (status === LiveStatus.notStarted)
    return (
      <Waiting
        lesson={lesson}
        lobby={lobby}
        begDate={entry ? info.periodBegDate : undefined}
        reminder={live.first?.reminder ?? null}
        onBegin={onBegin}
      />
    )
  if (!entry && live.error) {
    return (
      <StageText title="没有进入教室">
        <Button tone="secondary" onClick={live.refresh}>
          重试
        </Button>
      </StageText>
    )
  }
  // Before one is in, nobody knows whether the class's end is theirs to read.
  if (!entry) return <StageText title="正在进入教室" />
  if (status === LiveStatus.ended && !(isWatching && entry.isReplay))
    return <Over {...{ lesson, info, status, onAsk }} onWatch={entry.isReplay ? onWatch : undefined} />
  if (!address && (live.otherPlayer || (entry.watchId && entry.videoOptions)))
    return <TakeOver otherPlayer={live.otherPlayer} takeOver={live.takeOver} />
  const handleTick = (tick: PlayerTick): void => {
    onTick(tick)
    if (entry.isReplay) onSecond(Math.floor(tick.position))
  }
  if (address && entry.videoOptions) {
    return (
      <RoomStage
        key={entry.watchId}
        handle={player}
        address={address}
        options={entry.videoOptions}
        mode={entry.isReplay ? 'film' : 'live'}
        startSec={from}
        onAddressNeeded={live.renew}
        onTick={handleTick}
      />
    )
  }
  return <NotOnAir lobby={lobby} onAsk={onAsk} />
}

/** The class is over; its replay is looked for until it is whole. */
function Over({
  lesson,
  info,
  status,
  onAsk,
  onWatch,
}: Pick<LiveStageProps, 'lesson' | 'info' | 'status' | 'onAsk'> & { onWatch: (() => void) | undefined }): ReactNode {
  const isComing = !onWatch && info.liveStatus === status && info.hasReplay
  const hint = onWatch
    ? ''
    : info.liveStatus !== status
      ? '正在看有没有回放'
      : isComing
        ? '回放还在准备，好了会自己出来'
        : '这节课没有回放'
  return (
    <>
      <ClassOver
        lesson={lesson}
        teacher={info.teacherResultVO}
        hint={hint}
        onWatch={onWatch}
        courseUrl={info.liveCourseResultVO?.courseUrl}
      />
      {isComing ? <LookAgain onAsk={onAsk} /> : null}
    </>
  )
}
