import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { splitAdts } from './adts.ts'
import { planSound } from './rendition-plans.ts'
import { owedFrames, startSoundEncoder } from './sound-encoder.ts'
import { createSound, type SoundPlan, type SoundRendition } from './sound-rendition.ts'

const hasFfmpeg = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0
const note = hasFfmpeg ? '' : ' (skipped: no ffmpeg is installed)'
const rate = 44_100
const frameTicks = (1024 * 90_000) / rate

/** A frame of so many bytes that says `number` at its end. */
function frame(number: number, size = 400): Buffer {
  const bytes = Buffer.alloc(size)
  Buffer.from([0xff, 0xf1, 0x50, 0x80 | (size >> 11), (size >> 3) & 0xff, ((size & 7) << 5) | 0x1f, 0xfc]).copy(bytes)
  bytes.writeUInt16BE(number, size - 2)
  return bytes
}
const numbers = (frames: readonly Buffer[]): number[] => frames.map((bytes) => bytes.readUInt16BE(bytes.length - 2))

let directory: string
let now: number
/** Ends the encoders that were begun, one by one. */
let ready: (() => void)[]
let sound: SoundRendition
let count: number
/** Encoders that were started. */
let started: number

/** An encoder that is told when it is done; what it makes are smaller frames with the same numbers. */
const start: SoundPlan['start'] = () => {
  let owed: number[] = []
  let stop = (): void => undefined
  started += 1
  return {
    encode(piece) {
      const all = [...owed, ...numbers(piece)]
      owed = all.slice(-owedFrames)
      const done = Promise.withResolvers<readonly Buffer[] | undefined>()
      stop = () => done.resolve(undefined)
      ready.push(() => done.resolve(all.slice(0, -owedFrames).map((number) => frame(number, 200))))
      return done.promise
    },
    end: () => stop(),
  }
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'xueyuan-sound-'))
  ;[now, count, started, ready] = [0, 0, 0, []]
  sound = createSound(directory, { plan: { clock: () => now, start } })
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const perSegment = 10

/** The next segment of the stream, of ten frames. */
async function next(size = 4000): Promise<void> {
  const first = count * perSegment
  const frames = Buffer.concat(Array.from({ length: perSegment }, (_, index) => frame(first + index, size)))
  const segment = { file: `${String(count).padStart(5, '0')}.ts`, durationSec: (perSegment * 1024) / rate }
  count += 1
  await sound.add(segment, { sound: { time: Math.round(first * frameTicks), frames }, pictures: 0, sps: undefined })
  await sound.write(false)
}

/** The encoder of the newest segment is done. */
async function finish(): Promise<void> {
  ready.at(-1)?.()
  await vi.waitFor(async () => {
    await sound.write(false)
    expect(listed().at(-1)).toBe(count - 1)
  })
}

function listed(): number[] {
  const text = readFileSync(join(directory, 'sound/index.m3u8'), 'utf8')
  return [...text.matchAll(/^(\d+)\.aac$/gm)].map(([, number]) => Number(number))
}

