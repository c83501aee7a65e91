import { useEffect, useState } from 'react'

/** What a video element says of itself. */
export interface MediaState {
  paused: boolean
  ended: boolean
  /** It wants to play and can't yet. */
  waiting: boolean
  /** Something has been shown. */
  started: boolean
  /** Seconds. */
  position: number
  /** Seconds; 0 while unknown, and for a stream without an end. */
  duration: number
  /** Until which second it could be shown without the network. */
  buffered: number
  volume: number
  muted: boolean
  rate: number
}

const events = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeking',
  'seeked',
  'timeupdate',
  'durationchange',
  'progress',
  'loadeddata',
  'volumechange',
  'ratechange',
  'emptied',
] as const

const nothing: MediaState = {
  paused: true,
  ended: false,
  waiting: false,
  started: false,
  position: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  muted: false,
  rate: 1,
}

function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime + 0.3 && currentTime <= buffered.end(index)) return buffered.end(index)
  }
  return currentTime
}

function stateOf(video: HTMLVideoElement): MediaState {
  return {
    paused: video.paused,
    ended: video.ended,
    waiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    started: video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA,
    position: video.currentTime,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    buffered: bufferedEnd(video),
    volume: video.volume,
    muted: video.muted,
    rate: video.playbackRate,
  }
}

/** The state of a video element, renewed by its events. */
export function useMediaState(video: HTMLVideoElement | null): MediaState {
  const [state, setState] = useState(nothing)
  useEffect(() => {
    if (!video) return undefined
    const update = (): void => setState(stateOf(video))
    for (const event of events) video.addEventListener(event, update)
    update()
    return () => {
      for (const event of events) video.removeEventListener(event, update)
    }
  }, [video])
  return state
}
