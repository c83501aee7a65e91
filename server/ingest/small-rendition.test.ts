import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type SmallJob, smallRate, smallSize } from './small-encoder.ts'
import { planSmall } from './small-plan.ts'
import { createSmall, type SmallPlan, type SmallRendition } from './small-rendition.ts'
import { createTurns } from './turns.ts'

let directory: string
let now: number
let load: number
/** Encoders under way: what each is to write, and how it ends. */
let jobs: { name: string; isOver: boolean; finish: (bytes: number | undefined) => void }[]
let small: SmallRendition
let count: number

/** An encoder that is told when it is done. */
const encode: SmallPlan['encode'] = ({ from, to }: SmallJob) => {
  const done = Promise.withResolvers<number | undefined>()
  const job = {
    name: from.slice(-8),
    isOver: false,
    finish: (bytes: number | undefined): void => {
      if (bytes !== undefined) writeFileSync(to, `smaller ${readFileSync(from, 'utf8')}`)
      job.isOver = true
      done.resolve(bytes)
    },
  }
  jobs.push(job)
  return { done: done.promise, end: () => job.finish(undefined) }
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'xueyuan-small-'))
  ;[now, load, count, jobs] = [0, 0, 0, []]
  const plan = planSmall({ ffmpeg: 'ffmpeg', transcode: 'auto' }, 4, () => load)
  if (!plan) throw new Error('Four cores are enough.')
  small = createSmall(
    directory,
    { ...plan, clock: () => now, encode },
    { info: () => undefined, warn: () => undefined },
  )
})
afterEach(async () => {
  await small.end()
  rmSync(directory, { recursive: true, force: true })
})

const seen = { picture: { width: 1920, height: 1080 }, bitsPerSecond: 3e6, frameRate: 25, soundCodec: 'mp4a.40.2' }

/** The next two seconds of the stream are there. */
async function next(look: typeof seen = seen): Promise<void> {
  const file = `${String(count++).padStart(5, '0')}.ts`
  writeFileSync(join(directory, file), file)
  small.add({ file, durationSec: 2 }, look)
  await small.write()
}

/** The encoder of the newest segment has begun and ends, with so many bytes or in a fault. */
async function finish(bytes: number | 'fault' = 50_000): Promise<void> {
  const name = `${String(count - 1).padStart(5, '0')}.ts`
  const job = await vi.waitFor(() => {
    const found = jobs.find((one) => one.name === name && !one.isOver)
    if (!found) throw new Error('It has not begun.')
    return found
  })
  job.finish(bytes === 'fault' ? undefined : bytes)
  await vi.waitFor(async () => {
    await small.write()
    expect(listed().at(-1)).toBe(bytes === 'fault' ? `source-${name}` : name)
  })
}

/** The list as players see it: files, `|` for a break. */
function listed(): string[] {
  const text = readFileSync(join(directory, 'small', 'index.m3u8'), 'utf8')
  return text
    .split('\n')
    .filter((line) => line === '#EXT-X-DISCONTINUITY' || (line !== '' && !line.startsWith('#')))
    .map((line) => (line.startsWith('#') ? '|' : line))
}

function numberOf(tag: string): number {
  const text = readFileSync(join(directory, 'small', 'index.m3u8'), 'utf8')
  return Number(new RegExp(`^#EXT-X-${tag}:(\\d+)$`, 'm').exec(text)?.[1])
}

