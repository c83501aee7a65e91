import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Hears an image captcha that is read out, by its clips: the one that a spoken word is most like is what was said. */

const folder = join(import.meta.dirname, '../../server/backend/account/captcha/speech')
const step = 200

function decodeMuLaw(byte: number): number {
  const value = ~byte & 255
  const size = ((((value & 15) << 3) + 132) << ((value >> 4) & 7)) - 132
  return (value & 128 ? -size : size) / 32_768
}

function samplesOf(file: Buffer, decode: (byte: number) => number): Float32Array {
  const start = file.indexOf('data') + 8
  return Float32Array.from(file.subarray(start), decode)
}

/** Where words stand: loud from here to there, quiet between. */
function wordsIn(sound: Float32Array): [number, number][] {
  const levels = Array.from({ length: Math.floor(sound.length / step) }, (_, at) =>
    Math.sqrt(sound.subarray(at * step, (at + 1) * step).reduce((sum, value) => sum + value * value, 0) / step),
  )
  const limit = 0.3 * Math.max(...levels)
  const words: [number, number][] = []
  levels.forEach((level, at) => {
    const last = words.at(-1)
    if (level < limit) return
    if (last && at * step - last[1] < 0.13 * 8000) last[1] = (at + 1) * step
    else words.push([at * step, (at + 1) * step])
  })
  return words.filter(([from, to]) => to - from > 0.12 * 8000)
}

function likeness(clip: Float32Array, speed: number, sound: Float32Array, from: number): number {
  let [aa, bb, ab] = [0, 0, 0]
  for (let at = 0; at * speed < clip.length - 1; at += 5) {
    const a = clip[Math.round(at * speed)] ?? 0
    const b = sound[from + at] ?? 0
    aa += a * a
    bb += b * b
    ab += a * b
  }
  return Math.abs(ab) / Math.sqrt(aa * bb + 1e-9)
}

/** The four characters of a WAV that reads each twice; a word that isn't understood is a `?`. All are spoken at one speed. */
export function hearLetters(wav: Buffer, speed: number): string {
  const sound = samplesOf(wav, (byte) => (byte - 128) / 127)
  const clips = [...'AFHKMRTUWXY347'].map(
    (character) => [character, samplesOf(readFileSync(join(folder, `${character}.wav`)), decodeMuLaw)] as const,
  )
  const heard = wordsIn(sound)
    .filter((_, index) => index % 2 === 0)
    .map(([from]) => {
      let best = { character: '?', like: 0 }
      for (const [character, clip] of clips)
        for (let start = from - 900; start < from + 300; start++) {
          const like = likeness(clip, speed, sound, start)
          if (like > best.like) best = { character, like }
        }
      return best.character
    })
  return heard.join('')
}
