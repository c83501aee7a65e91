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

class SmallPicture implements SmallRendition {
  readonly #directory: string
  readonly #folder: string
  readonly #plan: SmallPlan
  readonly #log: Pick<Logger, 'info' | 'warn'>
  readonly #list: ReturnType<typeof createSmallList>
  readonly #patience: ReturnType<typeof createPatience>
  #state: SmallRendition['state'] = 'running'
  #current: Encoding | undefined
  #size: Size | undefined
  #soundCodec: string | undefined
  #guess = 0
  #peak = 0
  #ended = false

  constructor(directory: string, plan: SmallPlan, log: Pick<Logger, 'info' | 'warn'>) {
    this.#directory = directory
    this.#folder = join(directory, smallFolder)
    this.#plan = plan
    this.#log = log
    this.#list = createSmallList(directory, this.#folder)
    this.#patience = createPatience(plan.clock)
  }

  get state(): SmallRendition['state'] {
    return this.#state
  }

  get variant(): Variant | undefined {
    if (this.#state !== 'running' || !this.#size) return undefined
    const uri = `${smallFolder}/${mediaPlaylist}`
    return { uri, bitsPerSecond: this.#peak || this.#guess, picture: this.#size, soundCodec: this.#soundCodec }
  }

  add(segment: Segment, look: SegmentLook): void {
    const next = look.picture && smallSize(look.picture)
    if (next && this.#state === 'needless') this.#state = 'running'
    if (!next) this.#state = 'needless'
    // A list that was begun goes on, with the stream as it is.
    if (!next && this.#list.isEmpty) return
    // The first one stands as it came: the list is there as soon as the stream can be watched.
    const isTried = next !== undefined && !this.#list.isEmpty && this.#mayTry()
    const entry: SmallEntry = { segment, state: isTried ? 'waiting' : 'source' }
    this.#list.add(entry)
    if (!next) return
    this.#size = next
    this.#soundCodec = look.soundCodec
    this.#guess ||= Math.min(smallRate(look.bitsPerSecond) * firstGuess, look.bitsPerSecond)
    if (isTried) void this.#plan.turns.take(() => this.#encode(entry, next, look))
  }

  write(): Promise<void> {
    return this.#list.write(this.#ended)
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#giveUp()
    await this.#list.write(true)
  }

  /** What waits stands as it came. */
  #giveUp(): void {
    for (const entry of this.#list.waiting()) entry.state = 'source'
    this.#current?.end()
  }

  #rest(why: string): void {
    if (this.#ended) return
    this.#giveUp()
    this.#state = 'resting'
    this.#log.warn({ why, forMs: this.#patience.noteFault() }, 'the smaller picture of a stream rests')
  }

  #noteSuccess({ segment }: SmallEntry, bytes: number): void {
    this.#peak = Math.max(this.#peak, (bytes * 8) / Math.max(segment.durationSec, 0.1))
    this.#patience.noteSuccess()
    if (this.#state === 'resting') this.#log.info({}, 'the smaller picture of a stream is there again')
    this.#state = 'running'
  }

  async #encode(entry: SmallEntry, of: Size, { bitsPerSecond, frameRate }: SegmentLook): Promise<void> {
    // Given up before its turn came.
    if (entry.state !== 'waiting') return
    const { file } = entry.segment
    const [from, to] = [join(this.#directory, file), join(this.#folder, file)]
    const job = { ffmpeg: this.#plan.ffmpeg, from, to, size: of, rate: smallRate(bitsPerSecond), frameRate }
    let bytes: number | undefined
    try {
      await mkdir(this.#folder, { recursive: true })
      // Given up meanwhile: an encoder that nobody ends would keep the others waiting.
      if (entry.state !== 'waiting') return
      this.#current = this.#plan.encode(job)
      bytes = await this.#current.done
    } catch {
      // No room, or no process: a fault like any other.
    }
    this.#current = undefined
    if (entry.state !== 'waiting') return
    if (!bytes) return this.#rest('its encoder failed')
    entry.state = 'small'
    this.#noteSuccess(entry, bytes)
  }

  #mayTry(): boolean {
    if (this.#patience.isResting) return false
    if (this.#plan.isBusy()) this.#rest('the machine is busy')
    else if (this.#list.waiting().length >= mostWaiting) this.#rest('it fell behind')
    else return true
    return false
  }
}

/** Makes one of the stream in `directory`. */
export function createSmall(directory: string, plan: SmallPlan, log: Pick<Logger, 'info' | 'warn'>): SmallRendition {
  return new SmallPicture(directory, plan, log)
}
