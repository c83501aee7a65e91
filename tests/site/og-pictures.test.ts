import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'

let school: School
let editor: Learner
let draft: CallInput<'POST /api/staff/information/save'>
const found: Record<string, number> = {}

beforeAll(async () => {
  school = await startSchool()
  const { api } = school.backend
  const courseOf = async (type: number) =>
    (await api.call('GET /api/common/course-list-page', { lectureType: type })).records[0]?.id ?? 0
  found.video = await courseOf(LectureType.video)
  found.live = await courseOf(LectureType.live)
  found.class = (await api.call('GET /api/classSystem/list-classSystem', {})).records[0]?.id ?? 0
  found.article = (await api.call('GET /api/information/list-information', {})).records[0]?.id ?? 0
  found.work = (await api.call('GET /api/student-work/list', {})).records[0]?.id ?? 0
  found.post = (await api.call('GET /api/post/list', {})).records[0]?.id ?? 0
  found.plate = (await api.call('GET /api/post/category-list', {}))[0]?.id ?? 0
  editor = await buildStaff(school.backend, 'education')
  const [category] = await api.call('GET /api/information/list-information-category', {})
  draft = { title: '第一版的题目', content: '<p>正文</p>', categoryId: category?.id ?? 0, status: 1 }
})
beforeEach(() => school.site.context.edge.purge({ all: true, hard: true }))
afterAll(() => school?.close())

const address = (path: string): string => path.replace(/\{(\w+)\}/g, (_, name: string) => String(found[name]))

/** A tag's content as a crawler reads it. */
function tagOf(html: string, name: string): string | undefined {
  const text = new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

/** The path of the picture that a page tells of. */
async function pictureOf(path: string): Promise<string> {
  const { text, status } = await school.site.get(path)
  expect([path, status]).toEqual([path, 200])
  return (tagOf(text, 'og:image') ?? '').replace(testOrigin, '')
}

async function save(changes: Partial<typeof draft> = {}): Promise<number> {
  return (await school.backend.as(editor.cookie).call('POST /api/staff/information/save', { ...draft, ...changes })).id
}

const fetchPicture = (path: string) => school.site.get(path).buffer(true)
const drawnLines = (): string[] => school.site.lines.filter((line) => line.includes('a picture for sharing was drawn'))
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

describe.each([
  ['/', '学校首页'],
  ['/course', '课程'],
  ['/classes', '系统班'],
  ['/live/list', '公开课'],
  ['/article', '文章'],
  ['/works', '学员作品'],
  ['/bbs/plate', '社区'],
  ['/bbs/plate/all', '社区'],
  ['/agreement/privacy', '协议'],
  ['/college/illustration', '学院'],
  ['/course/video/{video}', '录播课程'],
  ['/course/live/{live}', '直播课程'],
  ['/classes/{class}', '系统班'],
  ['/article/{article}.html', '文章'],
  ['/works/{work}.html', '学员作品'],
  ['/bbs/plate/{plate}', '社区版块'],
  ['/bbs/detail/{post}', '讨论'],
])('Someone shares %s', (path, kind) => {
  it('has a picture of 1200 × 630, in words, cookieless', async () => {
    const { text } = await school.site.get(address(path))
    const image = tagOf(text, 'og:image') ?? ''
    expect(image.startsWith(`${testOrigin}/og/`)).toBe(true)
    expect([tagOf(text, 'og:image:width'), tagOf(text, 'og:image:height'), tagOf(text, 'og:image:type')]).toEqual([
      '1200',
      '630',
      'image/jpeg',
    ])
    expect(tagOf(text, 'og:image:alt')).toMatch(new RegExp(`^${kind}：.`))
    expect(tagOf(text, 'twitter:card')).toBe('summary_large_image')

    const picture = await fetchPicture(image.replace(testOrigin, ''))
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(picture.headers['set-cookie']).toBeUndefined()
    expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(picture.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const { width, height, format } = await sharp(picture.body).metadata()
    expect([format, width, height]).toEqual(['jpeg', 1200, 630])
    expect(picture.body.length).toBeLessThan(300_000)
  })
})

it('A cover is part of the picture’s right end', async () => {
  const { body } = await fetchPicture(await pictureOf(address('/course/video/{video}')))
  const variety = async (
    picture: Buffer,
    left: number,
    { top, width, height }: { top: number; width: number; height: number },
  ): Promise<number> => {
    const { channels } = await sharp(
      await sharp(picture).extract({ left, top, width, height }).png().toBuffer(),
    ).stats()
    return Math.max(...channels.map(({ stdev }) => stdev))
  }
  const bare = await fetchPicture(await pictureOf(address('/bbs/plate/{plate}')))
  expect(await variety(body, 760, { top: 0, width: 430, height: 630 })).toBeGreaterThan(25)
  expect(await variety(bare.body, 800, { top: 440, width: 390, height: 60 })).toBeLessThan(10)
})

it('All pages and orders of a list share its picture', async () => {
  const list = await pictureOf('/course')
  expect(await pictureOf('/article/all/2')).toBe(await pictureOf('/article'))
  expect(await pictureOf('/course/illustration')).toBe(list)
})

it('Every kind in the sitemap has its picture', async () => {
  const locations = async (path: string): Promise<string[]> =>
    [...(await school.site.get(path)).text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) =>
      (address ?? '').replace(testOrigin, ''),
    )
  const parts = await locations('/sitemap.xml')
  expect(parts.length).toBeGreaterThan(10)
  for (const part of parts) {
    const [first = ''] = await locations(part)
    const picture = await pictureOf(first)
    expect([first, (await school.site.request('head', picture)).status]).toEqual([first, 200])
  }
}, 120_000)

it('Pages not for search engines tell of none', async () => {
  for (const path of [
    '/search?searchText=a',
    '/auth/login',
    '/register',
    '/bbs/plate/all?searchText=a',
    '/no/such/page',
  ]) {
    const { text } = await school.site.get(path)
    expect([path, tagOf(text, 'og:image'), tagOf(text, 'twitter:card')]).toEqual([path, undefined, undefined])
  }
})

it('robots.txt lets crawlers fetch the pictures', async () => {
  const { text } = await school.site.get('/robots.txt')
  const closed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '')
  expect(closed.length).toBeGreaterThan(0)
  expect(closed.filter((path) => '/og/home-00000000000.jpg'.startsWith(path))).toEqual([])
})

