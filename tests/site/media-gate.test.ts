import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Response, Test } from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MediaMode, signAddress, signCaptions } from '#server/backend/classroom/watch/sign-address.ts'
import { createKeyedHash } from '#server/backend/base/secret.ts'
import { loadSecret } from '#server/config/site-secret.ts'
import { otherLastSigns } from '../support/forged-seals.ts'
import { startTestSite, type TestSite, testHost } from '../support/test-site.ts'

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

describe('a granted film', () => {
  it('is played from its own uncached list of qualities', async () => {
    const grant = grantFor('lessons/one')
    const master = await get(`${grant}master.m3u8`)
    expect([master.status, master.headers['content-type'], master.headers['cache-control']]).toEqual([
      200,
      'application/vnd.apple.mpegurl',
      'no-store',
    ])
    expect(master.text).toBe(readFileSync(join(seedFilm, 'master.m3u8'), 'utf8'))
    for (const variant of lines(master).filter((line) => line.endsWith('index.m3u8'))) {
      const list = await get(grant + variant)
      expect([
        list.status,
        list.headers['cache-control'],
        durations(list.text),
        list.text.includes('#EXT-X-ENDLIST'),
      ]).toEqual([200, 'no-store', 31, true])
    }
  })

  it('fills the length of its lesson', async () => {
    const list = await get(`${grantFor('lessons/one', { kind: 'film', seconds: 2700 })}240p/index.m3u8`)
    expect(durations(list.text)).toBe(2701)
    expect(lines(list).filter((line) => line === '#EXT-X-DISCONTINUITY')).toHaveLength(87)
    expect(list.headers['content-encoding']).toBe('gzip')
    const plain = await get(`${grantFor('lessons/one', { kind: 'film', seconds: 2700 })}240p/index.m3u8`).set(
      'Accept-Encoding',
      'identity',
    )
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, list.text])
  })

  it('gives segments whole and in parts, to this browser', async () => {
    const path = `${grantFor('lessons/one')}360p/part-01.m2ts`
    const bytes = readFileSync(join(seedFilm, '360p/part-01.m2ts'))
    const whole = await get(path).buffer()
    expect([
      whole.status,
      whole.headers['content-type'],
      whole.headers['accept-ranges'],
      whole.headers['cache-control'],
    ]).toEqual([200, 'video/mp2t', 'bytes', 'private, max-age=3600'])
    expect(bytes.equals(whole.body as Buffer)).toBe(true)
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 0],
      ['bytes=1000-1999', 1000, 1999],
      [`bytes=${bytes.length - 5}-`, bytes.length - 5, bytes.length - 1],
      ['bytes=-7', bytes.length - 7, bytes.length - 1],
      ['bytes=5-99999999', 5, bytes.length - 1],
    ] as const) {
      const part = await get(path).set('Range', range).buffer()
      expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${bytes.length}`])
      expect(bytes.subarray(from, to + 1).equals(part.body as Buffer)).toBe(true)
    }
    const beyond = await get(path).set('Range', `bytes=${bytes.length}-`)
    expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    for (const odd of ['bytes=0-1,5-6', 'bytes=9-2', 'bytes=-', 'lines=1-2'])
      expect((await get(path).set('Range', odd).buffer()).status).toBe(200)
    expect((await get(path).set('If-None-Match', whole.headers.etag ?? '')).status).toBe(304)
  })

  it('has captions that come again with it', async () => {
    const mode: MediaMode = { kind: 'film', seconds: 62 }
    const [captions] = signCaptions(
      asCaller(),
      [{ language: 'zh', label: '中文', url: 'store:lessons/one/captions-zh.vtt' }],
      mode,
      open,
    )
    expect(captions).toMatchObject({ language: 'zh', label: '中文' })
    const answer = await get(captions?.url ?? '')
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/vtt; charset=utf-8'])
    expect(answer.text).toContain('00:00:28.400 --> 00:00:31.000\n［乐声渐渐散去］\n\n00:00:31.300 --> ')
    expect(answer.text.match(/-->/g)).toHaveLength(16)
  })

  it.runIf(existsSync('dist/film/master.m3u8'))('of the seed comes with the build', async () => {
    expect((await get(`${grantFor('film')}240p/part-00.m2ts`).buffer()).status).toBe(200)
  })

  it('carries all headers, unreadable for other sites', async () => {
    for (const [status, path] of [
      [200, `${grantFor('lessons/one')}master.m3u8`],
      [200, `${grantFor('lessons/one')}240p/part-00.m2ts`],
      [403, '/media/play/a.b/master.m3u8'],
    ] as const) {
      const { headers, status: given } = await get(path).set('Origin', 'https://evil.test').buffer()
      expect([
        given,
        headers['x-content-type-options'],
        headers['cross-origin-resource-policy'],
        headers['access-control-allow-origin'],
      ]).toEqual([status, 'nosniff', 'same-origin', undefined])
    }
  })
})

describe('the gate refuses', () => {
  const reason = async (request: Test): Promise<unknown[]> => {
    const { status, body, headers } = await request
    return [status, (body as { reason: string }).reason, headers['cache-control']]
  }

  it('a grant whose ten minutes are over', async () => {
    const grant = grantFor('lessons/one')
    try {
      now = start + 599_000
      expect((await get(`${grant}master.m3u8`)).status).toBe(200)
      now = start + 600_000
      for (const file of ['master.m3u8', '240p/index.m3u8', '240p/part-00.m2ts'])
        expect(await reason(get(grant + file))).toEqual([403, 'expired', 'no-store'])
    } finally {
      now = start
    }
  })

  it('a forged one, another folder’s or longer one', async () => {
    const grant = grantFor('lessons/one')
    const [payload = '', seal = ''] = grant.slice('/media/play/'.length, -1).split('.')
    const other = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('lessons/one', 'lessons/two'),
    ).toString('base64url')
    for (const text of [
      ...otherLastSigns(`${payload}.${seal}`),
      `${other}.${seal}`,
      `${payload}.`,
      payload,
      `${payload}.${seal}x`,
      '%00.x',
      'a'.repeat(5000),
    ]) {
      expect((await get(`/media/play/${text}/master.m3u8`)).status, text.slice(0, 30)).toBe(
        text.startsWith('%') ? 400 : 403,
      )
    }
  })

  it('another session, and nobody’s', async () => {
    const mine = `${grantFor('lessons/one', filmMode, 'A'.repeat(43))}240p/index.m3u8`
    expect((await get(mine).set('Cookie', `x=1; session=${'A'.repeat(43)}; y=2`)).status).toBe(200)
    expect(await reason(get(mine).set('Cookie', `session=${'B'.repeat(43)}`))).toEqual([403, 'session', 'no-store'])
    expect(await reason(get(mine))).toEqual([403, 'session', 'no-store'])
    const anybodys = `${grantFor('lessons/one')}240p/index.m3u8`
    expect((await get(anybodys).set('Cookie', `session=${'B'.repeat(43)}`)).status).toBe(200)
  })

  it('one naming nobody; none is signed for nobody', async () => {
    const hash = createKeyedHash(loadSecret(undefined, dataDir))
    const payload = Buffer.from(`lessons/one:f:${Math.floor((now + 60_000) / 1000).toString(36)}:`).toString(
      'base64url',
    )
    const path = `/media/play/${payload}.${hash.of('play grant', payload).toString('base64url')}/240p/index.m3u8`
    expect(await reason(get(path))).toEqual([403, 'seal', 'no-store'])
    expect(await reason(get(path).set('Cookie', `session=${'A'.repeat(43)}`))).toEqual([403, 'seal', 'no-store'])
    expect(() =>
      signAddress(asCaller(), [{ sortNum: 0, name: '', url: 'store:lessons/one/master.m3u8' }], filmMode),
    ).toThrow(expect.objectContaining({ code: 401 }))
  })

  it('what isn’t part of a film', async () => {
    const grant = grantFor('lessons/one')
    symlinkSync('/etc', join(media, 'lessons', 'one', 'elsewhere.ts'))
    for (const file of [
      '',
      'nothing.m3u8',
      '240p/part-99.ts',
      '240p/nothing/part-00.m2ts',
      '240p',
      '240p/',
      'notes.txt',
      'README.md',
      'captions-zh.txt',
      '..%2fprivate.txt',
      '360p%2findex.m3u8',
      'captions-.vtt',
      'a.ts/part-00.m2ts',
      'elsewhere.ts',
      'index.m3u8',
      '.m3u8',
      'x'.repeat(300),
    ]) {
      const { status } = await get(grant + file)
      expect([400, 404], file).toContain(status)
    }
    expect((await get(`${grantFor('lessons/two')}master.m3u8`)).status).toBe(404)
    for (const path of ['/media/play/', '/media/play', '/media/play/x', '/media/playground/x'])
      expect((await get(path)).status, path).toBe(404)
  })

  it('paths out of the folder, however written', async () => {
    const grant = grantFor('lessons/one')
    const { hostname, port } = new URL(site.base)
    for (const file of [
      '../../private.txt',
      '240p/../../../private.txt',
      '%2e%2e/%2e%2e/private.txt',
      '..\\..\\private.txt',
      '240p/..%5c..%5cprivate.txt',
      '//private.txt',
    ]) {
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = createConnection(Number(port), hostname, () =>
          socket.write(`GET ${grant}${file} HTTP/1.1\r\nHost: ${testHost}\r\nConnection: close\r\n\r\n`),
        )
        let text = ''
        socket
          .on('data', (data) => (text += data.toString()))
          .on('end', () => resolve(text))
          .on('error', reject)
      })
      expect(answer, file).toMatch(/^HTTP\/1\.1 40[04] /)
      expect(answer).not.toContain('not for anybody')
    }
  })

  it('everything but reading', async () => {
    const path = `${grantFor('lessons/one')}240p/part-00.m2ts`
    for (const method of ['post', 'put', 'delete'] as const) {
      const answer = await site.request(method, path)
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD'])
    }
    const head = await site.request('head', path)
    expect([head.status, head.headers['content-length']]).toEqual([
      200,
      String(readFileSync(join(seedFilm, '240p/part-00.m2ts')).length),
    ])
    expect((await site.request('head', `${grantFor('lessons/one')}240p/index.m3u8`)).status).toBe(200)
  })

  it('addresses that aren’t of the store', () => {
    for (const url of [
      'store:',
      'store:film',
      'store:/master.m3u8',
      'store:../x/master.m3u8',
      'store:a//master.m3u8',
      'store:a/../b/master.m3u8',
    ]) {
      expect(() => signAddress(asCaller(), [{ sortNum: 0, name: '', url }], filmMode, open), url).toThrow(
        'no address of the store',
      )
    }
  })
})

describe('a film on the clock', () => {
  const begin = start + 600_000
  const mode: MediaMode = { kind: 'clock', begin, end: begin + 1_800_000 }

  async function at(moment: number, file = '240p/index.m3u8'): Promise<Response> {
    now = moment
    try {
      return await get(grantFor('lessons/one', mode) + file).buffer()
    } finally {
      now = start
    }
  }

  it('shows nothing before its time', async () => {
    const list = await at(begin - 1)
    expect([list.status, durations(list.text), list.text.includes('#EXT-X-ENDLIST')]).toEqual([200, 0, false])
    expect((await at(begin - 1, '240p/part-00.m2ts')).status).toBe(404)
    expect((await at(begin, '240p/part-00.m2ts')).status).toBe(200)
  })

  it('is at the same second for everybody, whoever came when', async () => {
    const list = await at(begin + 100_000)
    const times = [...list.text.matchAll(/^#EXT-X-PROGRAM-DATE-TIME:(\S+)\n#EXTINF:\S+\n(\S+)$/gm)].map(
      ([, time = '', uri]) => [Date.parse(time) - begin, uri],
    )
    expect(times.slice(0, 3)).toEqual([
      [70_000, 'part-02.m2ts'],
      [74_000, 'part-03.m2ts'],
      [78_000, 'part-04.m2ts'],
    ])
    expect(times.at(-1)?.[0]).toBe(117_000)
    expect(lines(list)).toContain('#EXT-X-MEDIA-SEQUENCE:18')
    expect(lines(list)).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:2')
    expect((await at(begin + 100_000)).text).toBe(list.text)
  })

  it('is closed when its time is over', async () => {
    expect(lines(await at(mode.end - 1))).not.toContain('#EXT-X-ENDLIST')
    expect(lines(await at(mode.end))).toContain('#EXT-X-ENDLIST')
    expect((await at(mode.end + 86_400_000)).text).toBe((await at(mode.end)).text)
  })

  it('has captions that count from its beginning', async () => {
    expect((await at(begin + 1000, 'captions-zh.vtt')).text.match(/-->/g)?.length).toBe(58 * 8 + 1)
  })
})
