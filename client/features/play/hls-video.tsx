import { type ReactNode, useEffect, useRef, useState } from 'react'
import { playHls } from '#client/browser/hls-player.ts'
import { Button } from '#client/ui/button.tsx'
import css from './hls-video.module.css'

export { warmHls } from '#client/browser/hls-library.ts'

export interface HlsVideoProps {
  src: string
  poster: string
  label: string
  muted?: boolean
  /** Takes the focus when it appears: the visitor asked for it. */
  focus?: boolean
  onEnded?: () => void
}

/** A film that begins when it appears. The player's library is fetched only now. */
export function HlsVideo({ src, poster, label, muted = false, focus = false, onEnded }: HlsVideoProps): ReactNode {
  const ref = useRef<HTMLVideoElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is the same film loaded anew
  useEffect(() => {
    const video = ref.current
    if (!video) return undefined
    let stop: (() => void) | undefined
    let gone = false
    const handleFail = (): void => {
      if (!gone) setFailed(true)
    }
    setFailed(false)
    if (focus) video.focus({ preventScroll: true })
    playHls(video, src, handleFail).then((detach) => {
      if (gone) return detach()
      stop = detach
      // Refused when the visitor's gesture is too old: the controls are there then.
      return video.play().catch(() => undefined)
    }, handleFail)
    return () => {
      gone = true
      stop?.()
    }
  }, [src, attempt, focus])
  return (
    <div className={css.frame}>
      <video
        ref={ref}
        className={css.video}
        poster={poster}
        controls
        playsInline
        muted={muted}
        aria-label={label}
        tabIndex={-1}
        onEnded={onEnded}
      />
      {failed ? (
        <div className={css.failed} role="alert">
          <p>视频没有放出来，可能是网络断了一下。</p>
          <Button tone="chalk" size="s" onClick={() => setAttempt(attempt + 1)}>
            再试一次
          </Button>
        </div>
      ) : null}
    </div>
  )
}
