import type { ReactNode } from 'react'
import { toBrowserTime } from '#client/browser/server-clock.ts'
import { whenText } from '#client/features/common/step-text.ts'
import { useNow } from '#client/features/common/use-now.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { LectureType } from '#shared/contract/enums.ts'
import type { LearningPath, PathCourse } from '#shared/contract/learning-path.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { clockText, monthDayText } from '#shared/rules/number-text.ts'
import { isRoomOpen } from '#shared/rules/room-url.ts'
import css from './stage-path.module.css'

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十'] as const
const around = 2 * Math.PI * 19

/** How far one is in a course, as a ring round the percent. */
function Ring({ course }: { course: PathCourse }): ReactNode {
  const percent = Math.floor(course.progress * 100)
  return (
    <svg className={css.ring} viewBox="0 0 44 44" width="44" height="44" role="img" aria-label={`学完 ${percent}%`}>
      <circle className={css.ground} cx="22" cy="22" r="19" />
      <circle
        cx="22"
        cy="22"
        r="19"
        strokeDasharray={`${course.progress * around} ${around}`}
        transform="rotate(-90 22 22)"
      />
      <text x="22" y="26" textAnchor="middle">
        {course.state === 'waiting' ? '–' : percent}
      </text>
    </svg>
  )
}

/** What comes next in a course, in words. */
function stepText(course: PathCourse, isOver: boolean, now: number | undefined): string {
  const { next, last, needsClass, state, finishedDate, lectureType } = course
  if (state === 'finished' && finishedDate !== null) return `${monthDayText(finishedDate)}学完`
  if (isOver) return `学了 ${course.finishedCount} 讲`
  if (next) return `下一节　${next.title}，${whenText(next.begDate, now)}`
  if (needsClass) return '还没有选班，选好就能上课'
  if (state === 'learning' && last)
    return `上次学到　${last.title}，${clockText(Math.min(last.position, last.length))} / ${clockText(last.length)}`
  if (lectureType === LectureType.live) return '开课时间定了会写在这里'
  return `${course.lessonCount} 讲，随时可以开始`
}

function Way({ course, isOver, now }: { course: PathCourse; isOver: boolean; now: number | undefined }): ReactNode {
  const { next, last, needsClass, state, lectureType, id, name } = course
  if (isOver) return <span className={css.lock}>服务已结束</span>
  const isOn =
    next !== null &&
    now !== undefined &&
    isRoomOpen({ begDate: toBrowserTime(next.begDate), endDate: toBrowserTime(next.endDate) }, now)
  const link = (text: string, href: string, tone: 'primary' | 'secondary' | 'quiet') => (
    <ButtonLink tone={tone} size="s" href={href} aria-label={`${text}：${name}`}>
      {text}
    </ButtonLink>
  )
  if (next && isOn) return link('进入教室', next.url, 'primary')
  if (needsClass) return link('选班', detailUrl(lectureType, id), 'secondary')
  if (state === 'finished') return last ? link('再看', last.url, 'quiet') : null
  if (last && (state === 'learning' || lectureType === LectureType.video))
    return link(state === 'learning' ? '继续学习' : '开始学习', last.url, 'secondary')
  return next ? <Tag tone="plain">已选班</Tag> : <span className={css.lock}>未到</span>
}

/** The stages of a class system, each with its courses: how far one is, and the next step. */
export function StagePath({ path }: { path: LearningPath }): ReactNode {
  const now = useNow()
  const current = path.stages.findIndex(({ state }) => state !== 'finished')
  return (
    <ol>
      {path.stages.map((stage, index) => (
        <li key={stage.id} className={css.stage} data-at={index === current || undefined}>
          <b className={css.number} aria-hidden="true">
            {numerals[index] ?? index + 1}
          </b>
          <div className={css.body}>
            <header className={css.head}>
              <h2>{stage.name}</h2>
              <span className="muted s13">
                {stage.lessonCount === 0
                  ? '还没有课程'
                  : stage.state === 'finished'
                    ? `${stage.lessonCount} 讲，都学完了`
                    : `${stage.finishedCount} / ${stage.lessonCount} 讲`}
              </span>
            </header>
            <ul>
              {stage.courses.map((course) => (
                <li key={course.id} className={css.course}>
                  <Ring course={course} />
                  <div className={css.what}>
                    <h3>
                      <a href={detailUrl(course.lectureType, course.id)}>{course.name}</a>
                    </h3>
                    <p data-due={(course.needsClass && !path.isOver) || undefined}>
                      {stepText(course, path.isOver, now)}
                    </p>
                  </div>
                  <div className={css.way}>
                    <Way course={course} isOver={path.isOver} now={now} />
                  </div>
                </li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  )
}
