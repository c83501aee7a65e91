import { type ReactNode, type Ref, useRef, useState } from 'react'
import { CoachFilm, withCover } from '#client/features/play/coach-film.tsx'
import { Player, type PlayerHandle } from '#client/features/play/player/player.tsx'
import { MessagePanel, type NextLesson, NextUp, OpeningPanel, TakenPanel } from '#client/features/play/stage-panels.tsx'
import type { OpenLesson } from '#client/features/play/use-lesson.ts'
import { playAddressOf } from '#shared/rules/play-address.ts'
import css from './lesson-stage.module.css'

export interface LessonStageProps {
  handle?: Ref<PlayerHandle> | undefined
  opened: OpenLesson
  /** The second that the address names; undefined: where the learner was last. */
  from?: number | undefined
  title: string
  /** The course's picture. */
  cover: string | null
  /** Whose coach's film is shown instead of the lesson; null: the lesson. */
  coachOf: number | null
  courseUrl: string
  next: NextLesson | undefined
  /** Lessons follow that are only for who has signed up. */
  hasLocked: boolean
  onGo: (href: string) => void
  /** Where the film is, in whole seconds. */
  onSecond: (second: number) => void
}

/** The lesson's player, or what stands in its place. */
function Film({
  handle,
  opened,
  from,
  title,
  cover,
  courseUrl,
  next,
  hasLocked,
  onGo,
  onSecond,
}: LessonStageProps): ReactNode {
  // Where the film ended; until it is played or moved again.
  const [endedAt, setEndedAt] = useState<number>()
  const second = useRef(0)
  const { state } = opened
  if (state.kind === 'opening') return <OpeningPanel cover={cover} />
  if (state.kind === 'failed') return <MessagePanel message={state.message} onRetry={opened.retry} />
  if (state.kind === 'taken')
    return <TakenPanel other={state.other} happened={state.happened} onTakeOver={opened.takeOver} />
  const { videoOptions, watchStartTime, message } = state.play
  const address = playAddressOf(state.play)
  if (!address || !videoOptions)
    return <MessagePanel message={message || '这节课现在不能播放'} onRetry={opened.retry} />
  return (
    <Player
      handle={handle}
      keysOfPage
      address={address}
      options={withCover(videoOptions, cover)}
      startSec={from ?? watchStartTime.timeSec}
      resumes={from === undefined}
      mode="film"
      label={title}
      onAddressNeeded={opened.onAddressNeeded}
      onTick={(tick) => {
        opened.onTick(tick)
        onSecond(Math.floor(tick.position))
        second.current = tick.position
        if (endedAt !== undefined && (tick.rate > 0 || Math.abs(tick.position - endedAt) > 1)) setEndedAt(undefined)
      }}
      onEnded={() => setEndedAt(second.current)}
    >
      {endedAt !== undefined ? <NextUp next={next} hasLocked={hasLocked} courseUrl={courseUrl} onGo={onGo} /> : null}
    </Player>
  )
}

/** The dark surface that a lesson is shown on; without script it says what is missing. */
export function LessonStage(props: LessonStageProps): ReactNode {
  return (
    <>
      <noscript>
        <p className={css.noScript}>看课要打开浏览器的脚本（JavaScript），打开后刷新这一页就能播放。</p>
      </noscript>
      <div className={css.film}>
        {props.coachOf === null ? (
          <Film {...props} />
        ) : (
          <CoachFilm keysOfPage periodId={props.coachOf} cover={props.cover} />
        )}
      </div>
    </>
  )
}
