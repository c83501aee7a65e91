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

/** Makes one. Nothing waits for its encoder but the first segment, for a moment: what isn't encoded in time stands as it came. */
export function createSound(directory: string, { plan, begun = [] }: SoundOptions = {}): SoundRendition {
  const folder = join(directory, soundFolder)
  const segments = [...begun]
  const patience = createPatience(plan?.clock ?? (() => 0))
  const waiting: Piece[] = []
  let before: Pick<Piece, 'frames' | 'state'> | undefined
  let encoder: SoundEncoder | undefined
  let codec: string | undefined
  let [peak, encodedPeak, lacks, changed, isTried] = [0, 0, false, false, false]

  function stopEncoder(): void {
    encoder?.end()
    encoder = undefined
  }

  function giveUp(): void {
    for (const piece of waiting) if (piece.state === 'waiting') piece.state = 'source'
    stopEncoder()
  }

  function fail(): void {
    giveUp()
    patience.noteFault()
    isTried = false
  }

  async function encode(piece: Piece, { start }: SoundPlan): Promise<void> {
    piece.state = 'waiting'
    if (piece.lead.length === 0) stopEncoder()
    encoder ??= start(piece.lead)
    const made = await encoder.encode(piece.frames)
    if (piece.state !== 'waiting') return
    if (!made) return fail()
    patience.noteSuccess()
    isTried = true
    piece.encoded = made
    piece.state = 'encoded'
  }

  /** Whether the sound of a segment is encoded: it is worth it, and the one before is ready. */
  function mayTry(frames: readonly Buffer[], segment: Segment): boolean {
    const isWorth = frames.length > leadFrames && bitsOf(frames, segment) > mostSoundBits && frames.every(hasOneBlock)
    isTried &&= isWorth
    if (isWorth && !patience.isResting && waiting.some(({ state }) => state === 'waiting')) fail()
    return isWorth && !patience.isResting
  }

  async function put(piece: Piece): Promise<void> {
    const sound = soundOf(piece, piece.lead.length > 0 && before?.state === 'encoded')
    const packed = packSound(sound)
    const file = `${stem(piece.segment.file)}.aac`
    if (segments.length === 0) await mkdir(folder, { recursive: true })
    await writeFile(join(folder, file), packed)
    const bits = (packed.length * 8) / Math.max(piece.segment.durationSec, 0.1)
    if (piece.state === 'encoded') encodedPeak = Math.max(encodedPeak, bits)
    peak = Math.max(peak, bits)
    segments.push({ ...piece.segment, file })
    before = piece
    changed = true
  }

  return {
    get codec() {
      return codec
    },
    get peak() {
      return isTried ? encodedPeak || mostSoundBits : peak
    },
    async add(segment, { sound }) {
      const frames = sound ? splitAdts(sound.frames) : []
      if (!sound || frames.length === 0) {
        lacks = true
        return
      }
      codec ??= soundCodec(sound.frames)
      const isBreak = segment.isBreak === true || lacks
      const last = waiting.at(-1) ?? before
      const lead = isBreak || !last ? [] : last.frames.slice(-leadFrames)
      const piece: Piece = {
        segment: { ...segment, isBreak },
        time: sound.time,
        frames,
        lead,
        state: 'source',
        encoded: [],
      }
      lacks = false
      const isTriedNow = plan && mayTry(frames, segment)
      waiting.push(piece)
      if (!isTriedNow) return giveUp()
      const done = encode(piece, plan)
      if (segments.length > 0) return
      await Promise.race([done, wait(firstWaitMs)])
      if (piece.state === 'waiting') fail()
    },
    async write(ended) {
      if (ended) giveUp()
      while (waiting[0] && waiting[0].state !== 'waiting') {
        await put(waiting[0])
        waiting.shift()
      }
      if (segments.length === 0 || !(changed || ended)) return
      await putText(join(folder, mediaPlaylist), playlistText(segments, { type: 'EVENT', ended }))
      changed = false
    },
    giveUp,
  }
}
