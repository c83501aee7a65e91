import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { useCall } from '#client/features/common/use-call.ts'
import { AccessScreen } from '#client/features/play/access-screen.tsx'
import type { PlayerHandle } from '#client/features/play/player/player.tsx'
import { ReplayChat } from '#client/features/room/replay-chat.tsx'
import { RoomNotFound } from '#client/features/room/room-states.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { LessonRoom } from '#client/pages/play/lesson-room.tsx'
import { LiveStage } from '#client/pages/play/live-stage.tsx'
import { readLesson } from '#client/pages/play/room-input.ts'
import { useEntry } from '#client/pages/play/use-entry.ts'
import { useLiveReport } from '#client/pages/play/use-live-report.ts'
import { CheckCode, LiveStatus } from '#shared/contract/enums.ts'

/** Runs once when a moment of the server's clock has come. */
function useAt(time: number | null, run: () => void): void {
  useEffect(() => {
    if (time === null) return undefined
    const left = toBrowserTime(time) - Date.now()
    // Beyond what a timer holds nobody sits here.
    if (left <= 0 || left > 86_400_000) return undefined
    const timer = setTimeout(run, left + 500)
    return () => clearTimeout(timer)
  }, [time, run])
}

function Room({ lesson }: { lesson: { periodId: number; scheduleId?: number } }): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const info = useCall('GET /api/live-info/get-live-info-v2', lesson)
  const [second, setSecond] = useState(0)
  const player = useRef<PlayerHandle>(null)
  const seek = useCallback((to: number) => player.current?.seek(to), [])
  const [asked, setAsked] = useState(0)
  const { periodId, scheduleId } = lesson
  const ask = useCallback(() => {
    const query = callQuery(api, 'GET /api/live-info/get-live-info-v2', { periodId, ...(scheduleId === undefined ? {} : { scheduleId }) })
    // A failure leaves what is shown; the next message or second asks again.
    return queries.fetchQuery({ ...query, staleTime: 0 }).catch(() => undefined)
  }, [api, queries, periodId, scheduleId])
  const refresh = useCallback(() => void ask(), [ask])
  const { liveStatus } = info
  // Another status enters anew by itself.
  const enterAnew = useCallback(() => {
    void ask().then((found) => {
      if (found?.liveStatus === liveStatus) setAsked((times) => times + 1)
    })
  }, [ask, liveStatus])
  useAt(info.liveStatus === LiveStatus.live ? info.periodEndDate : null, refresh)
  // A stream that began or broke off, or the end: the address is another one then.
  const live = useEntry('GET /api/live/enter/play', lesson, info.liveStatus * 1000 + asked)
  const handleTick = useLiveReport(live.playingId, live.noteTaken)
  const { entered: entry } = live
  if (info.liveStatus === LiveStatus.notFound) return <RoomNotFound />
  if (entry && entry.checkCode !== CheckCode.pass) return <AccessScreen checkCode={entry.checkCode} message={entry.message} course={entry.course} />
  return (
    <LessonRoom
      lesson={lesson}
      live={info}
      hangings={info}
      groupId={entry?.groupId ?? info.groupId}
      canEvaluate={info.canEvaluate}
      stage={<LiveStage info={info} live={live} status={info.liveStatus} onBegin={refresh} onAsk={enterAnew} onSecond={setSecond} onTick={handleTick} player={player} />}
      chat={live.address && entry?.isReplay ? <ReplayChat periodId={periodId} scheduleId={scheduleId} positionSec={second} onSeek={seek} /> : undefined}
      onStatus={enterAnew}
    />
  )
}

/** A live class: slides and teacher, chat, and what belongs to it. */
export function LivePlay({ params, search }: PageProps): ReactNode {
  const lesson = readLesson(params, new URLSearchParams(search))
  return <Room key={`${lesson.periodId}-${lesson.scheduleId}`} lesson={lesson} />
}
