import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ownsUpload } from '#server/backend/upload/upload-store.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile, folderOfFile } from '../support/backend-of-file.ts'
import { addSignedIn } from '../support/backend-session.ts'
import { askUpload, sendUpload, uploadFile } from '../support/backend-uploads.ts'
import { makePicture, makeSamples, type UploadSamples } from '../support/upload-samples.ts'

const megabyte = 1024 * 1024
const dataDir = folderOfFile('uploads-')
const backend = backendOfFile({ DATA_DIR: dataDir })
let samples: UploadSamples
beforeAll(async () => {
  samples = await makeSamples()
})

const fileOf = (resUrl: string): string => join(dataDir, resUrl.replace('/media/', ''))
const incoming = (): string[] => readdirSync(join(dataDir, 'uploads', '.incoming'))

const types: readonly [extension: string, limit: number][] = [
  ['png', 5],
  ['jpg', 5],
  ['jpeg', 5],
  ['bmp', 5],
  ['gif', 5],
  ['webp', 5],
  ['psd', 5],
  ['svg', 5],
  ['tiff', 5],
  ['mp4', 200],
  ['mov', 200],
  ['mp3', 10],
  ['zip', 100],
  ['rar', 100],
]

describe.each(types)('a .%s file', (extension, limit) => {
  const good = (): Buffer => samples[extension] ?? Buffer.alloc(0)

  it('is stored as sent, its owner’s, in any case', async () => {
    const [owner, other] = await Promise.all([addSignedIn(backend), addSignedIn(backend)])
    const resUrl = await uploadFile(backend, owner.cookie, { name: `作业.${extension.toUpperCase()}`, bytes: good() })
    expect(resUrl).toMatch(/^\/media\/uploads\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{36}\.[a-z0-9]+$/)
    expect(readFileSync(fileOf(resUrl)).equals(good())).toBe(true)
    expect(await ownsUpload(backend.database.db, owner.userId, resUrl)).toBe(true)
    expect(await ownsUpload(backend.database.db, other.userId, resUrl)).toBe(false)
    expect(await ownsUpload(backend.database.db, owner.userId, `https://elsewhere.test${resUrl}`)).toBe(false)
  })
  it('whose content is something else is refused and not kept', async () => {
    const { cookie, userId } = await addSignedIn(backend)
    const name = `作业.${extension}`
    for (const bytes of [
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      samples[extension === 'png' ? 'jpg' : 'png'] ?? Buffer.alloc(0),
      Buffer.from('MZ\x90\0'),
      Buffer.alloc(0),
    ]) {
      const permit = await askUpload(backend, cookie, { name, bytes })
      const answer = await sendUpload(backend, permit, bytes)
      expect([answer.status, answer.body.code, answer.body.msg]).toEqual([415, 4004, `${name}是不支持的类型`])
      expect(await ownsUpload(backend.database.db, userId, permit.resUrl)).toBe(false)
    }
    expect(incoming()).toEqual([])
  })
  it('goes by its last extension only', async () => {
    const { cookie } = await addSignedIn(backend)
    expect(await uploadFile(backend, cookie, { name: `../../shell.php.${extension}`, bytes: good() })).not.toContain(
      'php',
    )
    for (const name of [
      `作业.${extension}.php`,
      `作业.${extension}.html`,
      `作业.${extension}.`,
      `作业${extension}`,
      extension,
    ]) {
      await expect(askUpload(backend, cookie, { name, bytes: good(), contentType: 'image/png' })).rejects.toMatchObject(
        { code: 4004, message: `${name}是不支持的类型` },
      )
    }
  })
  it('must be declared as what it is', async () => {
    const { cookie } = await addSignedIn(backend)
    await expect(
      askUpload(backend, cookie, { name: `a.${extension}`, bytes: good(), contentType: 'text/html' }),
    ).rejects.toMatchObject({ code: 4004, message: `a.${extension}是不支持的类型` })
  })
  it(`may have ${limit} megabytes and not a byte more`, async () => {
    const { cookie } = await addSignedIn(backend)
    const input = { name: `a.${extension}`, bytes: good() }
    expect((await askUpload(backend, cookie, { ...input, size: limit * megabyte })).uploadUrl).not.toBe('')
    await expect(askUpload(backend, cookie, { ...input, size: limit * megabyte + 1 })).rejects.toMatchObject({
      code: 4004,
      message: `文件大小不能超过${limit}M`,
    })
    // Whoever doesn't say how much it is meets the limit when it comes.
    const permit = await askUpload(backend, cookie, { ...input, size: null })
    const answer = await backend.agent
      .put(permit.uploadUrl)
      .set({ 'Content-Type': permit.contentType, 'Content-Length': String(limit * megabyte + 1) })
    expect([answer.status, answer.body.msg]).toEqual([413, `文件大小不能超过${limit}M`])
  })
})

