import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { frameTime, hasOneBlock, splitAdts } from './adts.ts'
import { packSound, soundCodec, timeRound } from './packed-sound.ts'
import { createPatience } from './patience.ts'
import { mediaPlaylist, playlistText, putText, type Segment, stem } from './playlist.ts'
import { leadFrames, mostSoundBits, owedFrames, type SoundEncoder } from './sound-encoder.ts'
import type { TsSegment } from './ts-segment.ts'

/** Where the sound alone lies, below the folder of its stream. It is kept with the recording: it is a small part of it. */
export const soundFolder = 'sound'

/** How the sound is encoded anew, so that it costs less. */
export interface SoundPlan {
  /** Milliseconds that only go on. */
  readonly clock: () => number
  /** Starts an encoder that goes on from `lead`. */
  readonly start: (lead: readonly Buffer[]) => SoundEncoder
}

export interface SoundOptions {
  /** Undefined: it is passed on as it comes. */
  readonly plan?: SoundPlan | undefined
  /** What lies there already. */
  readonly begun?: readonly Segment[] | undefined
}

/** The sound of a stream alone. */
export interface SoundRendition {
  /** Undefined while there is none. */
  readonly codec: string | undefined
  /** Bits a second of the fullest segment, of what is made now. */
  readonly peak: number
  /** Takes the sound out of a segment of the stream. */
  add(segment: Segment, contents: TsSegment): Promise<void>
  /** Writes its list; nothing when it has no segment. What is still being encoded comes with the next time, at an end as it came. */
  write(ended: boolean): Promise<void>
  /** What is being encoded stands as it came. */
  giveUp(): void
}

/** The sound of a segment of the stream. */
interface Piece {
  readonly segment: Segment
  readonly time: number
  readonly frames: readonly Buffer[]
  /** The last frames of the piece that it continues; none when it continues none. */
  readonly lead: readonly Buffer[]
  state: 'waiting' | 'encoded' | 'source'
  encoded: readonly Buffer[]
}

/** The first one is waited for so long: whoever comes first finds the list, and the recording is of one kind. */
const firstWaitMs = 500

function bitsOf(frames: readonly Buffer[], { durationSec }: Segment): number {
  return (frames.reduce((sum, { length }) => sum + length, 0) * 8) / Math.max(durationSec, 0.1)
}

/** What stands in the place of a piece; first what the encoder owes of the one before. */
function soundOf({ state, time, frames, lead, encoded }: Piece, isOwed: boolean): NonNullable<TsSegment['sound']> {
  const owed = isOwed ? lead.slice(-owedFrames) : []
  const earlier = owed.length * (frameTime(frames[0] ?? Buffer.alloc(0)) ?? 0)
  const shown = state === 'encoded' ? encoded : [...owed, ...frames]
  return { time: (time - Math.round(earlier) + timeRound) % timeRound, frames: Buffer.concat(shown) }
}

/** Nothing waits for its encoder but the first segment, for a moment: what isn't encoded in time stands as it came. */
class StreamSound implements SoundRendition {
  readonly #folder: string
  readonly #plan: SoundPlan | undefined
  readonly #segments: Segment[]
  readonly #patience: ReturnType<typeof createPatience>
  readonly #waiting: Piece[] = []
  #before: Pick<Piece, 'frames' | 'state'> | undefined
  #encoder: SoundEncoder | undefined
  #codec: string | undefined
  #peak = 0
  #encodedPeak = 0
  #lacks = false
  #changed = false
  #isTried = false

  constructor(directory: string, { plan, begun = [] }: SoundOptions) {
    this.#folder = join(directory, soundFolder)
    this.#plan = plan
    this.#segments = [...begun]
    this.#patience = createPatience(plan?.clock ?? (() => 0))
  }

  get codec(): string | undefined {
    return this.#codec
  }

  get peak(): number {
    return this.#isTried ? this.#encodedPeak || mostSoundBits : this.#peak
  }

