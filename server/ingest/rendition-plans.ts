import { loadavg } from 'node:os'
import type { ClassroomConfig } from '#server/config/classroom-config.ts'
import { encodeSmall } from './small-encoder.ts'
import type { SmallPlan } from './small-rendition.ts'
import { startSoundEncoder } from './sound-encoder.ts'
import type { SoundPlan } from './sound-rendition.ts'
import { createTurns } from './turns.ts'

/** With fewer the machine has better things to do, unless the operator says otherwise. */
const leastCores = 4

type Settings = Pick<NonNullable<ClassroomConfig['ingest']>, 'ffmpeg' | 'transcode'>

/** How this machine makes smaller pictures; undefined: it makes none. By itself it does so with four cores, and only while no more waits than these can do. */
export function planSmall(
  { ffmpeg, transcode }: Settings,
  cores: number,
  load: () => number = () => loadavg()[0] ?? 0,
): SmallPlan | undefined {
  if (transcode === 'off' || (transcode === 'auto' && cores < leastCores)) return undefined
  return {
    ffmpeg,
    turns: createTurns(Math.max(1, Math.floor(cores / 2))),
    isBusy: () => transcode === 'auto' && load() > cores,
    clock: () => performance.now(),
    encode: encodeSmall,
  }
}

/** How this machine encodes the sound alone anew; undefined: it passes on what comes. That costs so little that two cores do it, too. */
export function planSound({ ffmpeg, transcode }: Settings): SoundPlan | undefined {
  if (transcode === 'off') return undefined
  return { clock: () => performance.now(), start: (lead) => startSoundEncoder(ffmpeg, lead) }
}
