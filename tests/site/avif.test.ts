import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AvifPass, runAvifPass } from '#server/avif/avif-pass.ts'
import { createAssets } from '#server/http/assets.ts'
import { createAvifShelf } from '#server/http/avif-shelf.ts'
import { createUploadShelf } from '#server/site/upload-shelf.ts'
import { makePicture } from '../support/upload-samples.ts'

const browser = { accept: 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8' }
const olderBrowser = { accept: 'image/webp,*/*;q=0.8' }
const picture = '/media/pictures/cover/a-640.webp'
const upload = '/media/uploads/ab/cd/photo.jpg'

let folder = ''
let base = ''
let server: Server

const pictures = (): string => join(folder, 'dist/pictures')
const avifs = (): string => join(folder, 'data/avif')

async function place(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), bytes)
}

function runJob(): Promise<AvifPass> {
  return runAvifPass({
    sources: [join(folder, 'data/uploads'), pictures()],
    folder: avifs(),
    rest: async () => undefined,
    warn: () => undefined,
  })
}

/** Files of the job, by their ending. */
async function filesOf(ending: string): Promise<string[]> {
  const entries = await readdir(avifs(), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name))
}

async function look(path: string, headers: Record<string, string> = browser, method = 'GET') {
  const answer = await fetch(base + path, { headers, method })
  const bytes = Buffer.from(await answer.arrayBuffer())
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    vary: answer.headers.get('vary'),
    etag: answer.headers.get('etag'),
    length: answer.headers.get('content-length'),
    headers: answer.headers,
    bytes,
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'avif-'))
  await place('dist/pictures/cover/a-640.webp', await makePicture(96, 54).webp({ quality: 90 }).toBuffer())
  await place('data/uploads/ab/cd/photo.jpg', await makePicture(80, 60).jpeg({ quality: 95 }).toBuffer())
  await open()
})

