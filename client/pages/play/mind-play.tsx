import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { AccessScreen } from '#client/features/play/access-screen.tsx'
import { RoomNotFound, RoomWait } from '#client/features/room/room-states.tsx'
import type { PageProps } from '#client/pages/page-view.ts'
import { type AiLive, AiStage } from '#client/pages/play/ai-stage.tsx'
import { LessonRoom } from '#client/pages/play/lesson-room.tsx'
import { readLesson } from '#client/pages/play/room-input.ts'
import { useAiReport } from '#client/pages/play/use-ai-report.ts'
import { useBrowserCall } from '#client/pages/play/use-browser-call.ts'
import { CheckCode, LiveStatus } from '#shared/contract/enums.ts'
import type { PlayAddress } from '#shared/contract/play-fields.ts'

const countMs = 30_000

type Lesson = ReturnType<typeof readLesson>

function Entrance({ lesson }: { lesson: Lesson }): ReactNode {
  const { data, error, refetch } = useBrowserCall('GET /api/ai-live/get-live-info', lesson)
  return data ? <Room lesson={lesson} info={data} /> : <RoomWait error={error} onRetry={() => void refetch()} />
}

function Room({ lesson, info }: { lesson: Lesson; info: AiLive }): ReactNode {
  const { api } = useApp()
  const queries = useQueryClient()
  const { aiLiveStatus, liveInfo, checkCode } = info
  const isIn = checkCode === CheckCode.pass && aiLiveStatus === LiveStatus.live
  const { data: peopleCount } = useQuery({ ...callQuery(api, 'GET /api/ai-live/get-live-people-count', lesson), enabled: isIn, refetchInterval: countMs })
  useAiReport(lesson, isIn, liveInfo.periodBegDate)
  const { periodId, scheduleId } = lesson
  const ask = useCallback(
    () => queries.fetchQuery({ ...callQuery(api, 'GET /api/ai-live/get-live-info', { periodId, ...(scheduleId === undefined ? {} : { scheduleId }) }), staleTime: 0 }),
    [api, queries, periodId, scheduleId],
  )
  // A failure leaves what is shown; the next message or second asks again.
  const refresh = useCallback(() => void ask().catch(() => undefined), [ask])
  const renew = async (): Promise<PlayAddress> => {
    const { address } = await ask()
    if (!address) throw new Error('the class is over')
    return address
  }
  if (aiLiveStatus === LiveStatus.notFound) return <RoomNotFound />
  if (checkCode !== CheckCode.pass) {
    const live = liveInfo.liveCourseResultVO
    return <AccessScreen checkCode={checkCode} message={info.message} course={live ? { id: live.courseId, name: live.courseName, coverImg: live.coverImg, lectureType: 1, url: live.courseUrl } : null} />
  }
  return (
    <LessonRoom
      lesson={lesson}
      live={{ ...liveInfo, liveStatus: aiLiveStatus }}
      hangings={info}
      groupId={info.groupId}
      canEvaluate={info.canEvaluate}
      peopleCount={peopleCount}
      isAiLive
      stage={<AiStage info={info} renew={renew} onStatus={refresh} />}
      onStatus={refresh}
    />
  )
}

/** A class whose film runs on the server's clock: whoever comes late is dropped in at now. */
export function MindPlay({ params, search }: PageProps): ReactNode {
  const lesson = readLesson(params, new URLSearchParams(search))
  return <Entrance key={`${lesson.periodId}-${lesson.scheduleId}`} lesson={lesson} />
}