describe('the smaller picture of a stream', () => {
  test('is there with the first segment, encoded from then on', async () => {
    await next()
    expect([listed(), small.variant?.picture]).toEqual([
      ['source-00000.ts'],
      { width: 640, height: 360, codec: 'avc1.64001f' },
    ])
    await next()
    expect(listed()).toEqual(['source-00000.ts'])
    await finish()
    expect(listed()).toEqual(['source-00000.ts', '|', '00001.ts'])
    expect(readFileSync(join(directory, 'small/00001.ts'), 'utf8')).toBe('smaller 00001.ts')
    expect(readFileSync(join(directory, 'small/source-00000.ts'), 'utf8')).toBe('00000.ts')
    expect(small.variant?.bitsPerSecond).toBe(200_000)
  })

  test('falling behind, it rests, and its list goes on', async () => {
    for (let segment = 0; segment < 4; segment += 1) await next()
    expect([listed(), small.state, small.variant]).toEqual([
      ['source-00000.ts', 'source-00001.ts', 'source-00002.ts', 'source-00003.ts'],
      'resting',
      undefined,
    ])
    now += 14_999
    await next()
    expect(listed().at(-1)).toBe('source-00004.ts')
    now += 1
    await next()
    await finish()
    expect([listed().slice(-2), small.state]).toEqual([['|', '00005.ts'], 'running'])
  })

  test('rests twice as long after each fault, within bounds', async () => {
    await next()
    for (const rest of [15, 30, 60, 120, 240, 300, 300]) {
      await next()
      await finish('fault')
      now += rest * 1000 - 1
      await next()
      expect([rest, small.state, jobs.at(-1)?.name === `${String(count - 1).padStart(5, '0')}.ts`]).toEqual([
        rest,
        'resting',
        false,
      ])
      now += 1
    }
    for (let segment = 0; segment < 30; segment += 1) {
      await next()
      await finish()
    }
    await next()
    await finish('fault')
    now += 15_000
    await next()
    await finish()
    expect(small.state).toBe('running')
  })

  test('waits while the machine is busy', async () => {
    await next()
    load = 4.1
    await next()
    expect([small.state, jobs, listed()]).toEqual(['resting', [], ['source-00000.ts', 'source-00001.ts']])
    load = 1
    now += 15_000
    await next()
    await finish()
    expect([small.state, listed().at(-1)]).toEqual(['running', '00002.ts'])
  })

  test('keeps its last minute and deletes what is older', async () => {
    for (let segment = 0; segment < 40; segment += 1) {
      await next()
      if (segment > 0) await finish()
    }
    expect([listed().length, listed()[0], listed().at(-1)]).toEqual([30, '00010.ts', '00039.ts'])
    expect([numberOf('MEDIA-SEQUENCE'), numberOf('DISCONTINUITY-SEQUENCE')]).toEqual([10, 1])
    expect(readdirSync(join(directory, 'small')).filter((name) => name.endsWith('.ts'))).toHaveLength(30)
    expect(existsSync(join(directory, '00000.ts'))).toBe(true)
  })

  test('is closed with its unencoded rest as that came', async () => {
    await next()
    await next()
    await small.end()
    expect(listed()).toEqual(['source-00000.ts', 'source-00001.ts'])
    expect(readFileSync(join(directory, 'small/index.m3u8'), 'utf8')).toContain('#EXT-X-ENDLIST')
  })

  test('isn’t made of a picture that is small itself', async () => {
    await next({ ...seen, picture: { width: 640, height: 400 } })
    expect([small.state, small.variant, existsSync(join(directory, 'small'))]).toEqual(['needless', undefined, false])
  })
})

test('is made from four cores on, unless an operator decides', () => {
  const made = (transcode: 'auto' | 'on' | 'off', cores: number): boolean =>
    planSmall({ ffmpeg: 'ffmpeg', transcode }, cores) !== undefined
  expect([made('auto', 3), made('auto', 4), made('on', 1), made('off', 64)]).toEqual([false, true, true, false])
  // who wants it with a busy machine gets it: it falls back by itself when it isn't in time
  const busy = (transcode: 'auto' | 'on') => planSmall({ ffmpeg: 'ffmpeg', transcode }, 4, () => 99)?.isBusy()
  expect([busy('auto'), busy('on')]).toEqual([true, false])
})

test('has 360 lines and half the rate, within 450 kbit/s', () => {
  const sides = (width: number, height: number) => {
    const size = smallSize({ width, height })
    return size && [size.width, size.height]
  }
  expect([sides(1920, 1080), sides(1080, 1920), sides(854, 480), sides(1024, 768), sides(720, 400)]).toEqual([
    [640, 360],
    [360, 640],
    [640, 360],
    [480, 360],
    undefined,
  ])
  expect([smallRate(8e6), smallRate(400_000), smallRate(1000)]).toEqual([450_000, 200_000, 60_000])
})

test('so many encoders run at once as there are turns', async () => {
  const turns = createTurns(2)
  const ends: (() => void)[] = []
  const begun: number[] = []
  const all = [0, 1, 2, 3].map((number) =>
    turns.take(async () => {
      begun.push(number)
      await new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await all[1]
  await new Promise((resolve) => setImmediate(resolve))
  expect(begun).toEqual([0, 1, 2])
  for (const number of [0, 2, 3]) {
    ends[number]?.()
    await all[number]
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(begun).toEqual([0, 1, 2, 3])
})
