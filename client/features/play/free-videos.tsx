import { type ReactNode, useEffect, useState } from 'react'
import { warmHls } from '#client/browser/hls-library.ts'
import { isSavingData } from '#client/browser/page-assets.ts'
import { HlsVideo } from '#client/features/play/hls-video.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Picture } from '#client/ui/picture.tsx'
import type { FreePeriod } from '#shared/contract/college.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'
import { clockText } from '#shared/rules/number-text.ts'
import css from './free-videos.module.css'

/** 'auto' began by itself and without sound, 'asked' because the visitor chose it. */
type Playing = 'no' | 'auto' | 'asked'

function mayBeginByItself(): boolean {
  return !isSavingData() && !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

function Poster({ video, onPlay }: { video: FreePeriod; onPlay: () => void }): ReactNode {
  return (
    <div className={css.poster}>
      <Picture src={video.coverImg} alt="" ratio="cover" sizes="(min-width: 1041px) 760px, 94vw" />
      <button
        type="button"
        className={`${css.go} no-print`}
        onPointerEnter={warmHls}
        onFocus={warmHls}
        onClick={onPlay}
        aria-label={`播放：${video.title}`}
      >
        <Icon name="play" size={30} />
      </button>
    </div>
  )
}

/** Free lessons of a college: the chosen one plays on the left, the others stand in a column. */
export function FreeVideos({ videos, autoplay }: { videos: readonly FreePeriod[]; autoplay: boolean }): ReactNode {
  const [index, setIndex] = useState(0)
  const [playing, setPlaying] = useState<Playing>('no')
  useEffect(() => {
    if (autoplay && mayBeginByItself()) setPlaying('auto')
  }, [autoplay])
  const current = videos[index]
  if (!current) return null
  const handleChoose = (chosen: number): void => {
    setIndex(chosen)
    setPlaying('asked')
  }
  const handleEnded = (): void => {
    if (index + 1 < videos.length) setIndex(index + 1)
    else {
      setIndex(0)
      setPlaying('no')
    }
  }
  return (
    <div className={css.videos}>
      <div>
        {playing === 'no' ? (
          <Poster video={current} onPlay={() => setPlaying('asked')} />
        ) : (
          <HlsVideo
            key={current.periodId}
            src={current.playUrl}
            poster={current.coverImg}
            label={current.title}
            muted={playing === 'auto'}
            focus={playing === 'asked'}
            onEnded={handleEnded}
          />
        )}
        <p className={css.current}>
          <b>{current.title}</b>
          <a className="link" href={detailUrl(current.lectureType, current.courseId)}>
            {current.courseName}
          </a>
        </p>
      </div>
      <ol className={css.list} aria-label="可以试听的课">
        {videos.map((video, position) => (
          <li key={video.periodId}>
            <button
              type="button"
              className={css.item}
              onClick={() => handleChoose(position)}
              aria-current={position === index ? 'true' : undefined}
            >
              <Picture className={css.cover} src={video.coverImg} alt="" ratio="cover" sizes="112px" />
              <span className={css.words}>
                <span className={css.name}>{video.title}</span>
                <span className={css.note}>
                  {clockText(video.duration)}　{video.courseName}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}
