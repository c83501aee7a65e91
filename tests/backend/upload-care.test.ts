import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { purgeUploads } from '#server/backend/upload/purge-job.ts'
import { receiveFile } from '#server/backend/upload/receive-file.ts'
import { ownsUpload } from '#server/backend/upload/upload-store.ts'
import { uploadTypeOf } from '#shared/rules/upload-rules.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, folderOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { askUpload, md5Of, sendUpload, uploadFile } from '../support/backend-uploads.ts'
import { makeBmp, makePicture, makeSamples, testVirus, type UploadSamples } from '../support/upload-samples.ts'

const hour = 3_600_000
const dataDir = folderOfFile('uploads-')
const backend = backendOfFile({ DATA_DIR: dataDir })
let samples: UploadSamples
beforeAll(async () => {
  samples = await makeSamples()
})

const incoming = (): string => join(dataDir, 'uploads', '.incoming')

/** Sends a file that must be refused; answers status and message. */
async function refusedAs(name: string, bytes: Buffer): Promise<[number, string]> {
  const { cookie, userId } = await addSignedIn(backend)
  const permit = await askUpload(backend, cookie, { name, bytes })
  const answer = await sendUpload(backend, permit, bytes)
  expect(await ownsUpload(backend.database.db, userId, permit.resUrl)).toBe(false)
  expect(readdirSync(incoming())).toEqual([])
  return [answer.status, answer.body.msg]
}

