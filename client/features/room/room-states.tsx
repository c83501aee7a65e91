import type { ReactNode } from 'react'
import { CountdownTo } from '#client/features/room/countdown-to.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { weekdayMomentText } from '#shared/rules/number-text.ts'
import css from './room-states.module.css'

/** The class hasn't begun: when it does, and how long that is. */
export function NotStarted({
  begDate,
  teacherName,
  onBegin,
}: {
  begDate: number | null
  teacherName: string | undefined
  onBegin: () => void
}): ReactNode {
  return (
    <div className={css.state}>
      <p className={css.title}>还没有上课</p>
      {begDate === null ? <p className="muted">上课时间还没有定</p> : <CountdownTo time={begDate} onEnd={onBegin} />}
      {begDate === null ? null : (
        <p className="muted">
          {weekdayMomentText(begDate)} 开始{teacherName ? `　${teacherName}` : ''}
        </p>
      )}
      <p className="s13 muted">到时间会自动进入，不用刷新</p>
    </div>
  )
}

interface EndedProps {
  courseUrl: string | undefined
  /** What is left of it. */
  hint: string
}

/** The class is over, and there is nothing to watch (yet). */
export function Ended({ courseUrl, hint }: EndedProps): ReactNode {
  return (
    <div className={css.state}>
      <span className={css.mark}>
        <Cell mark="完" />
      </span>
      <p className={css.title}>这节课已经结束</p>
      <p className="muted">{hint}</p>
      <p className={css.ways}>
        {courseUrl ? (
          <ButtonLink tone="quiet" size="s" href={courseUrl}>
            看课程目录
          </ButtonLink>
        ) : null}
      </p>
    </div>
  )
}

/** There is no such room. */
export function RoomNotFound(): ReactNode {
  return (
    <div className={`${css.whole} night`}>
      <Cell mark="缺" tone="pen" />
      <h1 className={css.heading}>没有找到这间教室</h1>
      <p className="muted">地址可能不完整，或者这节课已经取消</p>
      <p className={css.ways}>
        <ButtonLink tone="primary" href="/live/list">
          看看公开课
        </ButtonLink>
        <ButtonLink tone="quiet" href="/">
          回首页
        </ButtonLink>
      </p>
    </div>
  )
}

/** A look into a room that isn't for this visitor. */
export function PreviewDenied({
  hasLink,
  onLogin,
}: {
  hasLink: boolean
  onLogin: (() => void) | undefined
}): ReactNode {
  return (
    <div className={`${css.whole} night`}>
      <Cell mark="止" tone="pen" />
      <h1 className={css.heading}>看不到这个预览</h1>
      <p className="muted">
        {hasLink ? '预览链接只在一小时内有效，请老师再发一个' : '预览给这门课的老师看；别人要有老师发的预览链接'}
      </p>
      <p className={css.ways}>
        {onLogin ? (
          <Button tone="primary" onClick={onLogin}>
            登录老师的账号
          </Button>
        ) : null}
        <ButtonLink tone="quiet" href="/">
          回首页
        </ButtonLink>
      </p>
    </div>
  )
}

/** Before it is known what the room is: it is being asked, or couldn't be. */
export function RoomWait({ error, onRetry }: { error: Error | null; onRetry: () => void }): ReactNode {
  if (error instanceof ApiError && error.code === Code.NotFound) return <RoomNotFound />
  return (
    <div className={`${css.whole} night`}>
      <h1 className={css.heading}>{error ? '没有进入教室' : '正在进入教室'}</h1>
      {error ? (
        <>
          <p className="muted">{error instanceof ApiError ? error.message : '请再试一次'}</p>
          <p className={css.ways}>
            <Button tone="secondary" onClick={onRetry}>
              重试
            </Button>
          </p>
        </>
      ) : null}
    </div>
  )
}

/** The stage has a word to say instead of a picture. */
export function StageText({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children?: ReactNode
}): ReactNode {
  return (
    <div className={css.state} role="status">
      <p className={css.title}>{title}</p>
      {text ? <p className="muted">{text}</p> : null}
      {children}
    </div>
  )
}
