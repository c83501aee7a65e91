import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#server/http/logger.ts'
import type { SmallState } from '#shared/contract/stream-figures.ts'
import type { Variant } from './master.ts'
import { createPatience } from './patience.ts'
import { mediaPlaylist, type Segment } from './playlist.ts'
import { type Encoding, type encodeSmall, type Size, smallRate, smallSize } from './small-encoder.ts'
import { createSmallList, type SmallEntry } from './small-list.ts'
import type { Turns } from './turns.ts'

/** Where the smaller picture lies, below the folder of its stream; it isn't kept with the recording. */
export const smallFolder = 'small'

/** So many segments may wait; with one more it has fallen behind. */
const mostWaiting = 2
/** What the container and the sound cost beside the picture, until it is known. */
const firstGuess = 1.4

/** What all streams of a machine have in common. */
export interface SmallPlan {
  readonly ffmpeg: string
  readonly turns: Turns
  /** Whether the machine has other things to do. */
  readonly isBusy: () => boolean
  /** Milliseconds that only go on. */
  readonly clock: () => number
  readonly encode: typeof encodeSmall
}

/** What a segment of the stream is like. */
export interface SegmentLook {
  readonly picture: Pick<Size, 'width' | 'height'> | undefined
  readonly bitsPerSecond: number
  readonly frameRate: number
  readonly soundCodec: string | undefined
}

/**
 * A second, smaller picture of a stream. Nothing waits for it: a segment that isn't encoded in time, or not at all, stands in its list as it
 * came, so whoever watches it goes on without a gap; newcomers aren't offered it meanwhile.
 */
export interface SmallRendition {
  readonly state: Exclude<SmallState, 'off'>
  /** What newcomers are offered; undefined while there is nothing to offer. */
  readonly variant: Variant | undefined
  add(segment: Segment, look: SegmentLook): void
  /** Writes its list if there is news. */
  write(): Promise<void>
  /** No more comes: closes the list. */
  end(): Promise<void>
}

/** Makes one of the stream in `directory`. */
export function createSmall(directory: string, plan: SmallPlan, log: Pick<Logger, 'info' | 'warn'>): SmallRendition {
  const folder = join(directory, smallFolder)
  const list = createSmallList(directory, folder)
  const patience = createPatience(plan.clock)
  let state: SmallRendition['state'] = 'running'
  let current: Encoding | undefined
  let size: Size | undefined
  let soundCodec: string | undefined
  let [guess, peak] = [0, 0]
  let ended = false

  /** What waits stands as it came. */
  function giveUp(): void {
    for (const entry of list.waiting()) entry.state = 'source'
    current?.end()
  }

  function rest(why: string): void {
    if (ended) return
    giveUp()
    state = 'resting'
    log.warn({ why, forMs: patience.noteFault() }, 'the smaller picture of a stream rests')
  }

  function noteSuccess({ segment }: SmallEntry, bytes: number): void {
    peak = Math.max(peak, (bytes * 8) / Math.max(segment.durationSec, 0.1))
    patience.noteSuccess()
    if (state === 'resting') log.info({}, 'the smaller picture of a stream is there again')
    state = 'running'
  }

  async function encode(entry: SmallEntry, of: Size, { bitsPerSecond, frameRate }: SegmentLook): Promise<void> {
    // Given up before its turn came.
    if (entry.state !== 'waiting') return
    const { file } = entry.segment
    const [from, to] = [join(directory, file), join(folder, file)]
    const job = { ffmpeg: plan.ffmpeg, from, to, size: of, rate: smallRate(bitsPerSecond), frameRate }
    let bytes: number | undefined
    try {
      await mkdir(folder, { recursive: true })
      // Given up meanwhile: an encoder that nobody ends would keep the others waiting.
      if (entry.state !== 'waiting') return
      current = plan.encode(job)
      bytes = await current.done
    } catch {
      // No room, or no process: a fault like any other.
    }
    current = undefined
    if (entry.state !== 'waiting') return
    if (!bytes) return rest('its encoder failed')
    entry.state = 'small'
    noteSuccess(entry, bytes)
  }

  function mayTry(): boolean {
    if (patience.isResting) return false
    if (plan.isBusy()) rest('the machine is busy')
    else if (list.waiting().length >= mostWaiting) rest('it fell behind')
    else return true
    return false
  }

  return {
    get state() {
      return state
    },
    get variant() {
      return state === 'running' && size
        ? { uri: `${smallFolder}/${mediaPlaylist}`, bitsPerSecond: peak || guess, picture: size, soundCodec }
        : undefined
    },
    add(segment, look) {
      const next = look.picture && smallSize(look.picture)
      if (next && state === 'needless') state = 'running'
      if (!next) state = 'needless'
      // A list that was begun goes on, with the stream as it is.
      if (!next && list.isEmpty) return
      // The first one stands as it came: the list is there as soon as the stream can be watched.
      const isTried = next !== undefined && !list.isEmpty && mayTry()
      const entry: SmallEntry = { segment, state: isTried ? 'waiting' : 'source' }
      list.add(entry)
      if (!next) return
      size = next
      soundCodec = look.soundCodec
      guess ||= Math.min(smallRate(look.bitsPerSecond) * firstGuess, look.bitsPerSecond)
      if (isTried) void plan.turns.take(() => encode(entry, next, look))
    },
    write: () => list.write(ended),
    async end() {
      ended = true
      giveUp()
      await list.write(true)
    },
  }
}