/** What a segment of the sound says: its time in frames of the stream, and which frames it has of which size. */
function heard(number: number): { at: number; frames: number[]; size: number } {
  const bytes = readFileSync(join(directory, `sound/${String(number).padStart(5, '0')}.aac`))
  const body = bytes.indexOf('com.apple.streaming.transportStreamTimestamp\0') + 45
  const frames = splitAdts(bytes.subarray(body + 8))
  const at = Number(bytes.readBigUInt64BE(body)) / frameTicks
  return { at: Math.round(at * 100) / 100, frames: numbers(frames), size: frames[0]?.length ?? 0 }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

async function begin(): Promise<void> {
  const first = next()
  ready.at(-1)?.()
  await first
}

describe('the sound of a stream, encoded anew', () => {
  test('goes on without a frame too many or too few', async () => {
    await begin()
    await next()
    await finish()
    await next()
    await finish()
    expect([heard(0), heard(1), heard(2)]).toEqual([
      { at: 0, frames: range(0, 6), size: 200 },
      { at: 6, frames: range(6, 16), size: 200 },
      { at: 16, frames: range(16, 26), size: 200 },
    ])
    expect(started).toBe(1)
  })

  test('that isn’t ready in time stands as it came', async () => {
    await begin()
    await next()
    expect(listed()).toEqual([0])
    await next()
    expect([listed(), heard(1), heard(2)]).toEqual([
      [0, 1, 2],
      { at: 6, frames: range(6, 20), size: 4000 },
      { at: 20, frames: range(20, 30), size: 4000 },
    ])
    expect(sound.peak).toBeGreaterThan(1e6)
    now += 14_999
    await next()
    expect(heard(3).size).toBe(4000)
    now += 1
    await next()
    await finish()
    expect([heard(4), started]).toEqual([{ at: 40, frames: range(40, 46), size: 200 }, 2])
    expect(sound.peak).toBeLessThan(1e5)
  })

  test('waits for nobody at its end', async () => {
    await begin()
    await next()
    sound.giveUp()
    await sound.write(false)
    expect([listed(), heard(1).frames]).toEqual([[0, 1], range(6, 20)])
  })

  test('is passed on where it costs little', async () => {
    await next(150)
    expect([ready.length, heard(0).frames.length, sound.peak < 64_000]).toEqual([0, perSegment, true])
  })
})

test('an operator may want the sound as it comes', () => {
  const isMade = (transcode: 'auto' | 'on' | 'off') => planSound({ ffmpeg: 'ffmpeg', transcode }) !== undefined
  expect([isMade('auto'), isMade('on'), isMade('off')]).toEqual([true, true, false])
})

/** Its encoder has the lowest priority: on a busy machine it has to wait. */
const patience = { timeout: 60_000 }

describe.skipIf(!hasFfmpeg)(`a teacher’s sound of 160 kbit/s${note}`, patience, () => {
  const run = (args: readonly string[], input?: Buffer): Buffer => {
    const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...args], { input, maxBuffer: 1e8 })
    expect([status, stderr.toString()]).toEqual([0, ''])
    return stdout
  }
  const samples = (aac: Buffer): Float32Array => {
    const pcm = run(['-f', 'aac', '-i', 'pipe:0', '-ac', '1', '-f', 'f32le', 'pipe:1'], aac)
    return new Float32Array(pcm.buffer.slice(pcm.byteOffset, pcm.byteOffset + pcm.length))
  }
  const two = ['-ac', '2', '-c:a', 'aac', '-b:a', '160k', '-f', 'adts', 'pipe:1']
  const encoded = async (frames: readonly Buffer[], size: number): Promise<Buffer[][]> => {
    const encoder = startSoundEncoder('ffmpeg', [])
    const made: Buffer[][] = []
    for (let at = 0; at + size <= frames.length; at += size)
      made.push([...((await encoder.encode(frames.slice(at, at + size))) ?? [])])
    encoder.end()
    return made
  }

  test('costs 48 to 64 kbit/s', async () => {
    const music = 'anoisesrc=color=pink:sample_rate=44100:amplitude=0.5:seed=1'
    const frames = splitAdts(run(['-f', 'lavfi', '-i', music, '-t', '8', ...two]))
    const made = await encoded(frames, 86)
    expect(made).toHaveLength(4)
    for (const piece of made) {
      const bits = (Buffer.concat(piece).length * 8) / ((piece.length * 1024) / rate)
      expect([bits > 48_000, bits < 64_000], String(bits)).toEqual([true, true])
    }
  })

  test('has no crack where one segment follows another', async () => {
    const tones = 'aevalsrc=0.3*sin(2*PI*440*t)+0.2*sin(2*PI*660*t):s=44100'
    const frames = splitAdts(run(['-f', 'lavfi', '-i', tones, '-t', '6', ...two]))
    const [whole, anew] = [samples(Buffer.concat(frames)), samples(Buffer.concat((await encoded(frames, 43)).flat()))]
    const off = (from: number, to: number): number => {
      let most = 0
      for (let at = from; at < to; at += 1) most = Math.max(most, Math.abs((whole[at] ?? 0) - (anew[at] ?? 0)))
      return most
    }
    const loudest = whole.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    for (let seam = 43 - owedFrames; seam < 200; seam += 43)
      expect(off((seam - 2) * 1024, (seam + 3) * 1024), `at frame ${seam}`).toBeLessThan(loudest / 10)
  })

  test('whose frames are longer than they say is passed on', async () => {
    const [frames, other] = ['44100', '48000'].map((hertz) =>
      run(['-f', 'lavfi', '-i', `sine=sample_rate=${hertz}`, '-t', '2', ...two]),
    )
    writeFileSync(join(directory, 'other.aac'), other ?? '')
    const twice = join(directory, 'ffmpeg.sh')
    writeFileSync(twice, `#!/bin/sh\ncat ${directory}/other.aac\ncat > /dev/null\n`, { mode: 0o755 })
    const encoder = startSoundEncoder(twice, [])
    expect(await encoder.encode(splitAdts(frames ?? Buffer.alloc(0)).slice(0, 43))).toBeUndefined()
    encoder.end()
  })
})
