import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { studyFolder } from '#server/backend/upload/upload-store.ts'
import { purgeUploads } from '#server/backend/upload/purge-job.ts'
import { ownsUpload } from '#server/backend/upload/upload-store.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { askUpload } from '../support/backend-uploads.ts'
import { bucketKeys, type FakeBucket, startFakeBucket } from '../support/fake-bucket.ts'
import { makePicture, makeSamples, type UploadSamples } from '../support/upload-samples.ts'

let backend: TestBackend
let bucket: FakeBucket
let samples: UploadSamples
let dataDir = ''
let learner: { userId: number; cookie: string }

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'uploads-'))
  samples = await makeSamples()
  bucket = await startFakeBucket(() => backend.clock.now())
  const { id, secret, region, name } = bucketKeys
  backend = await startTestBackend({
    DATA_DIR: dataDir,
    STORAGE: 's3',
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: region,
    S3_BUCKET: name,
    S3_KEY_ID: id,
    S3_KEY_SECRET: secret,
    S3_PUBLIC_URL: 'https://files.school.test',
  })
})
afterAll(async () => {
  await backend.close()
  await bucket.stop()
  rmSync(dataDir, { recursive: true })
})
beforeEach(async () => {
  learner = await addSignedIn(backend)
  bucket.objects.clear()
  bucket.refused.length = 0
  backend.clock.set(testNow)
})

const put = (url: string, bytes: Buffer, type: string): Promise<Response> =>
  fetch(url, { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(bytes) })
/** What lies there of a test's own: the photos of the demo's homework are drawn after the start, beside it. */
const objects = () => [...bucket.objects].filter(([key]) => !key.startsWith(studyFolder))
const keys = (): string[] => objects().map(([key]) => key)

describe('an upload to a bucket', () => {
  it('goes straight there, used once it was looked at', async () => {
    const input = { name: 'a.png', bytes: await makePicture().png().toBuffer() }
    const permit = await askUpload(backend, learner.cookie, input)
    expect(permit.uploadUrl).toMatch(new RegExp(`^${bucket.endpoint}/school/incoming/`))
    expect(permit.resUrl).toMatch(
      /^https:\/\/files\.school\.test\/uploads\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{36}\.png$/,
    )
    expect((await put(permit.uploadUrl, input.bytes, 'image/png')).status).toBe(200)
    expect(await ownsUpload(backend.database.db, learner.userId, permit.resUrl)).toBe(false)
    expect(await askUpload(backend, learner.cookie, input)).toEqual({
      uploadUrl: '',
      resUrl: permit.resUrl,
      contentType: 'image/png',
    })
    expect(await ownsUpload(backend.database.db, learner.userId, permit.resUrl)).toBe(true)
    const key = permit.resUrl.replace('https://files.school.test/', '')
    expect(keys()).toEqual([key])
    expect(bucket.objects.get(key)?.bytes.equals(input.bytes)).toBe(true)
    expect(bucket.objects.get(key)?.headers).toEqual({
      'content-type': 'image/png',
      'content-disposition': '',
      'cache-control': 'public,max-age=31536000,immutable',
    })
    expect(await askUpload(backend, learner.cookie, input)).toMatchObject({ uploadUrl: '' })
    expect(bucket.refused).toEqual([])
    expect(readdirSync(join(dataDir, 'uploads', '.incoming'))).toEqual([])
  })
  it('is bound to type, length and time', async () => {
    const input = { name: 'a.png', bytes: await makePicture().png().toBuffer() }
    const permit = await askUpload(backend, learner.cookie, input)
    expect((await put(permit.uploadUrl, input.bytes, 'text/html')).status).toBe(403)
    expect((await put(permit.uploadUrl, Buffer.concat([input.bytes, Buffer.alloc(1)]), 'image/png')).status).toBe(403)
    backend.clock.set(testNow + 10 * 60_000)
    expect((await put(permit.uploadUrl, input.bytes, 'image/png')).status).toBe(403)
    expect(bucket.refused.map((line) => line.split(': ')[1])).toEqual(['signature', 'signature', 'expired'])
    expect(keys()).toEqual([])
  })
  it('that is something else is refused and thrown away', async () => {
    const input = { name: 'a.png', bytes: Buffer.from('<!doctype html><script>alert(1)</script>') }
    const permit = await askUpload(backend, learner.cookie, input)
    await put(permit.uploadUrl, input.bytes, 'image/png')
    await expect(askUpload(backend, learner.cookie, input)).rejects.toMatchObject({
      code: 4004,
      message: 'a.png是不支持的类型',
      status: 200,
    })
    expect(keys()).toEqual([])
    expect((await askUpload(backend, learner.cookie, input)).uploadUrl).not.toBe('')
  })
  it('that isn’t shown is marked as a download', async () => {
    const input = { name: 'a.svg', bytes: samples.svg ?? Buffer.alloc(0) }
    const permit = await askUpload(backend, learner.cookie, input)
    await put(permit.uploadUrl, input.bytes, permit.contentType)
    await askUpload(backend, learner.cookie, input)
    expect(objects().map(([, { headers }]) => headers['content-disposition'])).toEqual(['attachment'])
  })
  it('of an avatar lies there made anew', async () => {
    const input = { name: 'a.png', bytes: await makePicture(700, 300).png().toBuffer(), key: 'avatar' }
    const permit = await askUpload(backend, learner.cookie, input)
    await put(permit.uploadUrl, input.bytes, permit.contentType)
    await askUpload(backend, learner.cookie, input)
    expect(objects().map(([key, object]) => [key.endsWith('.webp'), object.headers['content-type']])).toEqual([
      [true, 'image/webp'],
    ])
  })
  it('that is never asked about again goes after a day', async () => {
    const input = { name: 'a.png', bytes: await makePicture().png().toBuffer() }
    await put((await askUpload(backend, learner.cookie, input)).uploadUrl, input.bytes, 'image/png')
    expect(keys()).toHaveLength(1)
    backend.clock.set(testNow + 25 * 3_600_000)
    await purgeUploads(backend.context)
    expect(keys()).toEqual([])
  })
})

describe('a file made for somebody', () => {
  it('is given by the bucket, as download, a while', async () => {
    const { storage } = backend.context
    await storage.put('private/exports/1.zip', Buffer.from('bytes'), {
      contentType: 'application/zip',
      asDownload: true,
    })
    expect(bucket.objects.get('private/exports/1.zip')?.headers['cache-control']).toBe('private, no-store')
    const url = await storage.signedGet('private/exports/1.zip', testNow + 60_000, '我的 (数据).zip')
    expect(new URL(url).searchParams.get('response-content-disposition')).toBe(
      "attachment; filename*=UTF-8''%E6%88%91%E7%9A%84%20%28%E6%95%B0%E6%8D%AE%29.zip",
    )
    expect(await (await fetch(url)).text()).toBe('bytes')
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403)
    backend.clock.set(testNow + 61_000)
    expect((await fetch(url)).status).toBe(403)
    backend.clock.set(testNow)
    await storage.remove('private/exports/1.zip')
    expect(await storage.exists('private/exports/1.zip')).toBe(false)
    await expect(storage.get('private/exports/1.zip')).rejects.toThrow('has no')
  })
})
