import type { ReactNode } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { longDayText, whenText } from '#client/features/common/step-text.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { LectureType } from '#shared/contract/enums.ts'
import type { EvaluableLesson, MyCourse } from '#shared/contract/my-course.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { clockText, lengthText, monthDayText } from '#shared/rules/number-text.ts'
import { isRoomOpen } from '#shared/rules/room-url.ts'
import css from './course-row.module.css'

const dayMs = 86_400_000
/** So many days before it ends the time of service is told in red. */
const soonDays = 30
const lengthOfBar = 280

function Progress({ course }: { course: MyCourse }): ReactNode {
  const { progress, finishedCount, lessonCount } = course
  return (
    <p className={css.progress}>
      <svg
        className={css.bar}
        viewBox={`0 0 ${lengthOfBar} 4`}
        preserveAspectRatio="none"
        height="4"
        role="img"
        aria-label={`学完 ${Math.floor(progress * 100)}%`}
      >
        <rect className={css.ground} width={lengthOfBar} height="4" />
        <rect width={progress * lengthOfBar} height="4" />
      </svg>
      <span>
        {finishedCount} / {lessonCount} 讲
      </span>
    </p>
  )
}

/** What comes next, or where one stopped, or that it is done. */
function Next({ course, now }: { course: MyCourse; now: number | undefined }): ReactNode {
  const { next, last, finishedDate, isOver, needsClass, learnedSec } = course
  if (isOver) return <p className={css.next}>服务已经结束，学过的记录还在这里</p>
  if (finishedDate !== null)
    return (
      <p className={css.next}>
        {monthDayText(finishedDate)}学完，用了 {lengthText(learnedSec)}
      </p>
    )
  if (next)
    return (
      <p className={css.next}>
        下一节　<b className={css.due}>{whenText(next.begDate, now)}</b>　<b>{next.title}</b>
      </p>
    )
  if (needsClass && course.lectureType === LectureType.live) return <p className={css.next}>还没有选班，选好就能上课</p>
  if (last && course.finishedCount + last.position > 0)
    return (
      <p className={css.next}>
        上次学到　<b>{last.title}</b>
        {'　'}
        <span className="num">
          {clockText(Math.min(last.position, last.length))} / {clockText(last.length)}
        </span>
      </p>
    )
  if (last)
    return (
      <p className={css.next}>
        还没开始，第 {last.sequenceNo} 讲 <span className="num">{clockText(last.length)}</span>
      </p>
    )
  return <p className={css.next}>开课时间定了会写在这里</p>
}

function Service({ course, now }: { course: MyCourse; now: number | undefined }): ReactNode {
  const { endDate, isOver, scheduleName, lectureType } = course
  const kind =
    lectureType === LectureType.video ? '录播' : (scheduleName ?? (lectureType === LectureType.live ? '直播' : ''))
  const daysLeft = endDate === null || now === undefined ? undefined : Math.ceil((toBrowserTime(endDate) - now) / dayMs)
  const isSoon = !isOver && daysLeft !== undefined && daysLeft <= soonDays && daysLeft > 0
  const until =
    endDate === null ? '长期有效' : `服务${isOver ? '已于' : '到'} ${longDayText(endDate)}${isOver ? '结束' : ''}`
  return (
    <p className={css.end} data-due={isSoon || undefined}>
      {kind ? `${kind}　` : ''}
      {until}
      {isSoon ? `，还有 ${daysLeft} 天` : ''}
    </p>
  )
}

const pathHref = (id: number): string => `/user/sysClass?id=${id}`

/** The way that the row leads, and what it is called. */
function wayOf(course: MyCourse, now: number | undefined): { text: string; href: string } | undefined {
  const { next, last, isOver, needsClass, finishedDate, lectureType, courseId } = course
  const details = detailUrl(lectureType, courseId)
  if (isOver) return { text: '看课程介绍', href: details }
  const isOn =
    next !== null &&
    now !== undefined &&
    isRoomOpen({ begDate: toBrowserTime(next.begDate), endDate: toBrowserTime(next.endDate) }, now)
  if (next && isOn) return { text: '进入教室', href: next.url }
  if (lectureType === LectureType.classSystem) return { text: '学习路径', href: pathHref(courseId) }
  if (needsClass) return { text: '选班', href: details }
  if (finishedDate !== null) return last ? { text: '再看一遍', href: last.url } : undefined
  if (last) return { text: course.finishedCount + last.position > 0 ? '继续学习' : '开始学习', href: last.url }
  return next ? { text: '去教室', href: next.url } : { text: '看课程介绍', href: details }
}

const stageWords = { finished: '学完', learning: '', waiting: '还没开始' } as const

function Stages({ stages }: { stages: MyCourse['stages'] }): ReactNode {
  const current = stages.findIndex(({ state }) => state !== 'finished')
  return (
    <ol className={css.stages}>
      {stages.map(({ id, name, state, finishedCount, lessonCount }, index) => (
        <li key={id} data-done={state === 'finished' || undefined} data-at={index === current || undefined}>
          <b>{name}</b>
          <span>
            {index === current || state === 'learning' ? `${finishedCount} / ${lessonCount} 讲` : stageWords[state]}
          </span>
        </li>
      ))}
    </ol>
  )
}

interface CourseRowProps {
  course: MyCourse
  /** The first row's way is the page's loudest. */
  isFirst: boolean
  onEvaluate: (lesson: EvaluableLesson) => void
}

/** A course or class system that one has: how far one is, what comes next, until when. */
export function CourseRow({ course, isFirst, onEvaluate }: CourseRowProps): ReactNode {
  const now = useNow()
  const { evaluation, finishedDate, stages } = course
  const way = wayOf(course, now)
  const details = detailUrl(course.lectureType, course.courseId)
  return (
    <li className={css.row}>
      {course.coverImg ? (
        <Picture src={course.coverImg} alt="" ratio="cover" sizes="(max-width: 768px) 112px, 176px" />
      ) : (
        <span className={css.blank} />
      )}
      <div className={css.what}>
        <h2 className={css.title}>
          <a href={course.lectureType === LectureType.classSystem ? pathHref(course.courseId) : details}>
            {course.name}
          </a>{' '}
          {finishedDate === null ? null : <Tag tone="got">学完</Tag>}
          {course.isOver ? <Tag tone="plain">已结束</Tag> : null}
        </h2>
        <Progress course={course} />
        <Next course={course} now={now} />
        <Service course={course} now={now} />
      </div>
      <div className={css.ways}>
        {way ? (
          <ButtonLink
            tone={isFirst && !course.isOver ? 'primary' : 'secondary'}
            href={way.href}
            aria-label={`${way.text}：${course.name}`}
          >
            {way.text}
          </ButtonLink>
        ) : null}
        {evaluation ? (
          <Button
            tone="text"
            size="s"
            onClick={() => onEvaluate(evaluation)}
            aria-label={`评价第 ${evaluation.sequenceNo} 讲：${evaluation.title}`}
          >
            评价第 {evaluation.sequenceNo} 讲
          </Button>
        ) : null}
      </div>
      {stages.length > 0 ? <Stages stages={stages} /> : null}
    </li>
  )
}
