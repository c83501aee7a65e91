import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { useSpread } from '#client/features/room/room-context.ts'
import { StarRating } from '#client/features/room/star-rating.tsx'
import { Avatar } from '#client/features/session/avatar.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import type { CallOutput } from '#shared/contract/calls.ts'
import { LiveStatus } from '#shared/contract/enums.ts'
import type { LiveInfo } from '#shared/contract/play-fields.ts'
import { monthDayText, timeText, weekdayText } from '#shared/rules/number-text.ts'
import { homeworkUrl, lessonUrl } from '#shared/rules/room-url.ts'
import { classEndQuery } from '#client/features/room/room-queries.ts'
import css from './class-over.module.css'

type ClassEnd = CallOutput<'GET /api/live-info/class-end'>

interface ClassOverProps {
  lesson: { periodId: number; scheduleId?: number }
  /** Who taught it; null: nobody is named. */
  teacher: LiveInfo['teacherResultVO']
  /** Of the replay, or why there is none; '' where a button says it. */
  hint: string
  /** Shows the replay; undefined: there is none (yet). */
  onWatch?: (() => void) | undefined
  courseUrl: string | undefined
}

const minutesOf = (seconds: number): number => Math.max(1, Math.round(seconds / 60))

function Learned({ end, teacherName }: { end: ClassEnd; teacherName: string | undefined }): ReactNode {
  const { sequenceNo, periodName, attendedSec, classSec, isFinished, isStaff, learnAim } = end
  return (
    <>
      <p className={css.lesson}>
        {sequenceNo === null ? '' : `第 ${sequenceNo} 讲　`}
        {periodName}
        {teacherName ? `　${teacherName}` : ''}
      </p>
      <p className="muted num">
        {attendedSec > 0 && !isStaff ? `你上了 ${minutesOf(Math.min(attendedSec, classSec))} 分钟，` : ''}
        {`这节课 ${minutesOf(classSec)} 分钟`}
        {isFinished && !isStaff ? '　已学完' : ''}
      </p>
      {learnAim && !isStaff ? <p className={css.aim}>学这门课为了：{learnAim}</p> : null}
    </>
  )
}

/** Whoever taught the class knows what is to be done. */
function homeworkText({ isStaff, next }: ClassEnd): string {
  if (isStaff) return '学员会收到作业的提醒'
  return next ? '老师留了作业，下一节课前做完' : '老师留了作业，记得做'
}

/** The class after this one; one that is on already can be entered. */
function NextClass({ next }: { next: NonNullable<ClassEnd['next']> }): ReactNode {
  const href = lessonUrl(next.kind, next.periodId, next.scheduleId)
  const isOn = next.liveStatus === LiveStatus.live
  return (
    <div className={css.next}>
      <p>
        <span className="muted">下一节</span>　{next.periodName}
      </p>
      <p className="num">
        {isOn ? '正在上课' : `${monthDayText(next.begDate)} ${weekdayText(next.begDate)} ${timeText(next.begDate)}`}
      </p>
      <ButtonLink tone={isOn ? 'primary' : 'quiet'} size="s" href={href}>
        {isOn ? '进入教室' : '去下一节'}
      </ButtonLink>
    </div>
  )
}

/** Asked a little later than the class's end is heard of: everybody in the room hears it in the same moment. */
function useClassEnd(lesson: ClassOverProps['lesson']) {
  const { api } = useApp()
  const spread = useSpread()
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), spread())
    return () => clearTimeout(timer)
  }, [spread])
  return useQuery({ ...classEndQuery(api, lesson), staleTime: 0, enabled: isDue })
}

/** The class is over: what it was, what comes next, and its replay once it is whole. */
export function ClassOver({ lesson, teacher, hint, onWatch, courseUrl }: ClassOverProps): ReactNode {
  const { data: end } = useClassEnd(lesson)
  return (
    <div className={css.over}>
      <div className={css.sheet}>
        {teacher ? (
          <Avatar user={{ id: teacher.id, nickname: teacher.name, headImg: teacher.headImg }} size="l" />
        ) : null}
        <h2 className={css.title}>下课了</h2>
        {end ? <Learned end={end} teacherName={teacher?.name} /> : <p className="muted">这节课已经结束</p>}
        {end && (end.canEvaluate || end.score !== null) ? <StarRating lesson={lesson} given={end.score} /> : null}
        {end?.hasHomework ? (
          <p className={css.homework}>
            <b>课后作业</b>
            {homeworkText(end)}
            {end.isStaff ? null : (
              <a className="more" href={homeworkUrl(lesson.periodId, lesson.scheduleId)}>
                去做作业
              </a>
            )}
          </p>
        ) : null}
        {end?.next ? <NextClass next={end.next} /> : null}
        {hint ? (
          <p className="s13 muted" role="status">
            {hint}
          </p>
        ) : null}
        <p className={css.ways}>
          {onWatch ? (
            <Button tone={end?.next?.liveStatus === LiveStatus.live ? 'quiet' : 'primary'} size="s" onClick={onWatch}>
              看回放
            </Button>
          ) : null}
          {courseUrl ? (
            <ButtonLink tone="quiet" size="s" href={courseUrl}>
              看课程目录
            </ButtonLink>
          ) : null}
        </p>
      </div>
    </div>
  )
}