  async add(segment: Segment, { sound }: TsSegment): Promise<void> {
    const frames = sound ? splitAdts(sound.frames) : []
    if (!sound || frames.length === 0) {
      this.#lacks = true
      return
    }
    this.#codec ??= soundCodec(sound.frames)
    const piece = this.#pieceOf(segment, sound.time, frames)
    this.#lacks = false
    const plan = this.#mayTry(frames, segment) ? this.#plan : undefined
    this.#waiting.push(piece)
    if (!plan) return this.giveUp()
    const done = this.#encode(piece, plan)
    if (this.#segments.length > 0) return
    await Promise.race([done, wait(firstWaitMs)])
    if (piece.state === 'waiting') this.#fail()
  }

  async write(ended: boolean): Promise<void> {
    if (ended) this.giveUp()
    while (this.#waiting[0] && this.#waiting[0].state !== 'waiting') {
      await this.#put(this.#waiting[0])
      this.#waiting.shift()
    }
    if (this.#segments.length === 0 || !(this.#changed || ended)) return
    await putText(join(this.#folder, mediaPlaylist), playlistText(this.#segments, { type: 'EVENT', ended }))
    this.#changed = false
  }

  giveUp(): void {
    for (const piece of this.#waiting) if (piece.state === 'waiting') piece.state = 'source'
    this.#stopEncoder()
  }

  #pieceOf(segment: Segment, time: number, frames: readonly Buffer[]): Piece {
    const isBreak = segment.isBreak === true || this.#lacks
    const last = this.#waiting.at(-1) ?? this.#before
    const lead = isBreak || !last ? [] : last.frames.slice(-leadFrames)
    return { segment: { ...segment, isBreak }, time, frames, lead, state: 'source', encoded: [] }
  }

  #stopEncoder(): void {
    this.#encoder?.end()
    this.#encoder = undefined
  }

  #fail(): void {
    this.giveUp()
    this.#patience.noteFault()
    this.#isTried = false
  }

  async #encode(piece: Piece, { start }: SoundPlan): Promise<void> {
    piece.state = 'waiting'
    if (piece.lead.length === 0) this.#stopEncoder()
    this.#encoder ??= start(piece.lead)
    const made = await this.#encoder.encode(piece.frames)
    if (piece.state !== 'waiting') return
    if (!made) return this.#fail()
    this.#patience.noteSuccess()
    this.#isTried = true
    piece.encoded = made
    piece.state = 'encoded'
  }

  /** Whether the sound of a segment is encoded: it is worth it, and the one before is ready. */
  #mayTry(frames: readonly Buffer[], segment: Segment): boolean {
    if (!this.#plan) return false
    const isWorth = frames.length > leadFrames && bitsOf(frames, segment) > mostSoundBits && frames.every(hasOneBlock)
    this.#isTried &&= isWorth
    const isBehind = this.#waiting.some(({ state }) => state === 'waiting')
    if (isWorth && !this.#patience.isResting && isBehind) this.#fail()
    return isWorth && !this.#patience.isResting
  }

  async #put(piece: Piece): Promise<void> {
    const sound = soundOf(piece, piece.lead.length > 0 && this.#before?.state === 'encoded')
    const packed = packSound(sound)
    const file = `${stem(piece.segment.file)}.aac`
    if (this.#segments.length === 0) await mkdir(this.#folder, { recursive: true })
    await writeFile(join(this.#folder, file), packed)
    const bits = (packed.length * 8) / Math.max(piece.segment.durationSec, 0.1)
    if (piece.state === 'encoded') this.#encodedPeak = Math.max(this.#encodedPeak, bits)
    this.#peak = Math.max(this.#peak, bits)
    this.#segments.push({ ...piece.segment, file })
    this.#before = piece
    this.#changed = true
  }
}

/** Makes one of the stream in `directory`. */
export function createSound(directory: string, options: SoundOptions = {}): SoundRendition {
  return new StreamSound(directory, options)
}