/** A web process: what is built it looks at once. */
async function open(): Promise<void> {
  const avif = createAvifShelf(avifs())
  const uploads = createUploadShelf(join(folder, 'data/uploads'), avif)
  const assets = createAssets({ distDir: join(folder, 'dist'), avif })
  server = createServer((req, res) => uploads(req, res, () => assets(req, res, () => res.writeHead(418).end()))).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function close(): void {
  server.closeAllConnections()
  server.close()
}

/** With other pictures, as after a build. */
async function reopen(): Promise<void> {
  close()
  await open()
}

afterEach(async () => {
  close()
  await rm(folder, { recursive: true })
})

describe('a picture', () => {
  it('comes as it is until its AVIF is there', async () => {
    for (const path of [picture, upload]) {
      const before = await look(path)
      expect([before.status, before.vary]).toEqual([200, 'Accept'])
      expect(before.type).toBe(path === picture ? 'image/webp' : 'image/jpeg')
    }
    expect(await runJob()).toEqual({ made: 2, refused: 0, removed: 0 })
    for (const path of [picture, upload]) {
      const [plain, small] = [await look(path, olderBrowser), await look(path)]
      expect([plain.type, small.type]).toEqual([path === picture ? 'image/webp' : 'image/jpeg', 'image/avif'])
      expect([plain.vary, small.vary]).toEqual(['Accept', 'Accept'])
      expect(small.bytes.length).toBeLessThan(plain.bytes.length)
      const [was, is] = [await sharp(plain.bytes).metadata(), await sharp(small.bytes).metadata()]
      expect([is.format, is.width, is.height]).toEqual(['heif', was.width, was.height])
      expect(small.headers.get('cache-control')).toBe(plain.headers.get('cache-control'))
    }
    expect((await look(upload)).headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })
  it('has another tag in each form', async () => {
    await runJob()
    const [plain, small] = [await look(picture, olderBrowser), await look(picture)]
    expect(small.etag).toMatch(/^"[\w-]+"$/)
    expect(plain.etag).toBeTruthy()
    expect(plain.etag).not.toBe(small.etag)
    const again = await look(picture, { ...browser, 'if-none-match': small.etag ?? '' })
    expect([again.status, again.bytes.length, again.vary]).toEqual([304, 0, 'Accept'])
    const other = await look(picture, { ...browser, 'if-none-match': plain.etag ?? '' })
    expect([other.status, other.type]).toEqual([200, 'image/avif'])
    const head = await look(picture, browser, 'HEAD')
    expect([head.status, head.type, head.length, head.bytes.length]).toEqual([200, 'image/avif', small.length, 0])
  })
  it('comes as it is to whoever refuses AVIF', async () => {
    await runJob()
    for (const accept of ['*/*', 'image/*', 'image/avif;q=0,image/webp', 'image/avifs', 'image/avif; q=0.0'])
      expect((await look(picture, { accept })).type, accept).toBe('image/webp')
    expect((await look(picture, { accept: 'image/webp, image/avif;q=0.9' })).type).toBe('image/avif')
  })
  it('whose AVIF saves nothing stays, untried again', async () => {
    await place(
      'dist/pictures/cover/a-640.webp',
      await sharp({ create: { width: 2, height: 2, channels: 3, background: '#fff' } })
        .webp()
        .toBuffer(),
    )
    await reopen()
    expect(await runJob()).toMatchObject({ made: 1, refused: 1 })
    expect((await look(picture)).type).toBe('image/webp')
    expect(await runJob()).toEqual({ made: 0, refused: 0, removed: 0 })
  })
  it('another under that name never comes as the old', async () => {
    await runJob()
    const old = await look(picture)
    await place('dist/pictures/cover/a-640.webp', await makePicture(96, 55).webp({ quality: 90 }).toBuffer())
    await reopen()
    expect((await look(picture)).bytes.equals(old.bytes)).toBe(false)
    await runJob()
    expect(await sharp((await look(picture)).bytes).metadata()).toMatchObject({ format: 'heif', height: 55 })
  })
  it('deleted takes its AVIF along, for visitors at once', async () => {
    await runJob()
    await rm(join(folder, 'data/uploads/ab/cd/photo.jpg'))
    expect((await look(upload)).status).toBe(404)
    expect(await runJob()).toEqual({ made: 0, refused: 0, removed: 1 })
    expect(await filesOf('.avif')).toHaveLength(1)
  })
  it('that no decoder reads doesn’t end the round', async () => {
    await place('data/uploads/ab/cd/photo.jpg', Buffer.from('no picture at all'))
    expect(await runJob()).toMatchObject({ made: 1, refused: 1 })
  })
})

describe('a job that is killed', () => {
  it('leaves whole files only; the next one continues', async () => {
    const original = await readFile(join(pictures(), 'cover/a-640.webp'))
    for (let number = 0; number < 6; number += 1)
      await place(
        `dist/pictures/cover/b-${number}.webp`,
        await makePicture(96, 60 + number)
          .webp({ quality: 90 })
          .toBuffer(),
      )
    const child = fork(resolve('tests/support/avif-child.ts'), [pictures(), avifs()], { execArgv: [] })
    await once(child, 'message')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const there = await filesOf('.avif')
    expect(there.length).toBeGreaterThan(0)
    for (const path of there) await expect(sharp(await readFile(path)).toBuffer()).resolves.toBeInstanceOf(Buffer)
    const pass = await runJob()
    // Seven pictures and the upload.
    expect(pass.made).toBe(8 - there.length)
    expect(original.equals(await readFile(join(pictures(), 'cover/a-640.webp')))).toBe(true)
  })
  it('midway leaves an unseen part that the next clears', async () => {
    await runJob()
    const [whole = ''] = await filesOf('.avif')
    const bytes = await readFile(whole)
    for (const path of await filesOf('.avif')) await rm(path)
    await mkdir(dirname(whole), { recursive: true })
    await writeFile(`${whole}.part`, bytes.subarray(0, 200))
    for (const path of [picture, upload]) expect((await look(path)).type).not.toBe('image/avif')
    await cp(`${whole}.part`, join(avifs(), 'stray.part'))
    await runJob()
    expect(await filesOf('.part')).toEqual([])
    expect((await stat(whole)).size).toBe(bytes.length)
    for (const path of [picture, upload]) expect((await look(path)).type).toBe('image/avif')
  })
})
