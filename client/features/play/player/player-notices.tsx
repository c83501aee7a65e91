import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { clockText } from '#shared/rules/number-text.ts'
import css from './player.module.css'

/** It wants to play and can't yet. */
export function Spinner(): ReactNode {
  return (
    <div className={css.spinner} role="status">
      <span className="visually-hidden">正在加载</span>
    </div>
  )
}

/** Why it doesn't play, in the server's words where it has some. */
export function Failure({ message, onRetry }: { message: string; onRetry: () => void }): ReactNode {
  return (
    <div className={css.failure} role="alert">
      <p>{message}</p>
      <Button tone="chalk" size="s" onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/** What is loaded plays on; the rest comes when the network is back. */
export function Offline(): ReactNode {
  return (
    <p className={css.notice} role="status">
      网络断开了，连上以后会接着放
    </p>
  )
}

/** The picture stands still; it is tried again by itself for as long as the page is open. */
export function Healing({ mode, onRetry }: { mode: 'film' | 'clock' | 'live'; onRetry: () => void }): ReactNode {
  return (
    <p className={css.notice} role="status">
      {mode === 'film' ? '视频断了，正在重新连接，好了会接着放' : '画面断了，正在重新连接'}
      <button type="button" className={css.noticeButton} onClick={onRetry}>
        马上重试
      </button>
    </p>
  )
}

const resumedMs = 10_000
const worthTellingSec = 5
/** Who has gone elsewhere in the film needs no word of where it was. */
const nearSec = 15

/** A film goes on where it was left: says so for a while, and offers its beginning. */
export function Resumed({
  second,
  position,
  onFromStart,
}: {
  second: number
  position: number
  onFromStart: () => void
}): ReactNode {
  const [isShown, setShown] = useState(second >= worthTellingSec)
  const begun = position > 0
  useEffect(() => {
    if (!begun) return undefined
    const timer = setTimeout(() => setShown(false), resumedMs)
    return () => clearTimeout(timer)
  }, [begun])
  if (!isShown || Math.abs(position - second) > nearSec) return null
  return (
    <p className={css.notice} role="status">
      上次看到 {clockText(second)}
      <button
        type="button"
        className={css.noticeButton}
        onClick={() => {
          setShown(false)
          onFromStart()
        }}
      >
        从头看
      </button>
      <button type="button" className={css.noticeButton} onClick={() => setShown(false)}>
        知道了
      </button>
    </p>
  )
}

/** What a picture needs at least, in bits a second, and how long less than that is put up with. */
const pictureBits = 150_000
const patienceMs = 10_000

interface LowLineProps {
  bandwidth: number | undefined
  /** The sound costs less than any picture: it comes by itself, once. */
  hasSound: boolean
  onSoundOnly: (byItself: boolean) => void
}

/** The line is too thin for a picture: goes over to the sound alone, or offers that where it is only the lowest quality unseen. */
export function LowLine({ bandwidth, hasSound, onSoundOnly }: LowLineProps): ReactNode {
  const isLow = bandwidth !== undefined && bandwidth < pictureBits
  const [isOffered, setOffered] = useState(false)
  const [refused, setRefused] = useState(false)
  const goOver = useEffectEvent(() => {
    if (!hasSound) return setOffered(true)
    setRefused(true)
    onSoundOnly(true)
  })
  useEffect(() => {
    if (!isLow) {
      setOffered(false)
      return undefined
    }
    if (refused) return undefined
    const timer = setTimeout(goOver, patienceMs)
    return () => clearTimeout(timer)
  }, [isLow, refused])
  if (!isOffered || refused) return null
  return (
    <p className={css.notice} role="status">
      网络很慢，画面可能会卡
      <button type="button" className={css.noticeButton} onClick={() => onSoundOnly(false)}>
        只听声音
      </button>
      <button type="button" className={css.noticeButton} onClick={() => setRefused(true)}>
        继续看
      </button>
    </p>
  )
}

/** In the picture's place while only the sound is wanted. */
export function SoundOnly({
  paused,
  isThin,
  onToggle,
  onPicture,
}: {
  paused: boolean
  isThin: boolean
  onToggle: () => void
  onPicture: () => void
}): ReactNode {
  return (
    <div className={css.soundOnly}>
      <p className={css.soundTitle}>{isThin ? '网络很慢，先只放声音' : '只听声音'}</p>
      <p>{paused ? '声音停着' : '画面关着，声音在放'}</p>
      <p className={css.soundWays}>
        <Button tone="chalk" size="s" onClick={onToggle}>
          {paused ? '接着听' : '停一下'}
        </Button>
        <button type="button" className={css.noticeButton} onClick={onPicture}>
          打开画面
        </button>
      </p>
    </div>
  )
}
