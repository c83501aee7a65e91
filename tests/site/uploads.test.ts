import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallOutput } from '#shared/contract/calls.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'
import { readEnvelope } from '../support/backend-harness.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { md5Of } from '../support/backend-uploads.ts'
import { type School, startSchool, testOrigin } from '../support/test-site.ts'
import { makePicture, makeSamples, type UploadSamples } from '../support/upload-samples.ts'

let school: School
let samples: UploadSamples

beforeAll(async () => {
  samples = await makeSamples()
  school = await startSchool()
})
afterAll(() => school.close())

type Permit = CallOutput<'GET /api/common/pre-upload'>
const ours = { reqSource: 'pcSite', Origin: testOrigin }

async function ask(name: string, bytes: Buffer): Promise<Permit> {
  const { cookie } = await addSignedIn(school.backend)
  const query = new URLSearchParams({
    name,
    key: '',
    contentType: uploadTypeOf(name)?.contentType ?? '',
    md5: md5Of(bytes),
    size: String(bytes.length),
  })
  return readEnvelope<Permit>(await school.site.get(`/api/common/pre-upload?${query}`).set({ ...ours, Cookie: cookie }))
}

function send(
  permit: Permit,
  bytes: Buffer,
  headers: Record<string, string> = ours,
): ReturnType<typeof school.site.request> {
  return school.site
    .request('put', permit.uploadUrl)
    .set({ 'Content-Type': permit.contentType, ...headers })
    .send(bytes)
}

async function upload(name: string, bytes: Buffer): Promise<string> {
  const permit = await ask(name, bytes)
  const answer = await send(permit, bytes)
  expect(answer.status).toBe(200)
  return permit.resUrl
}

describe('an upload through the site', () => {
  it('of three megabytes arrives and is read again', async () => {
    const bytes = await makePicture(1200, 900).png().toBuffer()
    expect(bytes.length).toBeGreaterThan(3_000_000)
    const answer = await school.site.get(await upload('a.png', bytes)).buffer()
    expect(answer.status).toBe(200)
    expect(bytes.equals(answer.body as Buffer)).toBe(true)
  })
  it('is refused from another site and without our page’s mark', async () => {
    const bytes = await makePicture().png().toBuffer()
    const permit = await ask('a.png', bytes)
    const foreign: Record<string, string>[] = [
      { reqSource: 'pcSite', Origin: 'https://evil.test' },
      { Origin: testOrigin },
      { ...ours, 'Sec-Fetch-Site': 'cross-site' },
      { ...ours, 'Sec-Fetch-Mode': 'navigate' },
    ]
    for (const headers of foreign) {
      expect((await send(permit, bytes, headers)).status).toBe(403)
    }
    expect((await school.site.get(permit.resUrl)).status).toBe(404)
  })
  it('that is too long or something else is told so', async () => {
    const bytes = await makePicture(600, 400).png().toBuffer()
    const permit = await ask('a.png', bytes.subarray(0, -1000))
    expect((await send(permit, bytes)).status).toBe(413)
    const page = Buffer.from(`<!doctype html>${'x'.repeat(300_000)}`)
    const answer = await send(await ask('b.png', page), page)
    expect([answer.status, answer.body.msg]).toEqual([415, 'b.png是不支持的类型'])
    // A refusal in the middle leaves no connection behind that can't be used.
    for (let time = 0; time < 3; time += 1)
      expect(await upload('c.png', await makePicture(300, 200).png().toBuffer())).toMatch(/\.png$/)
  })
  it('is streamed whatever its type, beyond a call’s size', async () => {
    const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(50_000)}</svg>`)
    expect(await upload('a.svg', svg)).toMatch(/\.svg$/)
  })
})

describe('an uploaded file', () => {
  const shown = ['png', 'jpg', 'bmp', 'gif', 'webp', 'mp4', 'mov', 'mp3']

  it.each(['png', 'jpg', 'bmp', 'gif', 'webp', 'psd', 'svg', 'tiff', 'mp4', 'mov', 'mp3', 'zip', 'rar'])(
    '.%s is given as itself and can’t do anything',
    async (extension) => {
      const answer = await school.site.get(await upload(`a.${extension}`, samples[extension] ?? Buffer.alloc(0)))
      expect(answer.status).toBe(200)
      expect(answer.headers['content-type']).toBe(uploadTypeOf(`a.${extension}`)?.contentType)
      expect(answer.headers['content-disposition']).toBe(shown.includes(extension) ? undefined : 'attachment')
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public,max-age=31536000,immutable',
        'cross-origin-resource-policy': 'same-origin',
      })
    },
  )
  it('can be wound when film or recording, only then', async () => {
    for (const extension of ['mp4', 'mp3']) {
      const bytes = samples[extension] ?? Buffer.alloc(0)
      const address = await upload(`b.${extension}`, bytes)
      const part = await school.site.get(address).set('Range', 'bytes=100-199').buffer()
      expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 100-199/${bytes.length}`])
      expect((await school.site.get(address).set('Range', 'bytes=99999999-')).status).toBe(416)
    }
    const picture = await school.site
      .get(await upload('b.png', samples.png ?? Buffer.alloc(0)))
      .set('Range', 'bytes=0-9')
    expect(picture.status).toBe(200)
  })
  it('is found by its whole name only', async () => {
    const address = await upload('c.png', await makePicture().png().toBuffer())
    const folder = join(school.backend.context.config.dataDir, 'uploads')
    for (const path of ['.incoming/half.png', 'ab/cd/page.html', 'ab/cd/.hidden.png', 'ab/cd/x.png.tmp']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), 'not for anybody')
    }
    const parent = dirname(address)
    for (const path of [
      '/media/uploads/',
      parent,
      `${parent}/`,
      dirname(parent),
      '/media/uploads/.incoming/half.png',
      '/media/uploads/ab/cd/page.html',
      '/media/uploads/ab/cd/.hidden.png',
      '/media/uploads/ab/cd/x.png.tmp',
      `${address}?v=1`,
      `${address}/`,
      address.replace('.png', '.PNG'),
    ]) {
      const answer = await school.site.get(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect((await school.site.get('/media/uploads/../secret')).status).toBe(400)
    expect((await school.site.request('head', address)).status).toBe(200)
    expect((await school.site.request('post', address)).status).toBe(405)
  })
})
