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

const characters = [...'AFHKMRTUWXY347']
/** Parts of a word, and how many bands of sound each is measured in. */
const [parts, bands, window] = [12, 16, 256]
/** Voices are read out at other speeds, which moves their sound up and down. */
const speeds = [0.88, 0.92, 0.96, 1, 1.05, 1.1]

/** How loud each band is in each part of a word, without how loud the word is. */
function shapeOf(sound: Float32Array, from: number, to: number): Float32Array {
  const shape = new Float32Array(parts * bands)
  for (let part = 0; part < parts; part++) {
    const start = Math.round(from + ((to - from - window) * part) / (parts - 1))
    for (let band = 0; band < bands; band++) {
      // close together where voices differ: 150 to 3600 Hz
      const turn = (2 * Math.PI * 150 * 24 ** (band / (bands - 1))) / 8000
      let [real, other] = [0, 0]
      for (let at = 0; at < window; at++) {
        const value = (sound[start + at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / window))
        real += value * Math.cos(turn * at)
        other += value * Math.sin(turn * at)
      }
      shape[part * bands + band] = Math.log(real * real + other * other + 1e-3)
    }
  }
  const mean = shape.reduce((sum, value) => sum + value, 0) / shape.length
  const centred = shape.map((value) => value - mean)
  const size = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0)) || 1
  return centred.map((value) => value / size)
}

interface Voice {
  readonly character: string
  readonly shape: Float32Array
}

/** What each character sounds like at each speed. */
export function learnVoices(): Voice[] {
  return characters.flatMap((character) => {
    const clip = samplesOf(readFileSync(join(folder, `${character}.wav`)), decodeMuLaw)
    return speeds.map((speed) => {
      const sound = Float32Array.from(
        { length: Math.floor(clip.length / speed) },
        (_, at) => clip[Math.round(at * speed)] ?? 0,
      )
      const [word = [0, sound.length] as const] = wordsIn(sound).sort((a, b) => b[1] - b[0] - (a[1] - a[0]))
      return { character, shape: shapeOf(sound, ...word) }
    })
  })
}

/** The same without knowing the speed, as a program that has the clips would: each word by what its sound is like. */
export function guessLetters(wav: Buffer, voices: readonly Voice[]): string {
  const sound = samplesOf(wav, (byte) => (byte - 128) / 127)
  const words = wordsIn(sound).map(([from, to]) => shapeOf(sound, from, to))
  let heard = ''
  for (let at = 0; at < words.length; at += 2) {
    let best = { character: '?', like: Number.NEGATIVE_INFINITY }
    for (const character of characters) {
      // each is said twice
      const like = words.slice(at, at + 2).reduce((sum, word) => {
        const own = voices.filter((voice) => voice.character === character)
        const likes = own.map(({ shape }) => shape.reduce((dot, value, index) => dot + value * (word[index] ?? 0), 0))
        return sum + Math.max(...likes)
      }, 0)
      if (like > best.like) best = { character, like }
    }
    heard += best.character
  }
  return heard
}

/** The four characters of a WAV that reads each twice; a word that isn't understood is a `?`. All are spoken at one speed. */
export function hearLetters(wav: Buffer, speed: number): string {
  const sound = samplesOf(wav, (byte) => (byte - 128) / 127)
  const clips = characters.map(
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
