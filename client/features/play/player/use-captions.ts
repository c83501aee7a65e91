import { useEffect, useState } from 'react'
import type { Caption } from '#shared/contract/play-fields.ts'

/** One line of the transcript. */
export interface Cue {
  /** Seconds. */
  start: number
  end: number
  text: string
}

function toCues({ cues }: TextTrack): Cue[] {
  return Array.from(cues ?? [], (cue) => ({
    start: cue.startTime,
    end: cue.endTime,
    text: (cue as VTTCue).getCueAsHTML?.().textContent?.trim() ?? '',
  }))
}

/** Lines that hold what is looked for; all of them for an empty search. */
export function findCues(cues: readonly Cue[], search: string): readonly Cue[] {
  const wanted = search.trim().toLowerCase()
  return wanted ? cues.filter(({ text }) => text.toLowerCase().includes(wanted)) : cues
}

/** The last line that has begun at a second; -1 before the first. */
export function cueAt(cues: readonly Cue[], second: number): number {
  return cues.findLastIndex(({ start }) => start <= second + 0.05)
}

/**
 * Reads the lines of one of the video's tracks, the `chosen` one, and shows them over the picture when they are wanted there.
 * Browsers load a track only once its mode isn't 'disabled'.
 */
export function useCaptions(
  video: HTMLVideoElement | null,
  captions: readonly Caption[],
  chosen: number,
  isShown: boolean,
): readonly Cue[] {
  const [cues, setCues] = useState<readonly Cue[]>([])
  const url = captions[chosen]?.url
  useEffect(() => {
    const elements = Array.from(video?.querySelectorAll('track') ?? [])
    const element = elements[chosen]
    for (const other of elements) if (other !== element) other.track.mode = 'disabled'
    if (!element || !url) {
      setCues([])
      return undefined
    }
    const read = (): void => setCues(toCues(element.track))
    element.addEventListener('load', read)
    if (element.track.mode === 'disabled') element.track.mode = 'hidden'
    if (element.readyState === HTMLTrackElement.LOADED) read()
    return () => element.removeEventListener('load', read)
  }, [video, chosen, url])
  useEffect(() => {
    const track = video?.querySelectorAll('track')[chosen]?.track
    if (track && url) track.mode = isShown ? 'showing' : 'hidden'
  }, [video, chosen, url, isShown])
  return cues
}
