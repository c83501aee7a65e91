import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { serverNow } from '#client/browser/server-clock.ts'
import { useApp } from '#client/features/common/app-context.ts'
import { useRead } from '#client/features/common/use-call.ts'
import type { PlayerTick } from '#client/features/play/player/player.tsx'
import { RoomNotFound, RoomWait } from '#client/features/room/room-states.tsx'
import { useSession } from '#client/features/session/use-session.ts'
import type { PageProps } from '#client/pages/page-view.ts'
import { type AiLive, AiStage } from '#client/pages/play/ai-stage.tsx'
import { isPartial, mayHaveNotice, seatOf } from '#client/pages/play/first-entry.ts'
import { LessonRoom } from '#client/pages/play/lesson-room.tsx'
import { LobbyScreen, VisitorLobby } from '#client/pages/play/lobby-screen.tsx'
import { readLesson } from '#client/pages/play/room-input.ts'
import { useAiReport } from '#client/pages/play/use-ai-report.ts'
import { type Entry, useEntry } from '#client/pages/play/use-entry.ts'
import { useRoomNotes } from '#client/pages/play/use-room-notes.tsx'
import { CheckCode, LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import { aiLiveRoute, peopleCountQuery, roomLobbyQuery } from '#client/features/play/play-queries.ts'
import type { RoomLobby } from '#shared/contract/room-entry.ts'

const countMs = 30_000

type Lesson = ReturnType<typeof readLesson>

/** The class is on, and this learner may sit in it. */
function isInside({ checkCode, aiLiveStatus }: AiLive): boolean {
  return checkCode === CheckCode.pass && aiLiveStatus === LiveStatus.live
}

/** False at first: the chat counts who is there, and only now and then it doesn't. */
function useIsLater(): boolean {
  const [isLater, setIsLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLater(true), countMs)
    return () => clearTimeout(timer)
  }, [])
  return isLater
}

function Entrance({ lesson, lobby }: { lesson: Lesson; lobby: RoomLobby }): ReactNode {
  const entry = useEntry(aiLiveRoute, lesson)
  const { entered, address, playingId } = entry
  const handleTick = useAiReport(lesson, {
    isOn: entered !== undefined && isInside(entered) && address !== undefined,
    begDate: entered?.liveInfo.periodBegDate ?? null,
    watchId: playingId,
    onTaken: () => entry.noteTaken(null),
    onClosed: entry.refresh,
  })
  return entered ? (
    <Room lesson={lesson} lobby={lobby} info={entered} entry={entry} onTick={handleTick} />
  ) : (
    <RoomWait error={entry.error} onRetry={entry.refresh} />
  )
}

interface RoomProps {
  lesson: Lesson
  lobby: RoomLobby
  info: AiLive
  entry: Entry<'GET /api/ai-live/get-live-info'>
  onTick: (tick: PlayerTick) => void
}

function Room({ lesson, lobby, info, entry, onTick }: RoomProps): ReactNode {
  const { api } = useApp()
  const isLater = useIsLater()
  const seat = useMemo(() => seatOf(entry.first), [entry.first])
  // What a message told of the class goes before what was asked before it.
  const [announced, setAnnounced] = useState<{ status: LiveStatus; before: AiLive }>()
  const aiLiveStatus = announced?.before === info ? announced.status : info.aiLiveStatus
  const { liveInfo, checkCode } = info
  const hasGaps = isPartial(entry.first)
  const { refresh } = entry
  useEffect(() => {
    if (hasGaps) refresh()
  }, [hasGaps, refresh])
  const { data: peopleCount } = useQuery({
    ...peopleCountQuery(api, lesson),
    enabled: isInside(info) && isLater,
    refetchInterval: countMs,
  })
  const notes = useRoomNotes(lesson, {
    isOn: isInside(info),
    placeNow: () => ({ momentTime: Math.round(serverNow()) }),
    onSeek: undefined,
  })
  if (aiLiveStatus === LiveStatus.notFound) return <RoomNotFound />
  if (checkCode !== CheckCode.pass) {
    return <LobbyScreen lobby={lobby} checkCode={checkCode} message={info.message} />
  }
  return (
    <LessonRoom
      lesson={lesson}
      live={{ ...liveInfo, liveStatus: aiLiveStatus }}
      hangings={info}
      groupId={info.groupId}
      seat={seat}
      hasClassNotice={mayHaveNotice(entry.first)}
      canEvaluate={info.canEvaluate}
      notes={notes}
      peopleCount={peopleCount}
      isAiLive
      stage={
        <AiStage
          lesson={lesson}
          info={info}
          lobby={lobby}
          status={aiLiveStatus}
          address={entry.address}
          renew={entry.renew}
          onStatus={entry.refresh}
          takeOver={entry.takeOver}
          reminder={entry.first?.reminder ?? null}
          onTick={onTick}
        />
      }
      onAnnounced={(to) => setAnnounced({ status: to, before: info })}
      onStatus={(to) => {
        // It begins by the clock, too: whoever sees it already needs nothing.
        if (to !== LiveStatus.live || !entry.address) entry.refresh()
      }}
    />
  )
}

/** A class whose film runs on the server's clock: whoever comes late is dropped in at now. */
export function MindPlay({ params, search }: PageProps): ReactNode {
  const lesson = readLesson(params, new URLSearchParams(search))
  const lobby = useRead(roomLobbyQuery, lesson)
  const { user } = useSession()
  if (!user) return <VisitorLobby lobby={lobby} kind={PeriodKind.aiLive} />
  return <Entrance key={`${lesson.periodId}-${lesson.scheduleId}`} lesson={lesson} lobby={lobby} />
}
