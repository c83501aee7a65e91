import type { ReactNode } from 'react'
import { useApp } from '#client/features/common/app-context.ts'
import type { HlsVideoProps } from '#client/features/play/hls-video.tsx'
import type { Trial } from '#client/features/play/use-trial.ts'
import { Icon } from '#client/ui/icon.tsx'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { clockText } from '#shared/rules/number-text.ts'
import css from './trial-player.module.css'

const shownLessons = 4

/** Its code comes with the first film that is chosen. */
const loadVideo = () => import('#client/features/play/hls-video.tsx')
const TrialVideo = lazyDialog<HlsVideoProps & { onClose: () => void }>(() => loadVideo().then((m) => m.HlsVideo))

/** Before the press: the pointer or the focus is there already. */
function warm(): void {
  loadVideo()
    .then((m) => m.warmHls())
    .catch(() => undefined)
}

/** The cover; with free lessons a player whose poster it is, and the lessons to choose from below. */
export function TrialPlayer({ trial, cover, name }: { trial: Trial; cover: string; name: string }): ReactNode {
  const { env } = useApp()
  const { current, lessons, started, choose, next } = trial
  const picture = (
    <Picture
      src={cover}
      alt={`课程封面：${name}`}
      ratio="cover"
      sizes="(min-width:1248px) 622px,(min-width:1041px) 52vw,94vw"
      eager
    />
  )
  if (!current) return picture
  return (
    <div>
      <div className={css.player} id="trial">
        {started ? (
          <TrialVideo
            key={current.id}
            styles={env.css['hls-video']}
            src={current.playUrl}
            poster={cover}
            label={`试看：${current.name}`}
            focus
            onEnded={next}
            onClose={next}
          />
        ) : (
          <>
            {picture}
            <button
              type="button"
              className={`${css.go} no-print`}
              onPointerEnter={warm}
              onFocus={warm}
              onClick={() => choose(current.id)}
              aria-label={`播放试看：${current.name}`}
            >
              <Icon name="play" size={30} />
            </button>
            <p className={css.caption}>
              试看　{current.note}　<span className="one">{current.name}</span>　{clockText(current.duration)}
            </p>
          </>
        )}
      </div>
      {lessons.length > 1 ? (
        <ul className={`${css.lessons} no-print`} aria-label="可以试看的几讲">
          {lessons.slice(0, shownLessons).map((lesson) => (
            <li key={lesson.id}>
              <button
                type="button"
                className={css.lesson}
                onPointerEnter={warm}
                onFocus={warm}
                onClick={() => choose(lesson.id)}
                aria-current={started && lesson.id === current.id ? 'true' : undefined}
              >
                <span className={css.name}>{lesson.name}</span>
                <span className={css.note}>
                  {lesson.note}　{clockText(lesson.duration)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
