import type { ReactNode } from 'react'
import { ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import { CheckCode } from '#shared/contract/enums.ts'
import type { PlayCourse } from '#shared/contract/play-fields.ts'
import css from './access-screen.module.css'

const screens: Readonly<Record<Exclude<CheckCode, 100>, { mark: string; title: string; action: string }>> = {
  [CheckCode.noCourse]: { mark: '缺', title: '没有这节课', action: '看看别的课程' },
  [CheckCode.noSchedule]: { mark: '班', title: '还没有选班期', action: '去选班期' },
  [CheckCode.notBought]: { mark: '报', title: '还没有报名', action: '去看课程和报名' },
}

interface AccessScreenProps {
  checkCode: Exclude<CheckCode, 100>
  message: string
  course: PlayCourse | null
  /** h1: there is nothing else on the page; h2 in a frame, where the lesson's name is the page's heading. */
  heading?: 'h1' | 'h2'
  /** One more way on, such as the login. */
  children?: ReactNode
}

/** A lesson that isn't for this visitor: why, and the next step. */
export function AccessScreen({
  checkCode,
  message,
  course,
  heading: Heading = 'h1',
  children,
}: AccessScreenProps): ReactNode {
  const { mark, title, action } = screens[checkCode]
  const href = checkCode === CheckCode.noCourse || !course ? '/course' : course.url
  return (
    <div className={Heading === 'h1' ? `${css.screen} ${css.whole}` : css.screen}>
      <Cell mark={mark} tone={checkCode === CheckCode.noCourse ? 'pen' : undefined} />
      <Heading className={css.title}>{title}</Heading>
      <p className="muted">{message}</p>
      <p className={css.ways}>
        <ButtonLink tone="primary" href={href}>
          {action}
        </ButtonLink>
        {children}
        <ButtonLink tone="quiet" href="/">
          回首页
        </ButtonLink>
      </p>
    </div>
  )
}
