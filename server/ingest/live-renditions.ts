import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '#server/http/logger.ts'
import type { SmallState } from '#shared/contract/stream-figures.ts'
import { type Picture, readPicture } from './h264-picture.ts'
import { masterText, type Variant } from './master.ts'
import { soundCodec } from './packed-sound.ts'
import { masterPlaylist, mediaPlaylist, putText, readPlaylist, type Segment } from './playlist.ts'
import { createSmall, type SmallPlan } from './small-rendition.ts'
import { createSound, type SoundPlan, soundFolder } from './sound-rendition.ts'
import { readTsSegment, type TsSegment } from './ts-segment.ts'

/** What a stream looks like by its newest segment. */
export interface StreamLook {
  readonly picture: Picture | undefined
  /** Frames a second. */
  readonly frameRate: number
  readonly small: SmallState
}

/** Follows what ffmpeg writes of a stream: makes its other renditions and tells players of all of them. */
export interface LiveRenditions {
  /** Takes in what is new. True when the stream can be watched: there is a master playlist. */
  look(): Promise<boolean>
  readonly newest: StreamLook
  /** Nothing more comes. The stream's own list is for ffmpeg to close, the sound's for who closes the recording. */
  end(): Promise<void>
}

export interface LiveRenditionsOptions {
  readonly directory: string
  /** Undefined: no smaller picture is made. */
  readonly small: SmallPlan | undefined
  /** Undefined: the sound alone is passed on as it comes. */
  readonly sound: SoundPlan | undefined
  readonly log: Logger
}

/** Creates one for a stream's folder, which is empty. */
export function createLiveRenditions({ directory, log, ...plans }: LiveRenditionsOptions): LiveRenditions {
  const sound = createSound(directory, { plan: plans.sound })
  const small = plans.small && createSmall(directory, plans.small, log)
  let [seen, version, written, peak, frameRate] = [0, '', '', 0, 0]
  let picture: Picture | undefined
  let codec: string | undefined
  /** Renditions that can't be written any more: the stream itself goes on without them. */
  const broken = new Set<'sound' | 'small'>()

  async function guard(which: 'sound' | 'small', work: () => Promise<void> | void): Promise<void> {
    if (broken.has(which)) return
    try {
      await work()
    } catch (error) {
      broken.add(which)
      log.error({ err: error, which }, 'a rendition of a stream could not be written')
    }
  }

  function variants(): Variant[] {
    const all: Variant[] = [{ uri: mediaPlaylist, bitsPerSecond: peak, picture, soundCodec: codec }]
    if (small?.variant && !broken.has('small')) all.push(small.variant)
    // Beside a picture of which nothing is known players would take the sound for the lowest quality.
    if (sound.codec && picture && !broken.has('sound'))
      all.push({ uri: `${soundFolder}/${mediaPlaylist}`, bitsPerSecond: sound.peak, soundCodec: sound.codec })
    return all
  }

  async function take(segment: Segment): Promise<void> {
    const file = await readFile(join(directory, segment.file))
    const contents: TsSegment = readTsSegment(file)
    const durationSec = Math.max(segment.durationSec, 0.1)
    const bitsPerSecond = (file.length * 8) / durationSec
    picture = (contents.sps && readPicture(contents.sps)) ?? picture
    codec ??= contents.sound && soundCodec(contents.sound.frames)
    frameRate = contents.pictures / durationSec
    peak = Math.max(peak, bitsPerSecond)
    await guard('sound', () => sound.add(segment, contents))
    await guard('small', () => small?.add(segment, { picture, bitsPerSecond, frameRate, soundCodec: codec }))
  }

  async function takeNew(): Promise<void> {
    const found = await stat(join(directory, mediaPlaylist)).catch(() => undefined)
    const now = `${found?.mtimeMs}/${found?.size}`
    if (!found || now === version) return
    const list = await readPlaylist(directory)
    for (const segment of list?.segments.slice(seen) ?? []) {
      await take(segment)
      seen += 1
    }
    version = now
  }

  return {
    async look() {
      await takeNew()
      if (seen === 0) return false
      await guard('sound', () => sound.write(false))
      await guard('small', () => small?.write())
      const text = masterText(variants())
      if (text !== written) await putText(join(directory, masterPlaylist), text)
      written = text
      return true
    },
    get newest() {
      const state: SmallState = broken.has('small') ? 'resting' : (small?.state ?? 'off')
      return { picture, frameRate, small: state }
    },
    async end() {
      sound.giveUp()
      await guard('sound', () => sound.write(false))
      await guard('small', () => small?.end())
    },
  }
}
