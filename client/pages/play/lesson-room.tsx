import type { ReactNode } from 'react'
import { RoomView, type RoomViewProps } from '#client/features/room/room-view.tsx'
import { roomTitle } from '#client/pages/play/room-input.ts'
import type { Hangings } from '#shared/contract/live.ts'
import type { LiveInfo } from '#shared/contract/play-fields.ts'

interface LessonRoomProps extends Pick<RoomViewProps, 'groupId' | 'canEvaluate' | 'peopleCount' | 'isPreview' | 'isAiLive' | 'stage' | 'chat' | 'onStatus'> {
  lesson: { periodId: number; scheduleId?: number }
  live: LiveInfo
  hangings: Hangings
}

/** The room of a lesson, whichever way it is held: its names and times come from what is known of the lesson. */
export function LessonRoom({ lesson, live, hangings, isAiLive = false, ...room }: LessonRoomProps): ReactNode {
  const course = live.liveCourseResultVO
  return (
    <RoomView
      title={roomTitle(course)}
      leaveHref={course?.courseUrl ?? '/live/list'}
      status={live.liveStatus}
      begDate={live.periodBegDate}
      endDate={live.periodEndDate}
      liveLabel={isAiLive ? '录播直播' : '直播中'}
      periodId={lesson.periodId}
      scheduleId={lesson.scheduleId}
      hangings={hangings}
      isAiLive={isAiLive}
      {...room}
    />
  )
}