describe('other types', () => {
  it.each(['exe', 'html', 'htm', 'js', 'php', 'bmg', 'tif', 'pdf', 'avif', 'heic', 'wav', '7z'])(
    '.%s is refused',
    async (extension) => {
      const { cookie } = await addSignedIn(backend)
      await expect(
        askUpload(backend, cookie, {
          name: `a.${extension}`,
          bytes: samples.png ?? Buffer.alloc(0),
          contentType: 'image/png',
        }),
      ).rejects.toMatchObject({ code: 4004, message: `a.${extension}是不支持的类型` })
    },
  )
})

describe('an avatar', () => {
  it('may have one megabyte and says so', async () => {
    const { cookie } = await addSignedIn(backend)
    const input = { name: 'a.png', bytes: samples.png ?? Buffer.alloc(0), key: 'avatar' }
    expect((await askUpload(backend, cookie, { ...input, size: 1_048_576 })).uploadUrl).not.toBe('')
    await expect(askUpload(backend, cookie, { ...input, size: 1_048_577 })).rejects.toMatchObject({
      code: 4004,
      message: '头像上传失败（头像大小不能超过1M）',
    })
  })
  it.each(['svg', 'psd', 'tiff', 'mp4', 'zip'])('may not be .%s', async (extension) => {
    const { cookie } = await addSignedIn(backend)
    await expect(
      askUpload(backend, cookie, {
        name: `a.${extension}`,
        bytes: samples[extension] ?? Buffer.alloc(0),
        key: 'avatar',
      }),
    ).rejects.toMatchObject({ code: 4004, message: `a.${extension}是不支持的类型` })
  })
  it('is made anew: square, upright, without camera data', async () => {
    const { cookie } = await addSignedIn(backend)
    const photo = await makePicture(900, 600)
      .withExif({ IFD0: { Make: 'SecretCamera', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    expect(photo.includes('SecretCamera')).toBe(true)
    const resUrl = await uploadFile(backend, cookie, { name: 'me.jpg', bytes: photo, key: 'avatar' })
    expect(resUrl).toMatch(/\.webp$/)
    const stored = readFileSync(fileOf(resUrl))
    const { format, width, height, exif } = await sharp(stored).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 512, height: 512, exif: undefined })
    expect(stored.includes('SecretCamera')).toBe(false)
  })
  it('that begins like a picture and isn’t one is refused', async () => {
    const { cookie } = await addSignedIn(backend)
    const bytes = Buffer.concat([(samples.png ?? Buffer.alloc(0)).subarray(0, 60), Buffer.alloc(500, 7)])
    const permit = await askUpload(backend, cookie, { name: 'a.png', bytes, key: 'avatar' })
    expect((await sendUpload(backend, permit, bytes)).status).toBe(415)
    expect(incoming()).toEqual([])
  })
  it('in the old .bmp form is kept as it is', async () => {
    const { cookie } = await addSignedIn(backend)
    const resUrl = await uploadFile(backend, cookie, {
      name: 'a.bmp',
      bytes: samples.bmp ?? Buffer.alloc(0),
      key: 'avatar',
    })
    expect(readFileSync(fileOf(resUrl)).equals(samples.bmp ?? Buffer.alloc(0))).toBe(true)
  })
})

describe('the address for sending', () => {
  const picture = async (): Promise<Buffer> => makePicture().png().toBuffer()

  it('needs a signed-in learner', async () => {
    await expect(askUpload(backend, '', { name: 'a.png', bytes: await picture() })).rejects.toMatchObject({ code: -3 })
  })
  it('is good for ten minutes', async () => {
    const { cookie } = await addSignedIn(backend)
    const bytes = await picture()
    const permit = await askUpload(backend, cookie, { name: 'a.png', bytes })
    backend.clock.set(testNow + 10 * 60_000)
    expect((await sendUpload(backend, permit, bytes)).status).toBe(403)
    const again = await askUpload(backend, cookie, { name: 'a.png', bytes })
    expect((await sendUpload(backend, again, bytes)).status).toBe(200)
    backend.clock.set(testNow)
  })
  it('holds for one key, type, length and time only', async () => {
    const { cookie } = await addSignedIn(backend)
    const [bytes, more] = [await picture(), await picture()]
    const permit = await askUpload(backend, cookie, { name: 'a.png', bytes })
    const other = await askUpload(backend, cookie, { name: 'b.png', bytes: more })
    const forged = [
      permit.uploadUrl.replace(/expires=\d+/, `expires=${testNow + 99 * 60_000}`),
      permit.uploadUrl.replace(/size=\d+/, 'size=5000000'),
      permit.uploadUrl.replace(/&size=\d+/, ''),
      permit.uploadUrl.replace(/signature=.*/, 'signature='),
      permit.uploadUrl.replace(/\/api\/storage\/[^?]+/, (other.uploadUrl.split('?')[0] ?? '').toString()),
      permit.uploadUrl.replace(/\/api\/storage\/[^?]+/, '/api/storage/ab/cd/0000.png'),
    ]
    for (const uploadUrl of forged)
      expect((await sendUpload(backend, { ...permit, uploadUrl }, bytes)).status, uploadUrl).toBe(403)
    expect((await sendUpload(backend, permit, bytes, 'text/html')).status).toBe(403)
    expect((await sendUpload(backend, permit, bytes)).status).toBe(200)
  })
  it('takes nothing but what was announced', async () => {
    const { cookie, userId } = await addSignedIn(backend)
    const [bytes, more] = [await picture(), await picture()]
    const permit = await askUpload(backend, cookie, { name: 'a.png', bytes, size: null })
    expect((await sendUpload(backend, permit, more)).status).toBe(409)
    const longer = await askUpload(backend, cookie, { name: 'a.png', bytes })
    expect((await sendUpload(backend, longer, Buffer.concat([bytes, Buffer.alloc(9)]))).status).toBe(413)
    expect((await sendUpload(backend, longer, bytes.subarray(0, -9))).status).toBe(409)
    expect(await ownsUpload(backend.database.db, userId, permit.resUrl)).toBe(false)
    expect(incoming()).toEqual([])
  })
  it('can be used twice for those bytes only', async () => {
    const { cookie } = await addSignedIn(backend)
    const bytes = await picture()
    const permit = await askUpload(backend, cookie, { name: 'a.png', bytes })
    expect((await sendUpload(backend, permit, bytes)).status).toBe(200)
    expect((await sendUpload(backend, permit, bytes)).status).toBe(200)
    expect((await sendUpload(backend, permit, Buffer.alloc(bytes.length))).status).toBe(409)
    expect(readFileSync(fileOf(permit.resUrl)).equals(bytes)).toBe(true)
  })
})

describe('one learner’s files', () => {
  it('have two gigabytes a day, and ten in all', async () => {
    const { cookie, userId } = await addSignedIn(backend)
    const film = (index: number) => ({
      name: `${index}.mp4`,
      bytes: Buffer.from(`film ${index}`),
      size: 200 * megabyte,
    })
    for (let index = 0; index < 10; index += 1) await askUpload(backend, cookie, film(index))
    await expect(askUpload(backend, cookie, film(10))).rejects.toMatchObject({ code: 4004, status: 429 })
    // The same file again is none more.
    expect((await askUpload(backend, cookie, film(9))).uploadUrl).not.toBe('')
    await expect(askUpload(backend, cookie, { ...film(11), size: null })).rejects.toMatchObject({ status: 429 })
    const aDayLater = () =>
      sql`update uploads set created_at = created_at - interval '25 hours' where user_id = ${userId}`.execute(
        backend.database.db,
      )
    for (let day = 1; day < 5; day += 1) {
      await aDayLater()
      for (let index = 0; index < 10; index += 1) await askUpload(backend, cookie, film(day * 100 + index))
    }
    await aDayLater()
    await askUpload(backend, cookie, film(600))
    await expect(askUpload(backend, cookie, film(601))).rejects.toMatchObject({
      code: 4004,
      message: '上传空间已满，请联系客服',
    })
  })
  it('come at most sixty times a minute, whatever the address', async () => {
    const { cookie } = await addSignedIn(backend)
    const bytes = await makePicture().png().toBuffer()
    const permit = await askUpload(backend, cookie, { name: 'a.png', bytes })
    for (let time = 0; time < 60; time += 1) expect((await sendUpload(backend, permit, bytes)).status).toBe(200)
    expect((await sendUpload(backend, permit, bytes)).status).toBe(429)
  })
})

describe('the same file again', () => {
  it('isn’t sent twice by one learner, but by another', async () => {
    const [owner, other] = await Promise.all([addSignedIn(backend), addSignedIn(backend)])
    const bytes = await makePicture().png().toBuffer()
    const resUrl = await uploadFile(backend, owner.cookie, { name: 'a.png', bytes })
    expect(await askUpload(backend, owner.cookie, { name: 'b.png', bytes })).toEqual({
      uploadUrl: '',
      resUrl,
      contentType: 'image/png',
    })
    const foreign = await askUpload(backend, other.cookie, { name: 'a.png', bytes })
    expect(foreign.uploadUrl).not.toBe('')
    expect(foreign.resUrl).not.toBe(resUrl)
  })
  it('is sent again when it has gone from the disk', async () => {
    const { cookie } = await addSignedIn(backend)
    const bytes = await makePicture().png().toBuffer()
    const resUrl = await uploadFile(backend, cookie, { name: 'a.png', bytes })
    rmSync(fileOf(resUrl))
    expect(await uploadFile(backend, cookie, { name: 'a.png', bytes })).toBe(resUrl)
    expect(readFileSync(fileOf(resUrl)).equals(bytes)).toBe(true)
  })
  it('sent ten times at once is stored once', async () => {
    const { cookie, userId } = await addSignedIn(backend)
    const bytes = await makePicture(200, 200).png().toBuffer()
    const permits = await Promise.all(
      Array.from({ length: 10 }, () => askUpload(backend, cookie, { name: 'a.png', bytes })),
    )
    const answers = await Promise.all(permits.map((permit) => sendUpload(backend, permit, bytes)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    expect(new Set(permits.map((permit) => permit.resUrl)).size).toBe(1)
    const rows = await backend.database.db
      .selectFrom('uploads')
      .select(['uploads.state', 'uploads.sizeBytes'])
      .where('uploads.userId', '=', userId)
      .execute()
    expect(rows).toEqual([{ state: 2, sizeBytes: bytes.length }])
    expect(incoming()).toEqual([])
  })
  it('is asked for at most sixty times a minute', async () => {
    const { cookie } = await addSignedIn(backend)
    const input = { name: 'a.png', bytes: samples.png ?? Buffer.alloc(0) }
    for (let time = 0; time < 60; time += 1) await askUpload(backend, cookie, input)
    await expect(askUpload(backend, cookie, input)).rejects.toMatchObject({ code: 4004, status: 429 })
  })
})

it('ten files of one learner come in beside others', async () => {
  const [slow, other] = await Promise.all([addSignedIn(backend), addSignedIn(backend)])
  const bytes = samples.mp4 ?? Buffer.alloc(0)
  const permit = await askUpload(backend, slow.cookie, { name: '慢.mp4', bytes })
  const open = Array.from({ length: 10 }, () => {
    const request = backend.agent
      .put(permit.uploadUrl)
      .set('Content-Type', permit.contentType)
      .set('Content-Length', String(bytes.length))
    request.on('error', () => undefined)
    request.write(bytes.subarray(0, 100))
    return request
  })
  await vi.waitFor(() => expect(incoming()).toHaveLength(10), 10_000)
  expect((await sendUpload(backend, permit, bytes)).status).toBe(429)
  expect(await uploadFile(backend, other.cookie, { name: '快.mp4', bytes })).toMatch(/^\/media\/uploads\//)
  for (const request of open) request.abort()
  await vi.waitFor(async () => expect((await sendUpload(backend, permit, bytes)).status).toBe(200), 10_000)
})

describe('a learner’s room for uploads', () => {
  it('counts files that are announced at once', async () => {
    const { cookie } = await addSignedIn(backend)
    const size = 200 * megabyte
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        backend.as(cookie).call('GET /api/common/pre-upload', {
          contentType: 'video/mp4',
          name: `第 ${index} 段.mp4`,
          md5: String(index).padStart(32, '0'),
          size,
        }),
      ),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  it.each([1.5, -1, -1e12, -1e300, 1e13])('refuses a file of %s bytes in words', async (size) => {
    const { cookie } = await addSignedIn(backend)
    const answer = await backend.agent
      .post('/api/common/pre-upload')
      .set({ reqSource: 'pcSite', Cookie: cookie })
      .send({ contentType: 'image/png', name: '画.png', md5: '0'.repeat(32), size })
    expect(answer.body).toMatchObject({ code: 0, msg: '参数 size 不正确' })
  })
})
