import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { PlayerProps } from '#client/features/play/player/player.tsx'
import { soundOnly } from '#client/features/play/player/player-bar.tsx'
import { type PlayerCommand, seekStepSec, steppedVolume, volumeStep } from '#client/features/play/player/player-keys.ts'
import { keepPrefs, readPrefs } from '#client/features/play/player/player-prefs.ts'
import { type Cue, useCaptions } from '#client/features/play/player/use-captions.ts'
import { useClockSync } from '#client/features/play/player/use-clock-sync.ts'
import { type FilmLines, useFilmLines } from '#client/features/play/player/use-film-lines.ts'
import { type FullScreen, useFullScreen } from '#client/features/play/player/use-full-screen.ts'
import { useLiveEdge } from '#client/features/play/player/use-live-edge.ts'
import { type MediaState, useMediaState } from '#client/features/play/player/use-media-state.ts'
import { type StreamView, useStream } from '#client/features/play/player/use-stream.ts'
import type { PlayRate } from '#shared/contract/enums.ts'
import type { Caption } from '#shared/contract/play-fields.ts'

/** Everything that the parts of the player show and do. */
export interface PlayerView {
  mode: PlayerProps['mode']
  media: MediaState
  source: StreamView
  lines: Pick<FilmLines, 'names' | 'line' | 'choose'>
  screen: FullScreen
  live: { isBehind: boolean; catchUp: () => void }
  /** Seconds. */
  duration: number
  rate: PlayRate
  setRate: (rate: PlayRate) => void
  toggle: () => void
  seek: (second: number) => void
  toggleMuted: () => void
  setVolume: (volume: number) => void
  chooseQuality: (value: number) => void
  isSoundOnly: boolean
  captions: readonly Caption[]
  captionsOn: boolean
  captionIndex: number
  chooseCaption: (index: number) => void
  cues: readonly Cue[]
  hasTranscript: boolean
  toggleTranscript: () => void
  help: { isShown: boolean; toggle: () => void }
  canFloat: boolean
  float: () => void
  run: (command: PlayerCommand) => boolean
}

function play(video: HTMLVideoElement | null): void {
  video?.play().catch(() => undefined)
}

/** Speed and volume as they were with the last film; a new source sets the speed back, so it is set again. */
function useSound(
  video: HTMLVideoElement | null,
  isFilm: boolean,
  small: boolean,
): { rate: PlayRate; setRate: (rate: PlayRate) => void } {
  const [rate, setRate] = useState<PlayRate>(1)
  useEffect(() => {
    if (!video) return
    const prefs = readPrefs()
    video.volume = prefs.volume
    video.muted = small || prefs.muted
    if (isFilm) setRate(prefs.rate)
  }, [video, isFilm, small])
  useEffect(() => {
    if (!video || !isFilm) return undefined
    const apply = (): void => {
      video.defaultPlaybackRate = rate
      if (video.playbackRate !== rate) video.playbackRate = rate
    }
    apply()
    video.addEventListener('loadedmetadata', apply)
    return () => video.removeEventListener('loadedmetadata', apply)
  }, [video, isFilm, rate])
  return {
    rate,
    setRate: (next) => {
      setRate(next)
      keepPrefs({ rate: next })
    },
  }
}

interface CaptionView {
  captionsOn: boolean
  captionIndex: number
  chooseCaption: (index: number) => void
  cues: readonly Cue[]
}

function useCaptionChoice(video: HTMLVideoElement | null, captions: readonly Caption[]): CaptionView {
  const [captionIndex, setIndex] = useState(0)
  const [captionsOn, setOn] = useState(false)
  useEffect(() => setOn(readPrefs().captions), [])
  const cues = useCaptions(video, captions, captionIndex, captionsOn)
  return {
    captionsOn,
    captionIndex,
    cues,
    chooseCaption: (index) => {
      if (index >= 0) setIndex(index)
      setOn(index >= 0)
      keepPrefs({ captions: index >= 0 })
    },
  }
}

function useFloat(video: HTMLVideoElement | null): { canFloat: boolean; float: () => void } {
  const [canFloat, setCanFloat] = useState(false)
  useEffect(() => setCanFloat(document.pictureInPictureEnabled === true), [])
  return {
    canFloat,
    float: () => {
      const done = document.pictureInPictureElement ? document.exitPictureInPicture() : video?.requestPictureInPicture()
      done?.catch(() => undefined)
    },
  }
}

