import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useState } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import { callQuery } from '#client/features/common/call-query.ts'
import { Player, type PlayerHandle } from '#client/features/play/player/player.tsx'
import { MessagePanel, type NextLesson, NextUp, OpeningPanel, TakenPanel } from '#client/features/play/stage-panels.tsx'
import type { OpenLesson } from '#client/features/play/use-lesson.ts'
import { ApiError } from '#shared/contract/codes.ts'
import css from './lesson-stage.module.css'

/** The coach's film of a lesson; nobody counts who watches it. */
function Coach({ periodId }: { periodId: number }): ReactNode {
  const { api } = useApp()
  const query = callQuery(api, 'GET /api/vod/teach-coach/play', { id: periodId })
  const { data, error, refetch } = useQuery({ ...query, retry: false, staleTime: 0, gcTime: 0 })
  if (error) return <MessagePanel message={error instanceof ApiError ? error.message : '辅导没有打开，请再试一次'} onRetry={() => void refetch()} />
  if (!data) return <OpeningPanel />
  const askAddress = async () => (await api.call('GET /api/vod/teach-coach/play', { id: periodId })).address
  return <Player address={data.address} options={data.videoOptions} startSec={0} mode="film" label={data.title} onAddressNeeded={askAddress} />
}

export interface LessonStageProps {
  handle?: Ref<PlayerHandle> | undefined
  opened: OpenLesson
  title: string
  /** Whose coach's film is shown instead of the lesson; null: the lesson. */
  coachOf: number | null
  courseUrl: string
  next: NextLesson | undefined
  onGo: (href: string) => void
  /** Where the film is, in whole seconds. */
  onSecond: (second: number) => void
}

/** The lesson's player, or what stands in its place. */
function Film({ handle, opened, title, courseUrl, next, onGo, onSecond }: LessonStageProps): ReactNode {
  const [ended, setEnded] = useState(false)
  const { state } = opened
  if (state.kind === 'opening') return <OpeningPanel />
  if (state.kind === 'failed') return <MessagePanel message={state.message} onRetry={opened.retry} />
  if (state.kind === 'taken') return <TakenPanel other={state.other} happened={state.happened} onTakeOver={opened.takeOver} />
  const { address, videoOptions, watchStartTime, message } = state.play
  if (!address || !videoOptions) return <MessagePanel message={message || '这节课现在不能播放'} onRetry={opened.retry} />
  return (
    <Player
      handle={handle}
      address={address}
      options={videoOptions}
      startSec={watchStartTime.timeSec}
      mode="film"
      label={title}
      onAddressNeeded={opened.onAddressNeeded}
      onTick={(tick) => {
        opened.onTick(tick)
        onSecond(Math.floor(tick.position))
        if (ended && tick.rate > 0) setEnded(false)
      }}
      onEnded={() => setEnded(true)}
    >
      {ended ? <NextUp next={next} courseUrl={courseUrl} onGo={onGo} /> : null}
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
      <div className={css.film}>{props.coachOf === null ? <Film {...props} /> : <Coach periodId={props.coachOf} />}</div>
    </>
  )
}