/** A JPEG whose header promises another size than it has. */
async function lyingJpeg(width: number, height: number): Promise<Buffer> {
  const bytes = await makePicture().jpeg().toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

/** A moving picture of so many frames of one pixel. */
function manyFrames(frames: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex')
  const frame = Buffer.from('21f9040001000000' + '2c00000000010001000002024401' + '00', 'hex')
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

describe('pictures that would burst', () => {
  it('with too many pixels are refused', async () => {
    expect(await refusedAs('lottapixel.jpg', await lyingJpeg(64_250, 64_250))).toEqual([
      422,
      'lottapixel.jpg的尺寸过大，不能上传',
    ])
    expect(await refusedAs('a.bmp', makeBmp(4, 4, { width: 60_000, height: -60_000 }))).toEqual([
      422,
      'a.bmp的尺寸过大，不能上传',
    ])
  })
  it('with too many frames are refused', async () => {
    const few = manyFrames(3)
    expect((await sharp(few, { animated: true }).metadata()).pages).toBe(3)
    expect(await refusedAs('uber.gif', manyFrames(1001))).toEqual([422, 'uber.gif的尺寸过大，不能上传'])
    const { cookie } = await addSignedIn(backend)
    expect(await uploadFile(backend, cookie, { name: 'few.gif', bytes: few })).toMatch(/\.gif$/)
  })
  it('but those of fifty million pixels are not', async () => {
    const { cookie } = await addSignedIn(backend)
    const bytes = await sharp({ create: { width: 10_000, height: 5000, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    expect(await uploadFile(backend, cookie, { name: 'wide.png', bytes })).toMatch(/\.png$/)
    const more = await sharp({ create: { width: 10_000, height: 5001, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    expect((await refusedAs('wide.png', more))[0]).toBe(422)
  })
})

describe('archives that would burst', () => {
  const entries = (count: number): Buffer =>
    Buffer.from(
      zipSync(
        Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.txt`, Buffer.from(String(index))])),
      ),
    )

  it('with more than a thousand entries are refused', async () => {
    const { cookie } = await addSignedIn(backend)
    expect(await uploadFile(backend, cookie, { name: 'a.zip', bytes: entries(1000) })).toMatch(/\.zip$/)
    expect(await refusedAs('a.zip', entries(1001))).toEqual([422, 'a.zip的内容过多，不能上传'])
  })
  it('that grow more than a hundred times are refused', async () => {
    expect(await refusedAs('a.zip', Buffer.from(zipSync({ zeros: new Uint8Array(1024 * 1024) })))).toEqual([
      422,
      'a.zip的内容过多，不能上传',
    ])
  })
  it('whose directory can’t be trusted are refused', async () => {
    const bytes = entries(5)
    const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    const lying = Buffer.from(bytes)
    lying.writeUInt16LE(2, end + 10)
    for (const broken of [
      lying,
      bytes.subarray(0, end),
      Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.alloc(300)]),
    ])
      expect(await refusedAs('a.zip', broken)).toEqual([415, 'a.zip是不支持的类型'])
  })
})

describe('the test virus', () => {
  it('is refused wherever it lies, also packed', async () => {
    const plain = Buffer.concat([samples.mp4 ?? Buffer.alloc(0), Buffer.alloc(200_000), testVirus])
    expect(await refusedAs('a.mp4', plain)).toEqual([422, 'a.mp4含有病毒，不能上传'])
    const packed = Buffer.from(zipSync({ 'a.com': testVirus }, { level: 9 }))
    expect(deflateRawSync(testVirus).equals(testVirus)).toBe(false)
    expect(await refusedAs('a.zip', packed)).toEqual([422, 'a.zip含有病毒，不能上传'])
    expect(await refusedAs('b.zip', Buffer.from(zipSync({ 'a.com': testVirus }, { level: 0 })))).toEqual([
      422,
      'b.zip含有病毒，不能上传',
    ])
  })
  it('is seen where two parts of a stream meet', async () => {
    const bytes = Buffer.concat([samples.mp4 ?? Buffer.alloc(0), testVirus, Buffer.alloc(100)])
    const cut = bytes.indexOf(testVirus) + 30
    const type = uploadTypeOf('a.mp4')
    if (!type) throw new Error('mp4 is a type of ours')
    async function* parts(): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, cut)
      yield bytes.subarray(cut, cut + 5)
      yield bytes.subarray(cut + 5)
    }
    await expect(
      receiveFile(parts(), { name: 'a.mp4', type, purpose: 'file', size: undefined, md5: md5Of(bytes) }, incoming()),
    ).rejects.toMatchObject({ status: 422 })
  })
})

describe('a disk that is full', () => {
  it('is said plainly, leaves nothing, ends with new room', async () => {
    const { cookie, userId } = await addSignedIn(backend)
    const bytes = await makePicture().png().toBuffer()
    const permit = await askUpload(backend, cookie, { name: 'a.png', bytes })
    const { storage } = backend.context
    const putFile = storage.putFile
    // The system's own error of a device without room.
    storage.putFile = async () => {
      const full = await open('/dev/full', 'w')
      await full.writeFile('x').finally(() => full.close())
    }
    const answer = await sendUpload(backend, permit, bytes)
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([507, 4004, '服务器空间不足，请稍后再试'])
    expect(await ownsUpload(backend.database.db, userId, permit.resUrl)).toBe(false)
    expect(readdirSync(incoming())).toEqual([])
    storage.putFile = putFile
    expect((await sendUpload(backend, permit, bytes)).status).toBe(200)
    expect(await ownsUpload(backend.database.db, userId, permit.resUrl)).toBe(true)
  })
})

describe('uploads that never come', () => {
  it('are forgotten after a day, and their remains with them', async () => {
    const { cookie, userId } = await addSignedIn(backend)
    const bytes = await makePicture().png().toBuffer()
    await uploadFile(backend, cookie, { name: 'kept.png', bytes: await makePicture().png().toBuffer() })
    await askUpload(backend, cookie, { name: 'a.png', bytes })
    mkdirSync(incoming(), { recursive: true })
    const remains = join(incoming(), 'half')
    writeFileSync(remains, 'half')
    utimesSync(remains, new Date(testNow), new Date(testNow))
    backend.clock.set(testNow + 24 * hour)
    await purgeUploads(backend.context)
    const states = async (): Promise<number[]> =>
      (
        await backend.database.db
          .selectFrom('uploads')
          .select('uploads.state')
          .where('uploads.userId', '=', userId)
          .orderBy('uploads.id')
          .execute()
      ).map((row) => row.state)
    expect(await states()).toEqual([2, 1])
    expect(readdirSync(incoming())).toEqual(['half'])
    backend.clock.set(testNow + 24 * hour + 1)
    await purgeUploads(backend.context)
    expect(await states()).toEqual([2, 3])
    expect(readdirSync(incoming())).toEqual([])
    backend.clock.set(testNow)
    expect(await uploadFile(backend, cookie, { name: 'a.png', bytes })).toMatch(/\.png$/)
    expect(await states()).toEqual([2, 2])
  })
})

describe('files that are made for somebody', () => {
  it('are given by signed addresses, as downloads, a while', async () => {
    const { storage } = backend.context
    await storage.put('private/exports/7-abc.zip', Buffer.from('the bytes'), {
      contentType: 'application/zip',
      asDownload: true,
    })
    const url = await storage.signedGet('private/exports/7-abc.zip', testNow + 60_000, '我的数据.zip')
    const answer = await backend.agent.get(url).buffer()
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toContain("filename*=UTF-8''%E6%88%91%E7%9A%84%E6%95%B0%E6%8D%AE.zip")
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(Buffer.from(answer.body as Buffer).toString()).toBe('the bytes')
    for (const forged of [
      url.replace('7-abc', '8-abc'),
      url.replace(/expires=\d+/, `expires=${testNow + 600_000}`),
      url.replace(/name=[^&]+/, 'name=a.html'),
      url.replace(/&signature=.*/, ''),
    ]) {
      expect((await backend.agent.get(forged)).status, forged).toBe(403)
    }
    backend.clock.set(testNow + 60_000)
    expect((await backend.agent.get(url)).status).toBe(403)
    backend.clock.set(testNow)
    await storage.remove('private/exports/7-abc.zip')
    expect((await backend.agent.get(url)).status).toBe(404)
  })
  it('never lie outside their folders', async () => {
    const { storage } = backend.context
    for (const key of ['../secret', 'private/../secret', 'ab/cd/../../x.png', '/etc/passwd', 'private/.hidden'])
      await expect(storage.exists(key), key).rejects.toThrow('no key')
    expect(() => storage.publicUrl('private/exports/7.zip')).toThrow('no public address')
  })
})