interface QualityView {
  isSoundOnly: boolean
  chooseQuality: (value: number) => void
  lines: PlayerView['lines']
}

function useQuality(source: StreamView, { names, line, choose }: FilmLines): QualityView {
  const chooseQuality = (value: number): void => {
    source.chooseSound(value === soundOnly)
    if (value !== soundOnly) source.choose(value)
  }
  const chooseLine = (index: number): void => {
    // The qualities of another line are others.
    chooseQuality(-1)
    choose(index)
  }
  return { isSoundOnly: source.isSoundAlone, chooseQuality, lines: { names, line, choose: chooseLine } }
}

/** What the player's buttons do to the video. `duration` in seconds. */
function handlesOf(
  video: HTMLVideoElement | null,
  duration: number,
): Pick<PlayerView, 'toggle' | 'seek' | 'setVolume' | 'toggleMuted'> {
  return {
    toggle: () => {
      if (!video) return
      if (video.paused || video.ended) play(video)
      else video.pause()
    },
    seek: (second) => {
      if (video) video.currentTime = Math.min(Math.max(0, second), Math.max(0, duration - 0.1))
    },
    setVolume: (volume) => {
      if (!video) return
      video.volume = volume
      video.muted = volume === 0
      keepPrefs({ volume, muted: volume === 0 })
    },
    toggleMuted: () => {
      if (!video) return
      video.muted = !video.muted
      if (!video.muted && video.volume === 0) video.volume = 0.5
      keepPrefs({ muted: video.muted, volume: video.volume })
    },
  }
}

/** The player's state and what can be done with it. */
export function usePlayer(
  root: RefObject<HTMLElement | null>,
  video: HTMLVideoElement | null,
  props: PlayerProps,
): PlayerView {
  const { mode, options, startSec, small = false } = props
  const media = useMediaState(video)
  const isFilm = mode === 'film'
  const lines = useFilmLines({ video, address: props.address, isFilm, onAddressNeeded: props.onAddressNeeded })
  const { address, goesOn, onAddressNeeded } = lines
  const source = useStream({
    video: lines.isKnown ? video : null,
    address,
    startAt: isFilm ? (goesOn?.at ?? startSec) : undefined,
    isPaused: goesOn?.isPaused,
    onAddressNeeded,
    onStuck: lines.tryNext,
    onError: props.onError,
  })
  const live = useLiveEdge(video, source.stream, mode === 'live')
  useClockSync(video, source.stream, mode === 'clock')
  const sound = useSound(video, isFilm, small)
  const captions = useCaptionChoice(video, options.captions)
  const screen = useFullScreen(root, video)
  const float = useFloat(video)
  const quality = useQuality(source, lines)
  const [hasTranscript, setTranscript] = useState(false)
  const [hasHelp, setHelp] = useState(false)
  const duration = media.duration || options.duration

  const { toggle, seek, setVolume, toggleMuted } = handlesOf(video, duration)
  const work: Record<PlayerCommand, () => boolean | undefined> = {
    toggle: () => void toggle(),
    back: () => (isFilm ? void seek((video?.currentTime ?? 0) - seekStepSec) : false),
    forward: () => (isFilm ? void seek((video?.currentTime ?? 0) + seekStepSec) : false),
    louder: () => void setVolume(steppedVolume(media.muted ? 0 : media.volume, volumeStep)),
    quieter: () => void setVolume(steppedVolume(media.muted ? 0 : media.volume, -volumeStep)),
    full: () => void screen.toggleScreen(),
    mute: () => void toggleMuted(),
    captions: () =>
      options.captions.length > 0
        ? void captions.chooseCaption(captions.captionsOn ? -1 : captions.captionIndex)
        : false,
    help: () => void setHelp(!hasHelp),
    leave: () => (hasHelp ? void setHelp(false) : screen.leave()),
  }
  const run = useEffectEvent((command: PlayerCommand) => work[command]() !== false)
  return {
    mode,
    media,
    source,
    screen,
    live,
    duration,
    toggle,
    seek,
    setVolume,
    toggleMuted,
    run,
    ...sound,
    ...captions,
    ...float,
    ...quality,
    captions: options.captions,
    hasTranscript: hasTranscript && options.captions.length > 0,
    help: { isShown: hasHelp, toggle: () => setHelp(!hasHelp) },
    toggleTranscript: () => setTranscript(!hasTranscript),
  }
}
