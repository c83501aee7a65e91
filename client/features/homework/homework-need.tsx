import type { ReactNode } from 'react'
import type { HomeworkDetail } from '#client/features/homework/homework-queries.ts'
import { PeriodKind } from '#shared/contract/enums.ts'
import css from './homework-need.module.css'

/** Where the lesson is seen again. */
function lessonHref({ period, schedule }: HomeworkDetail): string {
  if (period.kind === PeriodKind.video) return `/course/video/play/${period.id}`
  const path = period.kind === PeriodKind.live ? '/course/live/play' : '/mind/play'
  return `${path}/${period.id}${schedule ? `?scheduleId=${schedule.id}` : ''}`
}

/** What is asked, and what helps: the teacher's pictures, the lesson itself. */
export function HomeworkNeed({
  homework,
  film,
}: {
  homework: HomeworkDetail
  /** The coach's film of the lesson, beside the sheet. */
  film?: ReactNode
}): ReactNode {
  const { requirement, pictures, period, desk } = homework
  return (
    <div className={css.need}>
      <section>
        <h2 className={css.title}>要做什么</h2>
        <p className={css.text}>{requirement === '' ? '老师在课上说过要求，可以回看这节课。' : requirement}</p>
        {pictures.map((url, index) => (
          <img key={url} className={css.picture} src={url} alt={`要求的图 ${index + 1}`} loading="lazy" />
        ))}
      </section>
      {film ? (
        <section>
          <h2 className={css.title}>老师的辅导视频</h2>
          {film}
        </section>
      ) : null}
      <section className="no-print">
        <h2 className={css.title}>再看一遍</h2>
        <p>
          <a className="more" href={lessonHref(homework)}>
            {period.name}
          </a>
        </p>
      </section>
      {desk === null ? (
        <section className="no-print">
          <h2 className={css.title}>怎么批改</h2>
          <p className="muted">老师在 48 小时内批改。被退回的可以再交，前几次的也留着，可以对照。</p>
        </section>
      ) : null}
    </div>
  )
}