it('A known picture is 304, HEAD has its headers', async () => {
  const path = await pictureOf('/')
  const whole = await fetchPicture(path)
  const again = await school.site.get(path).set('If-None-Match', whole.headers.etag ?? '')
  expect([again.status, again.text ?? '']).toEqual([304, ''])
  const other = await school.site.get(path).set('If-None-Match', '"another"')
  expect(other.status).toBe(200)
  const head = await school.site.request('head', path)
  expect([head.status, head.headers['content-length'], head.headers.etag]).toEqual([
    200,
    String(whole.body.length),
    whole.headers.etag,
  ])
  expect((await school.site.request('post', path)).status).toBe(405)
})

it('An edit moves the picture, the old address follows', async () => {
  const id = await save()
  const before = await pictureOf(`/article/${id}.html`)
  const old = await fetchPicture(before)
  await save({ id, title: '第二版的题目' })
  const after = await pictureOf(`/article/${id}.html`)
  expect(after).not.toBe(before)
  const moved = await school.site.get(before)
  expect([moved.status, moved.headers.location]).toEqual([302, after])
  expect(moved.headers['cache-control']).not.toContain('immutable')
  const fresh = await fetchPicture(after)
  expect(fresh.status).toBe(200)
  expect(hashOf(fresh.body)).not.toBe(hashOf(old.body))
})

it('What is hidden takes its picture with it', async () => {
  const id = await save({ title: '要撤下的题目' })
  const path = await pictureOf(`/article/${id}.html`)
  expect((await fetchPicture(path)).status).toBe(200)
  await save({ id, status: 2 })
  expect((await school.site.get(path)).status).toBe(404)
})

