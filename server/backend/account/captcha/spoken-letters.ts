import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPictureRandom, type PictureRandom } from './picture-random.ts'

/** Sound as numbers from -1 to 1. */
type Samples = Float32Array

const rate = 8000
/** Built servers have the clips beside them, sources in their folder. */
const clipFolder = import.meta.dirname.endsWith(join('dist', 'server'))
  ? join(import.meta.dirname, '..', 'speech')
  : join(import.meta.dirname, 'speech')
/** Root mean square of a clip. */
const clipLoudness = 0.17
const clips = new Map<string, Samples>()

/** A number of µ-law, as telephones send it, from -1 to 1 (ITU-T G.711). */
function fromMuLaw(byte: number): number {
  const value = ~byte & 255
  const size = ((((value & 15) << 3) + 132) << ((value >> 4) & 7)) - 132
  return (value & 128 ? -size : size) / 32_768
}

/** The data of a WAV file's chunk; its head has chunks of other names before it. */
function readClip(character: string): Samples {
  const known = clips.get(character)
  if (known) return known
  const file = readFileSync(join(clipFolder, `${character}.wav`))
  const start = file.indexOf('data') + 8
  const samples = Float32Array.from(file.subarray(start, start + file.readUInt32LE(start - 4)), fromMuLaw)
  // all as loud as each other
  const loudness = Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)
  for (let at = 0; at < samples.length; at++) samples[at] = ((samples[at] ?? 0) / loudness) * clipLoudness
  clips.set(character, samples)
  return samples
}

/** Adds a sound to another from `at` on; `speed` above 1 makes it shorter and higher. Answers where it ends. */
function add(
  to: Samples,
  sound: Samples,
  { at, speed, volume }: { at: number; speed: number; volume: number },
): number {
  const length = Math.floor((sound.length - 1) / speed)
  for (let index = 0; index < length && at + index < to.length; index++) {
    const place = index * speed
    const before = Math.floor(place)
    const value = (sound[before] ?? 0) + ((sound[before + 1] ?? 0) - (sound[before] ?? 0)) * (place - before)
    to[at + index] = (to[at + index] ?? 0) + value * volume
  }
  return at + length
}

/** 8 bits a sample, one channel: every browser plays it. */
function wav(samples: Samples): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([
    head,
    Buffer.from(Uint8Array.from(samples, (value) => 128 + Math.max(-127, Math.min(127, Math.round(value * 127))))),
  ])
}

/**
 * The characters read out one by one as a WAV file of about 8 seconds: letters in English, digits in Chinese, each twice, at
 * other speeds, with other pauses and over other noise every time, murmuring voices among it.
 */
export function speakLetters(text: string, random: PictureRandom = createPictureRandom()): Buffer {
  const sound = new Float32Array(rate * 16)
  const murmur = [...'AFHKMRTUWXY347'].map((character) => readClip(character).toReversed())
  let end = Math.floor(rate * random.float(0.4, 0.8))
  for (const character of text) {
    for (let time = 0; time < 2; time++) {
      end = add(sound, readClip(character), {
        at: end,
        speed: random.float(0.88, 1.1),
        volume: random.float(0.85, 1.1),
      })
      end += Math.floor(rate * (time === 0 ? random.float(0.25, 0.45) : random.float(0.55, 1)))
    }
  }
  const whole = sound.subarray(0, end)
  for (let at = 0; at < end; at += Math.floor(rate * random.float(0.12, 0.3)))
    add(whole, random.pick(murmur), { at, speed: random.float(0.7, 1.4), volume: random.float(0.05, 0.13) })
  const hiss = random.float(0.008, 0.016)
  for (let at = 0; at < end; at++) whole[at] = (whole[at] ?? 0) + random.float(-hiss, hiss)
  return wav(whole)
}
