/** One piece of a film. */
export interface Segment {
  /** Beside its playlist. */
  readonly uri: string
  /** Length in microseconds: sums of whole numbers don't drift. */
  readonly us: number
  /** It doesn't continue what stands before it. */
  readonly isBreak: boolean
  /** The EXT-X-MAP line that holds for it. */
  readonly map: string | undefined
  /** When it was recorded, epoch ms. */
  readonly at: number | undefined
}

/** A media playlist as it lies in the store. */
export interface MediaIndex {
  readonly version: number
  /** EXT-X-TARGETDURATION; no segment is longer. */
  readonly targetSec: number
  /** Numbers of the first segment and of the part that it belongs to. */
  readonly sequence: number
  readonly breakSequence: number
  readonly segments: readonly Segment[]
  /** When each segment begins, in microseconds; one more: the length of all. */
  readonly starts: readonly number[]
  /** Breaks up to each segment, its own counted; a break before the very first is none. */
  readonly breaks: readonly number[]
  readonly isEnded: boolean
  readonly isIndependent: boolean
}

/** Names of files that lie in the store, without a folder. */
export const segmentForm = /^[\w-]+(?:\.[\w-]+)*\.(?:m2ts|ts|m4s|mp4|aac)$/

interface Draft {
  version: number
  targetSec: number
  sequence: number
  breakSequence: number
  segments: Segment[]
  isEnded: boolean
  isIndependent: boolean
}

/** What the lines before a segment say of it. */
interface Pending {
  us: number | undefined
  isBreak: boolean
  map: string | undefined
  at: number | undefined
}

function readNumber(value: string): number {
  const number = Number.parseInt(value, 10)
  return Number.isSafeInteger(number) && number >= 0 ? number : 0
}

function readTag(
  tag: string,
  value: string,
  { line, draft, pending }: { line: string; draft: Draft; pending: Pending },
): void {
  switch (tag) {
    case '#EXT-X-VERSION':
      draft.version = Math.max(draft.version, readNumber(value))
      break
    case '#EXT-X-TARGETDURATION':
      draft.targetSec = readNumber(value)
      break
    case '#EXT-X-MEDIA-SEQUENCE':
      draft.sequence = readNumber(value)
      break
    case '#EXT-X-DISCONTINUITY-SEQUENCE':
      draft.breakSequence = readNumber(value)
      break
    case '#EXT-X-INDEPENDENT-SEGMENTS':
      draft.isIndependent = true
      break
    case '#EXT-X-ENDLIST':
      draft.isEnded = true
      break
    case '#EXT-X-DISCONTINUITY':
      pending.isBreak = true
      break
    case '#EXT-X-MAP':
      if (segmentForm.test(/URI="([^"]*)"/.exec(value)?.[1] ?? '')) pending.map = line
      break
    case '#EXT-X-PROGRAM-DATE-TIME': {
      const at = Date.parse(value)
      pending.at = Number.isNaN(at) ? undefined : at
      break
    }
    case '#EXTINF':
      pending.us = Math.round(Number.parseFloat(value) * 1e6)
      break
  }
}

function addSegment(uri: string, draft: Draft, pending: Pending): void {
  const { us, isBreak, map, at } = pending
  if (us !== undefined && us > 0 && segmentForm.test(uri)) {
    draft.segments.push({ uri, us, isBreak: isBreak && draft.segments.length > 0, map, at })
    // what comes next was recorded next, unless it says otherwise
    pending.at = at === undefined ? undefined : at + us / 1000
    pending.isBreak = false
  }
  pending.us = undefined
}

/**
 * Reads a media playlist; undefined when the text is none. Its end may be missing, as when a recorder is writing: only whole
 * lines count. Segments elsewhere than beside the playlist don't count either.
 */
export function parseMediaIndex(text: string): MediaIndex | undefined {
  if (!text.startsWith('#EXTM3U')) return undefined
  const draft: Draft = {
    version: 3,
    targetSec: 0,
    sequence: 0,
    breakSequence: 0,
    segments: [],
    isEnded: false,
    isIndependent: false,
  }
  const pending: Pending = { us: undefined, isBreak: false, map: undefined, at: undefined }
  for (const raw of text.slice(0, text.lastIndexOf('\n') + 1).split('\n')) {
    const line = raw.trimEnd()
    if (line.startsWith('#')) {
      const colon = line.indexOf(':')
      readTag(colon < 0 ? line : line.slice(0, colon), colon < 0 ? '' : line.slice(colon + 1), { line, draft, pending })
    } else if (line !== '') addSegment(line, draft, pending)
  }
  const starts = [0]
  const breaks: number[] = []
  let longest = 0
  for (const { us, isBreak } of draft.segments) {
    starts.push((starts.at(-1) ?? 0) + us)
    breaks.push((breaks.at(-1) ?? 0) + (isBreak ? 1 : 0))
    longest = Math.max(longest, us)
  }
  return { ...draft, targetSec: Math.max(draft.targetSec, Math.round(longest / 1e6), 1), starts, breaks }
}

/** The length of a film, in microseconds. */
export function lengthOf(index: MediaIndex): number {
  return index.starts[index.segments.length] ?? 0
}