it('A made-up address and its words draw nothing', async () => {
  const real = await pictureOf(address('/works/{work}.html'))
  const before = [drawnLines().length, readdirSync(join(school.site.context.config.dataDir, 'share-pictures')).length]
  const forged = real.replace(/-[0-9a-z]{11}\.jpg$/, '-0000000000a.jpg')
  expect([(await school.site.get(forged)).status, (await school.site.get(forged)).headers.location]).toEqual([
    302,
    real,
  ])
  const unknown = [
    '/og/work-detail-99999999-00000000000.jpg',
    '/og/work-detail-0-00000000000.jpg',
    `/og/course-live-${found.video}-00000000000.jpg`,
    '/og/work-detail-00000000000.jpg',
    '/og/search-00000000000.jpg',
    '/og/my-info-00000000000.jpg',
    '/og/forum-user-1-00000000000.jpg',
    '/og/nothing-00000000000.jpg',
    '/og/college-none-00000000000.jpg',
    '/og/home.jpg',
    '/og/home-00000000000.png',
    '/og/work-detail-1.html-00000000000.jpg',
    '/og/home-00000000000.jpg/more',
    '/og/',
    '/og/?title=text',
  ]
  for (const path of unknown) expect([path, (await school.site.get(path)).status]).toEqual([path, 404])
  for (const path of ['/og/../config-00000000000.jpg', '/og/work-detail-%2e%2e%2f1-00000000000.jpg'])
    expect((await school.site.get(path)).status).toBe(400)
  const query = await fetchPicture(`${real}?title=forged`)
  expect(hashOf(query.body)).toBe(hashOf((await fetchPicture(real)).body))
  // The real picture itself was asked for: at most that one has been drawn since.
  expect(drawnLines().length - (before[0] ?? 0)).toBeLessThanOrEqual(1)
  expect(
    readdirSync(join(school.site.context.config.dataDir, 'share-pictures')).length - (before[1] ?? 0),
  ).toBeLessThanOrEqual(1)
})

it('Fifty asking for a new picture draw it once', async () => {
  const id = await save({ title: '五十个人同时转发的一篇' })
  const path = await pictureOf(`/article/${id}.html`)
  const before = drawnLines().length
  const answers = await Promise.all(Array.from({ length: 50 }, () => fetchPicture(path)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => hashOf(body))).size).toBe(1)
  expect(drawnLines().length - before).toBe(1)
})

it('During outages drawn pictures stay, others say when', async () => {
  const id = await save({ title: '停电时转发的一篇' })
  const path = await pictureOf(`/article/${id}.html`)
  const drawn = await fetchPicture(path)
  await school.services.stop()
  try {
    const kept = await fetchPicture(path)
    expect([kept.status, hashOf(kept.body)]).toEqual([200, hashOf(drawn.body)])
    const none = await school.site.get(path.replace(/-[0-9a-z]{11}\.jpg$/, '-0000000000b.jpg'))
    expect([none.status, none.headers['retry-after'], none.headers['cache-control']]).toEqual([503, '5', 'no-store'])
  } finally {
    await school.services.start()
  }
})

it.each([
  ['markup', '<script>alert(1)</script> & "引号" ]]> &#60;svg&#62;'],
  ['emoji alone', '😀🎨👩‍🎨'],
  ['emoji beside words', '我的第一张封面🎉'],
  ['traditional characters', '臺灣學員的鋼筆畫與書法練習：體會線條'],
  ['a text that never ends', `${'一个写得很长很长的题目'.repeat(3)}${'Internationalization'.repeat(5)}`.slice(0, 60)],
  ['characters that no font of ours has', '𠮷野家 한국어 العربية'],
])('A title of %s is drawn, as a text', async (_, title) => {
  const id = await save({ title })
  const { text } = await school.site.get(`/article/${id}.html`)
  expect(tagOf(text, 'og:image:alt')).toContain(title.slice(0, 6))
  const picture = await fetchPicture((tagOf(text, 'og:image') ?? '').replace(testOrigin, ''))
  expect(picture.status).toBe(200)
  const { width, height } = await sharp(picture.body).metadata()
  expect([width, height]).toEqual([1200, 630])
})

describe('The fonts of the machine', () => {
  it('have no part in it: the same bytes without', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'no-fonts-'))
    try {
      writeFileSync(
        join(empty, 'fonts.conf'),
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>',
      )
      const path = await pictureOf(address('/bbs/detail/{post}'))
      const here = await fetchPicture(path)
      const card = await school.site.context.cards.source.find(`forum-post-${found.post}`)
      const script = `import { drawCard } from '${resolve('server/cards/draw-card.ts')}'; process.stdout.write((await drawCard(${JSON.stringify(card)}, '学园', undefined)).toString('hex'))`
      const env = {
        PATH: process.env.PATH,
        FONTCONFIG_FILE: join(empty, 'fonts.conf'),
        FONTCONFIG_PATH: empty,
        HOME: empty,
      }
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
        env,
        maxBuffer: 8 * 1024 * 1024,
      })
      expect(stdout).toBe(here.body.toString('hex'))
    } finally {
      rmSync(empty, { recursive: true, force: true })
    }
  })
})
