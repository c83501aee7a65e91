import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Cell } from '#client/ui/cell.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { OtherPlayer } from '#shared/contract/play-fields.ts'
import { timeText } from '#shared/rules/number-text.ts'
import css from './stage-panels.module.css'

/** In the picture's place while the lesson is being opened: the course's picture, which the film's first one takes the place of. */
export function OpeningPanel({ cover }: { cover: string | null }): ReactNode {
  return (
    <div className={`${css.panel} ${css.opening}`} role="status">
      {cover ? (
        <Picture className={css.cover} src={cover} alt="" ratio="cover" sizes="(min-width: 1041px) 70vw, 100vw" eager />
      ) : null}
      <p className={css.openingWords}>正在打开</p>
    </div>
  )
}

/** The lesson can't be shown: why, in the server's words. */
export function MessagePanel({ message, onRetry }: { message: string; onRetry: () => void }): ReactNode {
  return (
    <div className={css.panel} role="alert">
      <Cell mark="断" tone="pen" />
      <p className={css.words}>{message}</p>
      <Button tone="secondary" onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/** Another player of the account has the floor: who it is, and how to go on here. */
export function TakenPanel({
  other,
  happened,
  onTakeOver,
}: {
  other: OtherPlayer | null
  happened: boolean
  onTakeOver: () => Promise<void>
}): ReactNode {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (happened) box.current?.focus()
  }, [happened])
  const handleClick = async (): Promise<void> => {
    setBusy(true)
    setFailed(false)
    await onTakeOver().catch(() => setFailed(true))
    setBusy(false)
  }
  return (
    <div ref={box} className={css.panel} role="alert" tabIndex={-1}>
      <Cell mark="停" />
      <h2 className={css.heading}>{happened ? '已在别处播放，这里停下了' : '这个账号正在别处看课'}</h2>
      {other ? (
        <p className={css.words}>
          {other.device}　{timeText(other.begunTime)} 开始看《{other.title}》
        </p>
      ) : null}
      <p className="muted">{failed ? '没有换过来，请再试一次' : '一个账号同时只能在一处播放，进度两边是同一份。'}</p>
      <Button tone="primary" busy={busy} disabled={busy} onClick={() => void handleClick()}>
        {happened ? '在这里继续看' : '停下那边，在这里看'}
      </Button>
    </div>
  )
}

/** The next lesson, as far as this page needs it. */
export interface NextLesson {
  name: string
  href: string
}

const nextSeconds = 5

/** After the end: the next lesson begins in five seconds unless it is refused. */
export function NextUp({
  next,
  hasLocked,
  courseUrl,
  onGo,
}: {
  next: NextLesson | undefined
  hasLocked: boolean
  courseUrl: string
  onGo: (href: string) => void
}): ReactNode {
  const [seconds, setSeconds] = useState(nextSeconds)
  const [stopped, setStopped] = useState(next === undefined)
  useEffect(() => {
    if (stopped || !next) return undefined
    if (seconds === 0) {
      onGo(next.href)
      return undefined
    }
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds, stopped, next, onGo])
  if (!next) {
    return (
      <div className={css.next}>
        <p className={css.nextName}>{hasLocked ? '后面的课报名后可以看' : '后面没有可以看的课了'}</p>
        <ButtonLink tone="chalk" size="s" href={courseUrl}>
          {hasLocked ? '去看课程和报名' : '回到课程'}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className={css.next} role="status">
      <p className={css.nextName}>
        {stopped ? '下一讲' : `${seconds} 秒后播放下一讲`}
        <b>{next.name}</b>
      </p>
      <p className={css.nextWays}>
        <ButtonLink tone="chalk" size="s" href={next.href}>
          现在播放
        </ButtonLink>
        {stopped ? null : (
          <button type="button" className={css.cancel} onClick={() => setStopped(true)}>
            取消
          </button>
        )}
      </p>
    </div>
  )
}
