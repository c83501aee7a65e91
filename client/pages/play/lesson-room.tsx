import { type ReactNode, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { ScheduleNotice } from '#client/features/play/lesson-extras.tsx'
import { noteKeys, PageKeysContext } from '#client/features/play/player/page-keys.ts'
import { RoomView, type RoomViewProps } from '#client/features/room/room-view.tsx'
import { roomTitle } from '#client/pages/play/room-input.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { Hangings } from '#shared/contract/live.ts'
import type { LiveInfo } from '#shared/contract/play-fields.ts'

const LessonListDialog = lazyDialog(() =>
  import('#client/pages/play/lesson-list-dialog.tsx').then((m) => m.LessonListDialog),
)

interface LessonRoomProps
  extends Pick<
    RoomViewProps,
    | 'groupId'
    | 'seat'
    | 'canEvaluate'
    | 'peopleCount'
    | 'isPreview'
    | 'isAiLive'
    | 'stage'
    | 'chat'
    | 'notes'
    | 'onStatus'
    | 'onAnnounced'
    | 'onLook'
  > {
  lesson: { periodId: number; scheduleId?: number }
  live: LiveInfo
  hangings: Hangings
  /** The class may have something to say to its learners. */
  hasClassNotice?: boolean
}

/** The room of a lesson, whichever way it is held: its names and times come from what is known of the lesson. */
export function LessonRoom({
  lesson,
  live,
  hangings,
  isAiLive = false,
  hasClassNotice = true,
  ...room
}: LessonRoomProps): ReactNode {
  const { env } = useApp()
  const [listsLessons, setListsLessons] = useState(false)
  const course = live.liveCourseResultVO
  const scheduleId = course?.scheduleId ?? lesson.scheduleId ?? null
  return (
    <PageKeysContext value={room.notes ? noteKeys : []}>
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
        onLessons={course ? () => setListsLessons(true) : undefined}
        classNotice={scheduleId === null || !hasClassNotice ? undefined : <ScheduleNotice scheduleId={scheduleId} />}
        {...room}
      />
      {course && listsLessons ? (
        <LessonListDialog
          styles={env.css['lesson-list-dialog']}
          course={{ courseId: course.courseId, courseName: course.courseName, scheduleId }}
          periodId={lesson.periodId}
          onClose={() => setListsLessons(false)}
        />
      ) : null}
    </PageKeysContext>
  )
}
