import type { ReactNode } from 'react'
import { Picture } from '#client/ui/picture.tsx'
import { Tag } from '#client/ui/tag.tsx'
import type { ClassSystemStage } from '#shared/contract/classes.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { lengthText } from '#shared/rules/number-text.ts'
import css from './stage-list.module.css'

function Stage({ stage }: { stage: ClassSystemStage }): ReactNode {
  const periods = stage.courses.reduce((sum, course) => sum + course.periodCount, 0)
  const seconds = stage.courses.reduce((sum, course) => sum + course.totalDuration, 0)
  return (
    <section className={css.stage}>
      <header>
        <h3>{stage.name}</h3>
        <span className="s13 muted">
          {stage.courses.length} 门课　{periods} 讲　{lengthText(seconds)}
        </span>
      </header>
      <ol>
        {stage.courses.map((course) => (
          <li key={course.id} className={css.course}>
            <Picture className={css.cover} src={course.coverImg} alt="" ratio="cover" sizes="96px" />
            <div>
              <h4>
                <a href={detailUrl(course.lectureType, course.id)}>{course.name}</a>
              </h4>
              <p className={`s13 muted ${css.aim}`}>{course.learnAim}</p>
            </div>
            <p className={css.facts}>
              <span>{course.lectureType === LectureType.live ? '直播' : '录播'}</span>
              <span>{course.periodCount} 讲</span>
              <span>{course.teacherName}</span>
            </p>
            <span className={css.trial}>{course.hasTrial ? <Tag tone="got">试看</Tag> : null}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The stages of a system class with the courses bundled in each. */
export function StageList({ stages }: { stages: readonly ClassSystemStage[] }): ReactNode {
  return stages.map((stage) => <Stage key={stage.id} stage={stage} />)
}

/** 适合谁: who it is for and why, in cells divided by lines. */
export function SuitGrid({ suits }: { suits: readonly { title: string; content: string }[] }): ReactNode {
  return (
    <ul className={css.suits}>
      {suits.map((suit) => (
        <li key={suit.title}>
          <b className="serif">{suit.title}</b>
          <p className="muted">{suit.content}</p>
        </li>
      ))}
    </ul>
  )
}
