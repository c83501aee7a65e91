import { lengthOf, type MediaIndex, type Segment } from './media-index.ts'

/** A film on the clock shows what began so long before now … */
const behindUs = 30_000_000
/** … up to what begins so long after it. */
const aheadUs = 20_000_000
/** A growing one shows its last segments. */
const lastSegments = 8

interface Head {
  readonly sequence: number
  readonly breakSequence: number
  readonly isVod?: boolean
}

function headLines(index: MediaIndex, { sequence, breakSequence, isVod = false }: Head): string {
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${index.segments.some(({ map }) => map) ? Math.max(6, index.version) : index.version}`,
    `#EXT-X-TARGETDURATION:${index.targetSec}`,
    `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
  ]
  lines.push(isVod ? '#EXT-X-PLAYLIST-TYPE:VOD' : `#EXT-X-DISCONTINUITY-SEQUENCE:${breakSequence}`)
  if (index.isIndependent) lines.push('#EXT-X-INDEPENDENT-SEGMENTS')
  return `${lines.join('\n')}\n`
}

/** `withMap`: its map must be said anew, since nothing before it says it. */
function segmentLines(
  { uri, us, map }: Segment,
  { isBreak, withMap, at }: { isBreak: boolean; withMap: boolean; at?: number | undefined },
): string {
  const before = `${isBreak ? '#EXT-X-DISCONTINUITY\n' : ''}${withMap && map ? `${map}\n` : ''}`
  const time = at === undefined ? '' : `#EXT-X-PROGRAM-DATE-TIME:${new Date(at).toISOString()}\n`
  return `${before}${time}#EXTINF:${(us / 1e6).toFixed(6)},\n${uri}\n`
}

/** The first `count` segments; `isBreak`: something else stands before them. */
function run({ segments }: MediaIndex, count: number, isBreak: boolean): string {
  let map: string | undefined
  return segments
    .slice(0, count)
    .map((segment, place) => {
      const breaks = segment.isBreak || (place === 0 && isBreak)
      const lines = segmentLines(segment, { isBreak: breaks, withMap: breaks || segment.map !== map })
      map = segment.map
      return lines
    })
    .join('')
}

/** How often a film runs whole, and how many segments more, to come nearest to a length; never less than once. */
function countSegments(index: MediaIndex, seconds: number | null): { times: number; more: number } {
  const length = lengthOf(index)
  const wanted = (seconds ?? 0) * 1e6
  if (length === 0 || wanted <= length) return { times: 1, more: 0 }
  const times = Math.floor(wanted / length)
  const rest = wanted - times * length
  let more = 0
  for (const [count, start] of index.starts.entries())
    if (Math.abs(start - rest) < Math.abs((index.starts[more] ?? 0) - rest)) more = count
  return { times, more }
}

/** How long a film plays that is repeated up to `seconds`, in microseconds. */
export function playedLength(index: MediaIndex, seconds: number | null): number {
  const { times, more } = countSegments(index, seconds)
  return times * lengthOf(index) + (index.starts[more] ?? 0)
}

/** A film as a whole; repeated up to the segment border nearest to `seconds` when it is shorter. */
export function writeFilm(index: MediaIndex, seconds: number | null): string {
  const { times, more } = countSegments(index, seconds)
  const all = index.segments.length
  const again = times > 1 ? run(index, all, true).repeat(times - 1) : ''
  return `${headLines(index, { sequence: 0, breakSequence: 0, isVod: true })}${run(index, all, false)}${again}${run(index, more, true)}#EXT-X-ENDLIST\n`
}

/** The segment at a place of a film without an end: how often the film ran before, and which of its segments it is. */
function placeOf(index: MediaIndex, number: number): { round: number; place: number } {
  const count = index.segments.length
  return { round: Math.floor(number / count), place: number % count }
}

function startOf(index: MediaIndex, number: number): number {
  const { round, place } = placeOf(index, number)
  return round * lengthOf(index) + (index.starts[place] ?? 0)
}

/** The number of the segment that plays so many microseconds after the beginning. */
function numberAt(index: MediaIndex, us: number): number {
  if (us <= 0) return 0
  const length = lengthOf(index)
  const round = Math.floor(us / length)
  const rest = us - round * length
  let low = 0
  let high = index.segments.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((index.starts[middle] ?? 0) <= rest) low = middle
    else high = middle - 1
  }
  return round * index.segments.length + low
}

/** The break number of a segment: one for each time round, and those within the film. */
function breakNumber(index: MediaIndex, number: number): number {
  const { round, place } = placeOf(index, number)
  return round * ((index.breaks.at(-1) ?? 0) + 1) + (index.breaks[place] ?? 0)
}

/**
 * A film that has been running since `begin`, over and over, as a live playlist at the moment `now`. Whoever asks when sees the
 * same numbers and times for the same segment. Nothing is shown before `begin`, nothing that reaches past `end`; then it is closed.
 */
export function writeClock(index: MediaIndex, { begin, end }: { begin: number; end: number }, now: number): string {
  const close = now >= end ? '#EXT-X-ENDLIST\n' : ''
  if (now < begin || lengthOf(index) === 0) return headLines(index, { sequence: 0, breakSequence: 0 }) + close
  const endUs = (end - begin) * 1000
  const nowUs = Math.min((now - begin) * 1000, endUs)
  const first = numberAt(index, nowUs - behindUs)
  let last = numberAt(index, nowUs + aheadUs)
  while (last >= first && startOf(index, last + 1) > endUs) last -= 1
  let text = headLines(index, { sequence: first, breakSequence: breakNumber(index, first) })
  let before: Segment | undefined
  for (let number = first; number <= last; number += 1) {
    const { place } = placeOf(index, number)
    const segment = index.segments[place]
    if (!segment) break
    // a break before the first of the list stands in its sequence number: some readers would count it twice
    const isBreak = number > first && (place === 0 || segment.isBreak)
    const at = begin + Math.round(startOf(index, number) / 1000)
    text += segmentLines(segment, { isBreak, withMap: isBreak || segment.map !== before?.map, at })
    before = segment
  }
  return text + close
}

/** The end of a playlist that grows, as a live one; closed when its recorder has closed it. */
export function writeLive(index: MediaIndex): string {
  const from = Math.max(0, index.segments.length - lastSegments)
  const shown = index.segments.slice(from)
  let text = headLines(index, {
    sequence: index.sequence + from,
    breakSequence: index.breakSequence + (index.breaks[from] ?? index.breaks.at(-1) ?? 0),
  })
  for (const [place, segment] of shown.entries()) {
    const isBreak = place > 0 && segment.isBreak
    text += segmentLines(segment, {
      isBreak,
      withMap: isBreak || segment.map !== shown[place - 1]?.map,
      at: segment.at,
    })
  }
  return index.isEnded ? `${text}#EXT-X-ENDLIST\n` : text
}
