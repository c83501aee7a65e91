import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Response, Test } from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaMode, signAddress } from '#server/backend/classroom/watch/sign-address.ts'
import { createKeyedHash } from '#server/backend/base/secret.ts'
import { loadSecret } from '#server/config/site-secret.ts'
import { startTestSite, type TestSite } from '../support/test-site.ts'

const seedFilm = 'server/seed/media/film'
const filmMode: MediaMode = { kind: 'film', seconds: null }
const start = Date.parse('2026-03-11T12:00:00+08:00')

let site: TestSite
let now = start
const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-media-'))
const media = join(dataDir, 'media')

beforeAll(async () => {
  cpSync(seedFilm, join(media, 'lessons', 'one'), { recursive: true })
  writeFileSync(join(media, 'private.txt'), 'not for anybody')
  writeFileSync(join(media, 'lessons', 'one', 'notes.txt'), 'not for anybody')
  site = await startTestSite(undefined, { clock: () => now }, { DATA_DIR: dataDir })
})
afterAll(async () => {
  await site.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What the backend would be asked with: the clock, the site's secret and the caller's session. */
function asCaller(sessionToken?: string) {
  return { clock: { now: () => now }, hash: createKeyedHash(loadSecret(undefined, dataDir)), caller: { sessionToken } }
}

const open = { isOpen: true }

/** A signed address of a folder without its file; without a session it is of a lesson that is open to everybody. */
function grantFor(folder: string, mode: MediaMode = filmMode, sessionToken?: string): string {
  const { playUrl } = signAddress(
    asCaller(sessionToken),
    [{ sortNum: 0, name: '', url: `store:${folder}/master.m3u8` }],
    mode,
    open,
  )
  expect(playUrl).toMatch(/^\/media\/play\/[\w-]+\.[\w-]{43}\/master\.m3u8$/)
  return playUrl.slice(0, -'master.m3u8'.length)
}

function durations(text: string): number {
  return [...text.matchAll(/^#EXTINF:([\d.]+),$/gm)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)
}

const lines = (response: Response): string[] => response.text.split('\n')
const get = (path: string): Test => site.get(path)

describe('a film that grows', () => {
  const folder = join(media, 'live', '7', '1')

  function grow(from: number, to: number): void {
    for (let part = from; part < to; part += 1) {
      writeFileSync(join(folder, `s-${part}.ts`), `segment ${part}`)
      appendFileSync(join(folder, 'index.m3u8'), `#EXTINF:2.000000,\ns-${part}.ts\n`)
    }
  }

  it('shows the last recording as soon as it’s there', async () => {
    const grant = grantFor('live/7/1', { kind: 'live' })
    expect((await get(`${grant}master.m3u8`)).status).toBe(404)
    expect((await get(`${grant}index.m3u8`)).status).toBe(404)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'master.m3u8'), '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex.m3u8\n')
    writeFileSync(
      join(folder, 'index.m3u8'),
      '#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:0\n',
    )
    expect(lines(await get(`${grant}master.m3u8`))).toContain('index.m3u8')
    try {
      for (const [from, to, first] of [
        [0, 3, 0],
        [3, 8, 0],
        [8, 11, 3],
        [11, 40, 32],
      ] as const) {
        now += 1000
        grow(from, to)
        const list = await get(`${grant}index.m3u8`)
        expect(lines(list)).toContain(`#EXT-X-MEDIA-SEQUENCE:${first}`)
        expect([...list.text.matchAll(/^s-(\d+)\.ts$/gm)].map(([, part]) => Number(part))).toEqual(
          Array.from({ length: to - first }, (_, place) => first + place),
        )
        expect((await get(`${grant}s-${to - 1}.ts`).buffer()).body.toString()).toBe(`segment ${to - 1}`)
      }
      now += 1000
      appendFileSync(join(folder, 'index.m3u8'), '#EXT-X-ENDLIST\n')
      expect(lines(await get(`${grant}index.m3u8`))).toContain('#EXT-X-ENDLIST')
      const replay = await get(`${grantFor('live/7/1')}index.m3u8`)
      expect([durations(replay.text), replay.text.includes('#EXT-X-PLAYLIST-TYPE:VOD')]).toEqual([80, true])
    } finally {
      now = start
    }
  })
})

describe('a signed address', () => {
  it('is told with its end, others’ stay', () => {
    const caller = asCaller('A'.repeat(43))
    const cdn = { sortNum: 2, name: '老师', url: 'https://cdn.test/a/master.m3u8' }
    const signed = signAddress(caller, [cdn, { sortNum: 1, name: '课件', url: 'store:film/master.m3u8' }], filmMode)
    expect(signed.expireTime).toBe(start + 600_000)
    expect(signed.urlInfoV2).toEqual([{ sortNum: 1, name: '课件', url: signed.playUrl }, cdn])
    expect(signAddress(caller, [cdn], filmMode)).toEqual({ playUrl: cdn.url, urlInfoV2: [cdn], expireTime: null })
    expect(signAddress(caller, [], filmMode)).toEqual({ playUrl: '', urlInfoV2: [], expireTime: null })
  })

  it('stands alone: the open part isn’t told beside', () => {
    const trial = { sortNum: 2, name: 'auto', url: '/media/film/master.m3u8' }
    expect(
      signAddress(asCaller(), [trial, { sortNum: 1, name: 'auto', url: 'store:film/master.m3u8' }], filmMode, open)
        .urlInfoV2,
    ).toMatchObject([{ sortNum: 1 }])
    expect(signAddress(asCaller(), [trial], filmMode)).toEqual({
      playUrl: trial.url,
      urlInfoV2: [trial],
      expireTime: null,
    })
  })

  it('has no impossible length: rounded, or the film’s', async () => {
    for (const [seconds, length] of [
      [0, 31],
      [-5, 31],
      [61.6, 62],
      [1e9, 86_400],
    ] as const) {
      const { text } = await get(`${grantFor('lessons/one', { kind: 'film', seconds })}240p/index.m3u8`)
      expect(Math.abs(durations(text) - length)).toBeLessThanOrEqual(2)
    }
  })
})

describe('the secret that seals', () => {
  it('is whole whoever asks first, and written once', () => {
    const folder = mkdtempSync(join(tmpdir(), 'xueyuan-secret-'))
    const secret = loadSecret(undefined, join(folder, 'data'))
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(loadSecret(undefined, join(folder, 'data'))).toBe(secret)
    expect(readdirSync(join(folder, 'data'))).toEqual(['secret'])
    rmSync(folder, { recursive: true })
  })
})
