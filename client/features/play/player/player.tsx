import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { PlayerBar, soundOnly } from '#client/features/play/player/player-bar.tsx'
import { PlayerHelp } from '#client/features/play/player/player-help.tsx'
import { PlayerIcon } from '#client/features/play/player/player-icon.tsx'
import { commandOf, type PlayerCommand } from '#client/features/play/player/player-keys.ts'
import {
  Failure,
  Healing,
  LowLine,
  Offline,
  Resumed,
  SoundOnly,
  Spinner,
} from '#client/features/play/player/player-notices.tsx'
import { nominalRate } from '#client/features/play/player/player-prefs.ts'
import { Transcript } from '#client/features/play/player/transcript.tsx'
import { useIdle } from '#client/features/play/player/use-idle.ts'
import { useOffline } from '#client/features/play/player/use-offline.ts'
import { type PlayerView, usePlayer } from '#client/features/play/player/use-player.ts'
import { useWatermark } from '#client/features/play/player/use-watermark.ts'
import { type WatchedRange, watchedBetween } from '#client/features/play/watched-ranges.ts'
import type { PlayRate } from '#shared/contract/enums.ts'
import type { PlayAddress, VideoOptions } from '#shared/contract/play-fields.ts'
import css from './player.module.css'

/** Where the film is; `ranges` is what was watched since the last tick. */
export interface PlayerTick {
  position: number
  /** 0 while it is paused. */
  rate: 0 | PlayRate
  ranges: readonly WatchedRange[]
}

/** What may be asked of a player from beside it. */
export interface PlayerHandle {
  /** Takes a film to a second; whatever runs on a clock stays there. */
  seek: (second: number) => void
}

export interface PlayerProps {
  handle?: Ref<PlayerHandle> | undefined
  address: PlayAddress
  options: VideoOptions
  /** Where a film begins, in seconds. */
  startSec: number
  /** It goes on where its watcher was last, and says so; false: somebody asked for this second. */
  resumes?: boolean
  /** film: begins, ends and is moved in; clock: runs on the server's clock; live: stays near its end. */
  mode: 'film' | 'clock' | 'live'
  /** Another address of the same film, before this one ends. */
  onAddressNeeded: () => Promise<PlayAddress>
  onTick?: (tick: PlayerTick) => void
  onEnded?: () => void
  onError?: (message: string) => void
  /** The page is there for the film: keys that nothing else has the focus for are the player's. */
  keysOfPage?: boolean
  /** A second picture: no controls, no keys, no sound. */
  small?: boolean
  /** What it is called for readers; the film's title unless told. */
  label?: string
  /** Drawn over the picture; it goes along into full screen. */
  children?: ReactNode
}

/** Tells what is watched, a few times a second. */
function useTicks(
  video: HTMLVideoElement | null,
  onTick: PlayerProps['onTick'],
  onEnded: PlayerProps['onEnded'],
): void {
  const tick = useEffectEvent((value: PlayerTick) => onTick?.(value))
  const end = useEffectEvent(() => onEnded?.())
  useEffect(() => {
    if (!video) return undefined
    let before: number | undefined
    const handleTime = (): void => {
      const { currentTime: position, playbackRate: rate, seeking, paused } = video
      const range = before === undefined || seeking ? undefined : watchedBetween(before, position, rate)
      before = seeking ? undefined : position
      if (position > 0 || range) tick({ position, rate: paused ? 0 : nominalRate(rate), ranges: range ? [range] : [] })
    }
    const handleSeeking = (): void => {
      before = undefined
    }
    const handleEnded = (): void => end()
    video.addEventListener('timeupdate', handleTime)
    video.addEventListener('seeking', handleSeeking)
    video.addEventListener('ended', handleEnded)
    return () => {
      video.removeEventListener('timeupdate', handleTime)
      video.removeEventListener('seeking', handleSeeking)
      video.removeEventListener('ended', handleEnded)
    }
  }, [video])
}

/** Keys while the focus is in the player; a click on the picture plays and pauses, two go to full screen. */
function useHands(
  root: RefObject<HTMLElement | null>,
  video: HTMLVideoElement | null,
  run: (command: PlayerCommand) => boolean,
  { isOn, ofPage }: { isOn: boolean; ofPage: boolean },
): void {
  const command = useEffectEvent(run)
  useEffect(() => {
    const element = root.current
    if (!element || !video || !isOn) return undefined
    const handleKey = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement
      const { type } = target as HTMLInputElement
      const wanted = commandOf({
        key: event.key,
        ctrlKey: event.ctrlKey,
        metaKey: event.metaKey,
        altKey: event.altKey,
        target: { tag: target.tagName, type },
      })
      if (wanted && !event.defaultPrevented && command(wanted)) event.preventDefault()
    }
    const handlePageKey = (event: KeyboardEvent): void => {
      if (ofPage && (event.target === document.body || (event.target as HTMLElement).id === 'main')) handleKey(event)
    }
    const handleClick = (event: MouseEvent): void => {
      if (event.target === video) command('toggle')
      // After the mouse the keys belong to the film again, not to the button that was pressed.
      const button = (event.target as Element).closest('button')
      if (event.detail > 0 && (event.target === video || (button && !button.hasAttribute('aria-haspopup'))))
        element.focus({ preventScroll: true })
    }
    const handleDouble = (event: MouseEvent): void => {
      if (event.target === video) command('full')
    }
    element.addEventListener('keydown', handleKey)
    document.addEventListener('keydown', handlePageKey)
    element.addEventListener('click', handleClick)
    element.addEventListener('dblclick', handleDouble)
    return () => {
      element.removeEventListener('keydown', handleKey)
      document.removeEventListener('keydown', handlePageKey)
      element.removeEventListener('click', handleClick)
      element.removeEventListener('dblclick', handleDouble)
    }
  }, [root, video, isOn, ofPage])
}

