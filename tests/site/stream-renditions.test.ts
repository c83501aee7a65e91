import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTsSegment } from '#server/ingest/ts-segment.ts'
import { findFreePort } from '#server/process/free-port.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import {
  buildStreamLesson,
  type IngestProcess,
  ingestProcess,
  recordingsOf,
  type StreamLesson,
  waitForStream,
} from '../support/ingest-process.ts'
import { ffmpegNote, hasFfmpeg, type Publisher, probe, publish } from '../support/rtmp-publisher.ts'
import { type School, startSchool } from '../support/test-site.ts'

const folder = mkdtempSync(join(tmpdir(), 'xueyuan-renditions-'))
const ffmpeg = join(folder, 'ffmpeg.sh')
/** While it is there every encoder of a smaller picture is killed. */
const killing = join(folder, 'killing')
/** An encoder that rests is tried again after a quarter of a minute. */
const patientMs = 60_000

let school: School
let rtmpPort: number
let ingest: IngestProcess
let ticking: NodeJS.Timeout | undefined
let learner: Learner
/** Where the learner plays it, without the file. */
let grant: string

const bytes = async (path: string, { cookie }: Pick<Learner, 'cookie'>): Promise<Response> =>
  school.site.get(path).set('Cookie', cookie).buffer()

/** Where a learner of the class plays it, without the file. */
async function grantOf(lesson: StreamLesson, { cookie }: Learner): Promise<string> {
  const { playUrl } = await school.backend.as(cookie).call('GET /api/live/enter/play', { periodId: lesson.periodId })
  expect(playUrl).toMatch(/\/master\.m3u8$/)
  return (playUrl ?? '').slice(0, -'master.m3u8'.length)
}

