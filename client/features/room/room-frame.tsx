import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import css from './room-frame.module.css'

interface RoomFrameProps {
  title: string
  /** Where leaving leads. */
  leaveHref: string
  /** Beside the title: on air, for how long, how many. */
  facts?: ReactNode
  actions?: ReactNode
  banner?: string
  /** The talk is large, and what stands in the picture's place is small. */
  isTalk?: boolean
  stage: ReactNode
  bar?: ReactNode
  /** Undefined: there is nothing beside the picture. */
  side?: ReactNode
}

/** A room: head, picture with its bar, and the column of chat; on a phone one below the other. */
export function RoomFrame({
  title,
  leaveHref,
  facts,
  actions,
  banner,
  isTalk = false,
  stage,
  bar,
  side,
}: RoomFrameProps): ReactNode {
  const { brandName } = useApp().env
  return (
    <div className={[css.room, side ? '' : css.alone, isTalk ? css.talk : '', 'night'].filter(Boolean).join(' ')}>
      <header className={css.head}>
        <a className={css.brand} href="/">
          <span className={css.mark} aria-hidden="true">
            {brandName.slice(0, 1)}
          </span>
          <span className="visually-hidden">{brandName}首页</span>
        </a>
        <h1 className={`one ${css.title}`}>{title}</h1>
        {banner ? <span className={css.banner}>{banner}</span> : null}
        <span className={css.facts}>{facts}</span>
        <span className={css.actions}>
          {actions}
          <ButtonLink tone="quiet" size="s" href={leaveHref}>
            离开教室
          </ButtonLink>
        </span>
      </header>
      <div className={css.stage}>{stage}</div>
      {bar ? <div className={css.bar}>{bar}</div> : null}
      {side ? (
        <aside className={css.side} aria-label="聊天和成员">
          {side}
        </aside>
      ) : null}
    </div>
  )
}
