import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import type { PlayerHandle } from '#client/features/play/player/player.tsx'
import { ReplayChat } from '#client/features/room/replay-chat.tsx'
import { RoomNotFound } from '#client/features/room/room-states.tsx'
import { retryMs } from '#client/features/room/spread.ts'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { isPartial, type Known, knownOf, mayHaveNotice, seatOf } from '#client/pages/play/first-entry.ts'
import { LessonRoom } from '#client/pages/play/lesson-room.tsx'
import { LiveStage } from '#client/pages/play/live-stage.tsx'
import { LobbyScreen, VisitorLobby } from '#client/pages/play/lobby-screen.tsx'
import { readLesson } from '#client/pages/play/room-input.ts'
import { useEntry } from '#client/pages/play/use-entry.ts'
import { useLiveReport } from '#client/pages/play/use-live-report.ts'
import { useRoomNotes } from '#client/pages/play/use-room-notes.tsx'
import { CheckCode, LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { RoomLobby } from '#shared/contract/room-entry.ts'
import { liveInfoQuery } from '#client/features/room/room-queries.ts'
import { enterLiveRoute, roomLobbyQuery } from '#client/features/play/play-queries.ts'
import { readSecond } from '#shared/rules/room-url.ts'

/** So often a room is asked for by itself when it could not be. */
const mostRetries = 4

type Lesson = ReturnType<typeof readLesson>

interface RoomProps {
  lesson: Lesson
  lobby: RoomLobby
  /** The second of the replay that the address names. */
  from: number | undefined
}

/** Asks what the class is now; a failure changes nothing. */
function useAskLive(lesson: RoomProps['lesson'], onFound: (found: Known) => void) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { periodId, scheduleId } = lesson
  return useCallback(async (): Promise<Known | undefined> => {
    const which = { periodId, ...(scheduleId === undefined ? {} : { scheduleId }) }
    const query = liveInfoQuery(api, which)
    const retryDelay = (failures: number): number => retryMs(failures, Math.random())
    // A failure leaves what is shown.
    const found = await queries
      .fetchQuery({ ...query, staleTime: 0, retry: mostRetries, retryDelay })
      .catch(() => undefined)
    if (found) onFound(found)
    return found
  }, [api, queries, periodId, scheduleId, onFound])
}

/** What a live room is made of. */
function useLiveRoom({ lesson, lobby, from }: RoomProps) {
  // A stream that began or broke off, or the end: the address is another one then.
  const [turn, setTurn] = useState(0)
  const enterAnew = useCallback(() => setTurn((turns) => turns + 1), [])
  const live = useEntry(enterLiveRoute, lesson, turn)
  const { entered: entry, first } = live
  // Until one is in, what anybody may know; then what came along, and what was asked since.
  const [asked, setAsked] = useState<Known>()
  const known = useMemo(() => knownOf(first, lobby), [first, lobby])
  const info = asked ?? known
  const seat = useMemo(() => seatOf(first), [first])
  const [second, setSecond] = useState(0)
  const player = useRef<PlayerHandle>(null)
  const seek = useCallback((to: number) => player.current?.seek(to), [])
  // What a message told of the class goes before what was asked before it.
  const [announced, setAnnounced] = useState<{ status: LiveStatus; before: Known }>()
  const status = announced?.before === info ? announced.status : info.liveStatus
  const { periodId, scheduleId } = lesson
  const ask = useAskLive(lesson, setAsked)
  const hasGaps = isPartial(first)
  useEffect(() => {
    if (hasGaps) void ask()
  }, [hasGaps, ask])
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
  // A replay begins by a press, or by an address that names its second; a class that goes on after its end takes the press back.
  const [isWatching, setIsWatching] = useState(from !== undefined && status === LiveStatus.ended)
  if (isWatching && status !== LiveStatus.ended) setIsWatching(false)
  const watchesReplay = isWatching && entry?.isReplay === true
  const isOver = status === LiveStatus.ended && !watchesReplay
  const notes = useRoomNotes(lesson, {
    isOn: entry?.checkCode === CheckCode.pass && status !== LiveStatus.notStarted,
    placeNow: () => (watchesReplay ? { second: second || (from ?? 0) } : { momentTime: Math.round(serverNow()) }),
    onSeek: watchesReplay ? seek : undefined,
  })
  const handleTick = useLiveReport(isOver ? undefined : live.playingId, {
    onTaken: live.noteTaken,
    onClosed: live.refresh,
  })
  return {
    enterAnew,
    live,
    entry,
    first,
    info,
    seat,
    second,
    setSecond,
    player,
    seek,
    setAnnounced,
    status,
    periodId,
    scheduleId,
    look,
    lookAndEnter,
    isWatching,
    setIsWatching,
    watchesReplay,
    notes,
    handleTick,
  }
}

function Room(props: RoomProps): ReactNode {
  const { lesson, lobby, from } = props
  const {
    enterAnew,
    live,
    entry,
    first,
    info,
    seat,
    second,
    setSecond,
    player,
    seek,
    setAnnounced,
    status,
    periodId,
    scheduleId,
    look,
    lookAndEnter,
    isWatching,
    setIsWatching,
    watchesReplay,
    notes,
    handleTick,
  } = useLiveRoom(props)
  if (info.liveStatus === LiveStatus.notFound) return <RoomNotFound />
  if (entry && entry.checkCode !== CheckCode.pass) {
    return <LobbyScreen lobby={lobby} checkCode={entry.checkCode} message={entry.message} />
  }
  return (
    <LessonRoom
      lesson={lesson}
      live={{ ...info, liveStatus: status }}
      hangings={info}
      groupId={entry?.groupId ?? null}
      seat={seat}
      hasClassNotice={mayHaveNotice(first)}
      canEvaluate={info.canEvaluate}
      notes={notes}
      stage={
        <LiveStage
          lesson={lesson}
          info={info}
          lobby={lobby}
          live={live}
          status={status}
          isWatching={isWatching}
          from={from}
          onWatch={() => setIsWatching(true)}
          onBegin={look}
          onEnd={look}
          onAsk={lookAndEnter}
          onSecond={setSecond}
          onTick={handleTick}
          player={player}
        />
      }
      chat={
        live.address && watchesReplay ? (
          <ReplayChat periodId={periodId} scheduleId={scheduleId} positionSec={second} onSeek={seek} />
        ) : undefined
      }
      onAnnounced={(to) => setAnnounced({ status: to, before: info })}
      onStatus={(to) => (to === LiveStatus.live && info.liveStatus !== LiveStatus.ended ? enterAnew() : lookAndEnter())}
      onLook={look}
    />
  )
}

/** A live class: slides and teacher, chat, and what belongs to it. */
export function LivePlay({ params, search }: PageProps): ReactNode {
  const query = new URLSearchParams(search)
  const lesson = readLesson(params, query)
  const from = readSecond(query)
  const lobby = useRead(roomLobbyQuery, lesson)
  const { user } = useSession()
  if (!user) return <VisitorLobby lobby={lobby} kind={PeriodKind.live} />
  return <Room key={`${lesson.periodId}-${lesson.scheduleId}-${from}`} lesson={lesson} lobby={lobby} from={from} />
}
