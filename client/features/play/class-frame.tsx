import type { ReactNode } from 'react'
import { Logo } from '#client/features/common/logo.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import css from './class-frame.module.css'

export interface ClassFrameProps {
  /** The page's one h1. */
  title: string
  course: { name: string; url: string } | null
  /** Beside the title: what goes on, such as 直播中. */
  marks?: ReactNode
  /** At the end of the strip, before the way out. */
  actions?: ReactNode
  /** Words of the way out. */
  leaveText?: string
  /** The column at the right; under the picture on narrow screens. */
  side?: ReactNode
  sideLabel?: string
  children: ReactNode
}

/** A classroom fills the window: a strip with the lesson's name, the picture, and a column beside it. */
export function ClassFrame({
  title,
  course,
  marks,
  actions,
  leaveText = '返回课程',
  side,
  sideLabel = '旁边',
  children,
}: ClassFrameProps): ReactNode {
  return (
    <div className={side ? css.room : `${css.room} ${css.alone}`}>
      <div className={css.strip}>
        <div className={css.brand}>
          <Logo />
        </div>
        <div className={css.names}>
          {course ? (
            <a className={css.course} href={course.url}>
              {course.name}
            </a>
          ) : null}
          <h1 className={css.title}>{title}</h1>
        </div>
        {marks}
        <div className={css.ways}>
          {actions}
          <ButtonLink tone="quiet" size="s" href={course?.url ?? '/course'}>
            {leaveText}
          </ButtonLink>
        </div>
      </div>
      <div className={css.stage}>{children}</div>
      {side ? (
        <section className={css.side} aria-label={sideLabel}>
          {side}
        </section>
      ) : null}
    </div>
  )
}