function Picture({ view, props }: { view: PlayerView; props: PlayerProps }): ReactNode {
  const { media, source } = view
  const { mode, startSec, resumes = true, children } = props
  const isOffline = useOffline()
  const [isThin, setThin] = useState(false)
  const goOver = (byItself: boolean): void => {
    setThin(byItself)
    view.chooseQuality(soundOnly)
  }
  const goBack = (): void => {
    setThin(false)
    view.chooseQuality(-1)
  }
  const isWaiting =
    source.failure === undefined && (media.waiting || !source.stream || (!media.started && !media.paused))
  return (
    <>
      {view.isSoundOnly ? (
        <SoundOnly paused={media.paused} isThin={isThin} onToggle={view.toggle} onPicture={goBack} />
      ) : null}
      {isWaiting ? <Spinner /> : null}
      {media.paused && source.failure === undefined && source.stream && !view.isSoundOnly ? (
        <button
          type="button"
          className={css.go}
          aria-label={media.ended ? '再看一遍' : '开始播放'}
          onClick={view.toggle}
        >
          <PlayerIcon name={media.ended ? 'again' : 'play'} size={30} />
        </button>
      ) : null}
      {children}
      <div className={css.notices}>
        {isOffline && source.failure === undefined ? <Offline /> : null}
        {source.isHealing && !isOffline && source.failure === undefined ? (
          <Healing mode={mode} onRetry={source.retry} />
        ) : null}
        {mode === 'film' && resumes ? (
          <Resumed second={startSec} position={media.position} onFromStart={() => view.seek(0)} />
        ) : null}
        {source.levels.length === 0 ? null : (
          <LowLine
            bandwidth={view.isSoundOnly ? undefined : source.bandwidth}
            hasSound={source.hasSound}
            onSoundOnly={goOver}
          />
        )}
      </div>
      {view.help.isShown ? (
        <PlayerHelp mode={mode} hasCaptions={view.captions.length > 0} onClose={view.help.toggle} />
      ) : null}
      {source.failure === undefined ? null : <Failure message={source.failure} onRetry={source.retry} />}
    </>
  )
}

/** Plays a film or a stream, with controls of our own. Its library is fetched when it appears. */
export function Player(props: PlayerProps): ReactNode {
  const { options, mode, small = false, label = options.title } = props
  const root = useRef<HTMLElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const view = usePlayer(root, video, props)
  const { full } = view.screen
  const seek = (second: number): void => {
    if (mode === 'film') view.seek(second)
  }
  useImperativeHandle(props.handle, () => ({ seek }))
  const isIdle = useIdle(root, full !== 'none' && !view.media.paused)
  useTicks(video, props.onTick, props.onEnded)
  useHands(root, video, view.run, { isOn: !small, ofPage: props.keysOfPage === true })
  useWatermark(picture, small ? '' : options.watermark)
  const look = [
    css.player,
    full === 'page' ? css.page : '',
    full === 'none' ? '' : css.full,
    small ? css.small : '',
    isIdle ? css.idle : '',
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <section ref={root} className={look} aria-label={`播放器：${label}`} tabIndex={small ? undefined : -1}>
      <div className={css.stage}>
        <div ref={picture} className={css.picture}>
          <video
            ref={setVideo}
            className={view.isSoundOnly ? `${css.video} ${css.unseen}` : css.video}
            poster={options.coverImg ?? undefined}
            playsInline
            muted={small}
            aria-label={label}
          >
            {options.captions.map((caption) => (
              <track
                key={caption.url}
                kind="captions"
                src={caption.url}
                srcLang={caption.language}
                label={caption.label}
              />
            ))}
          </video>
          {small ? null : <Picture view={view} props={props} />}
        </div>
        {view.hasTranscript ? (
          <Transcript cues={view.cues} position={view.media.position} onJump={seek} onClose={view.toggleTranscript} />
        ) : null}
      </div>
      {small ? null : <PlayerBar view={view} />}
    </section>
  )
}