function partsOf(list: string): string[] {
  return list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

function secondsOf(list: string): number {
  return [...list.matchAll(/^#EXTINF:([\d.]+),$/gm)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)
}

/** The list of the smaller picture. */
const small = async (): Promise<string> => (await bytes(`${grant}small/index.m3u8`, learner)).text

/** What a browser got, as a film tool sees it. */
function probed({ body }: Response, name: string): Record<string, string | number> {
  const path = join(folder, name)
  writeFileSync(path, body as Buffer)
  return probe(path)
}

describe.skipIf(!hasFfmpeg)(`a teacher’s stream of 640 × 480${ffmpegNote}`, () => {
  let lesson: StreamLesson
  let stream: Publisher

  beforeAll(async () => {
    const own = '#!/bin/sh\ncase "$*" in *scale=*) [ -e KILLING ] && kill -KILL $$;; esac\nexec ffmpeg "$@"\n'
    writeFileSync(ffmpeg, own.replace('KILLING', killing), { mode: 0o755 })
    rtmpPort = await findFreePort()
    school = await startSchool({ RTMP_PORT: String(rtmpPort) })
    // Streams run in real time, and so does the school's clock here.
    ticking = setInterval(() => school.backend.clock.set(Date.now()), 10)
    ingest = ingestProcess(school, rtmpPort)
    expect(await ingest.start({ LIVE_TRANSCODE: 'on', FFMPEG_PATH: ffmpeg })).toEqual({ type: 'ready' })
    lesson = await buildStreamLesson(school)
    learner = await registerLearner(school.backend)
    stream = publish(`rtmp://127.0.0.1:${rtmpPort}/live/${lesson.key}`, 600, { size: '640x480' })
    await waitForStream(async () => expect(await recordingsOf(school, (await lesson.room()).id)).toHaveLength(1))
    grant = await grantOf(lesson, learner)
  })
  afterAll(async () => {
    clearInterval(ticking)
    await stream?.stop()
    await ingest?.end('SIGKILL')
    await school?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is named by height, with a smaller one and sound', async () => {
    const { text } = await bytes(`${grant}master.m3u8`, learner)
    const rate = '#EXT-X-STREAM-INF:BANDWIDTH=(\\d+)'
    const codecs = 'avc1\\.[0-9a-f]{6},mp4a\\.40\\.2'
    const shown = new RegExp(
      [
        '^#EXTM3U\n#EXT-X-VERSION:6',
        `${rate},RESOLUTION=640x480,CODECS="${codecs}"\nindex\\.m3u8`,
        `${rate},RESOLUTION=480x360,CODECS="${codecs}"\nsmall/index\\.m3u8`,
        `${rate},CODECS="mp4a\\.40\\.2"\nsound/index\\.m3u8\n$`,
      ].join('\n'),
    ).exec(text)
    expect(shown, text).not.toBeNull()
    const [whole = 0, small = 0, sound = 0] = shown?.slice(1).map(Number) ?? []
    expect([whole > small, small > sound, sound >= 40_000]).toEqual([true, true, true])
  })

  test('is heard without its picture, in step with it', async () => {
    const list = await waitForStream(async () => {
      const { text } = await bytes(`${grant}sound/index.m3u8`, learner)
      expect(partsOf(text).length).toBeGreaterThan(1)
      return text
    })
    expect(list).not.toContain('#EXT-X-ENDLIST')
    const { text: whole } = await bytes(`${grant}index.m3u8`, learner)
    const dates = (of: string) => partsOf(of.replaceAll('#EXT-X-PROGRAM-DATE-TIME:', '')).slice(0, 2)
    expect(dates(list).map((line) => line.replace('.aac', '.ts'))).toEqual(dates(whole))
    for (const part of partsOf(list).slice(0, 2)) {
      const got = await bytes(`${grant}sound/${part}`, learner)
      expect([got.status, got.headers['content-type']]).toEqual([200, 'audio/aac'])
      const { codec_name: codec, nb_read_packets: frames, width } = probed(got, part)
      expect([codec, width]).toEqual(['aac', undefined])
      // as many frames of 1024 samples as the segment is long
      expect((Number(frames) * 1024) / 44_100).toBeCloseTo(secondsOf(list) / partsOf(list).length, 0)
    }
  })

  test('has 480 × 360 beside it, anew and in step', { timeout: patientMs + 10_000 }, async () => {
    const part = await waitForStream(async () => {
      const made = partsOf(await small()).find((name) => /^\d+\.ts$/.test(name))
      if (made === undefined) throw new Error('None is made yet.')
      return made
    }, patientMs)
    const [own, whole] = [await bytes(`${grant}small/${part}`, learner), await bytes(grant + part, learner)]
    expect(probed(own, part)).toMatchObject({ codec_name: 'h264', width: 480, height: 360 })
    // every one of its pictures
    expect(probed(own, part).nb_read_packets).toBe(probed(whole, `whole-${part}`).nb_read_packets)
    expect(readTsSegment(own.body as Buffer).sound).toEqual(readTsSegment(whole.body as Buffer).sound)
  })

  test('is nobody else’s, in none of its renditions', async () => {
    const other = await registerLearner(school.backend)
    for (const rendition of ['', 'small/', 'sound/']) {
      const list = await bytes(`${grant}${rendition}index.m3u8`, learner)
      const [part = ''] = partsOf(list.text)
      for (const file of ['index.m3u8', part]) {
        const path = `${grant}${rendition}${file}`
        expect([path, (await school.site.get(path)).status]).toEqual([path, 403])
        expect([path, (await bytes(path, other)).status]).toEqual([path, 403])
        expect([path, (await bytes(path, learner)).status]).toEqual([path, 200])
      }
    }
  })

  test('shows what it carries to its class’s staff only', async () => {
    const asked = { periodId: lesson.periodId }
    const state = (cookie: string) => school.backend.as(cookie).call('GET /api/live-info/stream-state', asked)
    const [office, foreign] = [
      await buildStaff(school.backend, 'education'),
      await buildStaff(school.backend, 'follow'),
    ]
    const { isOn, figures } = await waitForStream(async () => {
      const shown = await state(office.cookie)
      expect(shown.figures?.frameRate).toBeGreaterThan(0)
      return shown
    })
    expect([isOn, figures?.width, figures?.height, figures?.frameRate]).toEqual([true, 640, 480, 10])
    expect(figures?.bitsPerSecond).toBeGreaterThan(50_000)
    for (const { cookie } of [learner, foreign])
      await expect(state(cookie)).rejects.toMatchObject({ code: 4004, message: '只有老师和助教可以管理课堂' })
    await expect(state('')).rejects.toMatchObject({ code: -3 })
  })

  test('survives its encoder’s death: watchers get it as it came', {
    timeout: 2 * patientMs + 30_000,
  }, async () => {
    const office = await buildStaff(school.backend, 'education')
    const offered = async (): Promise<boolean> =>
      (await bytes(`${grant}master.m3u8`, learner)).text.includes('small/index.m3u8')
    await waitForStream(async () => expect(await offered()).toBe(true), patientMs)
    writeFileSync(killing, '')
    await waitForStream(async () => expect(await offered()).toBe(false))
    await waitForStream(async () => {
      const { figures } = await school.backend
        .as(office.cookie)
        .call('GET /api/live-info/stream-state', { periodId: lesson.periodId })
      expect(figures?.small).toBe('resting')
    })
    const last = (list: string): number => Number(/(\d+)\.ts\n$/.exec(list)?.[1])
    const at = last((await bytes(`${grant}index.m3u8`, learner)).text)
    const list = await waitForStream(async () => {
      const now = await small()
      expect(last(now)).toBeGreaterThanOrEqual(at + 2)
      return now
    })
    const [before, ...after] = list.split('#EXT-X-DISCONTINUITY\n').slice(-2)
    expect([before !== undefined, after.length]).toEqual([true, 1])
    expect(partsOf(after[0] ?? '').every((part) => part.startsWith('source-'))).toBe(true)
    // none is left out
    expect(partsOf(list).map((part) => Number(/(\d+)\.ts$/.exec(part)?.[1]))).toEqual(
      partsOf(list).map((_, index) => last(list) - partsOf(list).length + 1 + index),
    )
    const part = partsOf(list).at(-1) ?? ''
    expect(probed(await bytes(`${grant}small/${part}`, learner), part)).toMatchObject({ width: 640, height: 480 })
    rmSync(killing)
    await waitForStream(async () => expect(await offered()).toBe(true), 2 * patientMs)
  })

  test('is a replay with sound apart, the smaller left behind', {
    timeout: 60_000,
  }, async () => {
    const { id } = await lesson.room()
    const ended = (count: number) =>
      waitForStream(async () => {
        const made = await recordingsOf(school, id)
        expect([made.length, made.at(-1)?.endedAt]).toEqual([count, expect.any(Date)])
      })
    const read = (path: string): string => readFileSync(lesson.file(path), 'utf8')
    await stream.stop()
    await ended(1)
    const master = read('1/master.m3u8')
    expect(partsOf(master)).toEqual(['index.m3u8', 'sound/index.m3u8'])
    expect(master).toContain('RESOLUTION=640x480')
    expect(read('1/sound/index.m3u8')).toContain('#EXT-X-ENDLIST')
    expect(secondsOf(read('1/sound/index.m3u8'))).toBeCloseTo(secondsOf(read('1/index.m3u8')), 5)
    const again = publish(`rtmp://127.0.0.1:${rtmpPort}/live/${lesson.key}`, 3, { atOnce: true })
    await again.ended
    await ended(2)
    await waitForStream(() => expect(partsOf(read('replay-2/master.m3u8'))).toEqual(partsOf(master)))
    const whole = read('replay-2/sound/index.m3u8')
    expect(secondsOf(whole)).toBeCloseTo(secondsOf(read('replay-2/index.m3u8')), 5)
    expect(whole.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
    for (const part of partsOf(whole)) expect(existsSync(lesson.file(`replay-2/sound/${part}`))).toBe(true)
    await ingest.end('SIGTERM')
    expect([existsSync(lesson.file('1/small')), existsSync(lesson.file('2/small'))]).toEqual([false, false])
  })
})
