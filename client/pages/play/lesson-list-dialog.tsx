import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useLessonHomework } from '#client/features/homework/use-lesson-homework.ts'
import { PeriodDrawer } from '#client/features/play/period-drawer.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ErrorBlock } from '#client/ui/error-block.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { lessonListQuery } from '#client/features/play/play-queries.ts'
import css from './lesson-list-dialog.module.css'

interface LessonListDialogProps {
  course: { courseId: number; courseName: string; scheduleId: number | null }
  periodId: number
  onClose: () => void
}

/** The course's lessons, as they stand now, over the room of one of them. */
export function LessonListDialog({
  course: { courseId, courseName, scheduleId },
  periodId,
  onClose,
}: LessonListDialogProps): ReactNode {
  const { api } = useApp()
  const homeworkOf = useLessonHomework(courseId, { scheduleId, isTaken: true })
  const { data, isError, refetch } = useQuery({
    ...lessonListQuery(api, { courseId, ...(scheduleId === null ? {} : { scheduleId }) }),
    staleTime: 0,
  })
  return (
    <Dialog title="目录" note={courseName} onClose={onClose}>
      <div className={css.list}>
        {data ? (
          <PeriodDrawer
            periods={data}
            currentId={periodId}
            scheduleId={scheduleId}
            homeworkOf={homeworkOf}
            isBeside
            isNamed
          />
        ) : null}
        {isError && !data ? <ErrorBlock message="目录没有加载出来" onRetry={() => void refetch()} /> : null}
        {!data && !isError ? <Skeleton kind="lines" count={6} /> : null}
      </div>
    </Dialog>
  )
}
