import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { AccessScreen } from '#client/features/play/access-screen.tsx'
import type { PlayerHandle } from '#client/features/play/player/player.tsx'
import { ReplayChat } from '#client/features/room/replay-chat.tsx'
import { RoomNotFound } from '#client/features/room/room-states.tsx'
import { retryMs } from '#client/features/room/spread.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { LessonRoom } from '#client/pages/play/lesson-room.tsx'
import { LiveStage } from '#client/pages/play/live-stage.tsx'
import { readLesson } from '#client/pages/play/room-input.ts'
import { useEntry } from '#client/pages/play/use-entry.ts'
import { useLiveReport } from '#client/pages/play/use-live-report.ts'
import { CheckCode, LiveStatus } from '#shared/contract/enums.ts'

/** So often a room is asked for by itself when it could not be. */
const mostRetries = 4

function Room({ lesson }: { lesson: { periodId: number; scheduleId?: number } }): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const info = useCall('GET /api/live-info/get-live-info-v2', lesson)
  const [second, setSecond] = useState(0)
  const player = useRef<PlayerHandle>(null)
  const seek = useCallback((to: number) => player.current?.seek(to), [])
  // What a message told of the class goes before what was asked before it.
  const [told, setTold] = useState<{ status: LiveStatus; before: typeof info }>()
  const status = told?.before === info ? told.status : info.liveStatus
  // A stream that began or broke off, or the end: the address is another one then.
  const [turn, setTurn] = useState(0)
  const enterAnew = useCallback(() => setTurn((turns) => turns + 1), [])
  const { periodId, scheduleId } = lesson
  const ask = useCallback(() => {
    const query = callQuery(api, 'GET /api/live-info/get-live-info-v2', { periodId, ...(scheduleId === undefined ? {} : { scheduleId }) })
    // A failure leaves what is shown.
    return queries.fetchQuery({ ...query, staleTime: 0, retry: mostRetries, retryDelay: (failures) => retryMs(failures, Math.random()) }).catch(() => undefined)
  }, [api, queries, periodId, scheduleId])
  /** Enters only a class that isn't what it was. */
  const look = useCallback(() => {
    void ask().then((found) => {
      if (found && found.liveStatus !== status) enterAnew()
    })
  }, [ask, status, enterAnew])
  /** A class that is over without a replay has nothing to go into. */
  const lookAndEnter = useCallback(() => {
    void ask().then((found) => {
      if (found?.liveStatus !== LiveStatus.ended || found.hasReplay) enterAnew()
    })
  }, [ask, enterAnew])
  const live = useEntry('GET /api/live/enter/play', lesson, turn)
  const { entered: entry } = live
  // A replay begins by a press; a class that goes on after its end takes the press back.
  const [isWatching, setIsWatching] = useState(false)
  if (isWatching && status !== LiveStatus.ended) setIsWatching(false)
  const watchesReplay = isWatching && entry?.isReplay === true
  const isOver = status === LiveStatus.ended && !watchesReplay
  const handleTick = useLiveReport(isOver ? undefined : live.playingId, { onTaken: live.noteTaken, onClosed: live.refresh })
  if (info.liveStatus === LiveStatus.notFound) return <RoomNotFound />
  if (entry && entry.checkCode !== CheckCode.pass) return <AccessScreen checkCode={entry.checkCode} message={entry.message} course={entry.course} />
  return (
    <LessonRoom
      lesson={lesson}
      live={{ ...info, liveStatus: status }}
      hangings={info}
      groupId={entry?.groupId ?? info.groupId}
      canEvaluate={info.canEvaluate}
      stage={<LiveStage lesson={lesson} isWatching={isWatching} onWatch={() => setIsWatching(true)} info={info} live={live} status={status} onBegin={look} onEnd={look} onAsk={lookAndEnter} onSecond={setSecond} onTick={handleTick} player={player} />}
      chat={live.address && watchesReplay ? <ReplayChat periodId={periodId} scheduleId={scheduleId} positionSec={second} onSeek={seek} /> : undefined}
      onTold={(to) => setTold({ status: to, before: info })}
      onStatus={(to) => (to === LiveStatus.live && info.liveStatus !== LiveStatus.ended ? enterAnew() : lookAndEnter())}
      onLook={look}
    />
  )
}

/** A live class: slides and teacher, chat, and what belongs to it. */
export function LivePlay({ params, search }: PageProps): ReactNode {
  const lesson = readLesson(params, new URLSearchParams(search))
  return <Room key={`${lesson.periodId}-${lesson.scheduleId}`} lesson={lesson} />
}
