import sharp from 'sharp'
import { expect, test } from 'vitest'
import { backendOfFile } from '../support/backend-of-file.ts'
import { registerLearner } from '../support/backend-accounts.ts'
import { askUpload, sendUpload, uploadFile } from '../support/backend-uploads.ts'
import { type HeicPicture, makeHeic } from '../support/heic-files.ts'
import { buildClassWithHomework, handInFor } from '../support/homework-steps.ts'
import { quartersOf } from '../support/photo-samples.ts'

const backend = backendOfFile()

/** Sends a photo that must be refused; answers status and words. */
async function refusalOf(bytes: Buffer): Promise<[number, string]> {
  const { cookie } = await registerLearner(backend)
  const permit = await askUpload(backend, cookie, { name: '照片.heic', bytes, key: 'study' })
  const { status, body } = await sendUpload(backend, permit, bytes)
  return [status, body.msg]
}

async function readPhoto(cookie: string, url: string) {
  const { body, headers } = await backend.agent.get(url).set('reqSource', 'pcSite').set('Cookie', cookie).buffer(true)
  return { bytes: body as Buffer, type: headers['content-type'] as string }
}

const tooLarge = '照片.heic的尺寸过大，不能上传'
const broken = '照片.heic没有传完整或已损坏，请换一张'

test('a HEIC photo is handed in and shown as JPEG', async () => {
  const lesson = await buildClassWithHomework(backend)
  const { cookie } = lesson.learner
  const bytes = makeHeic()
  const url = await uploadFile(backend, cookie, { name: 'IMG_0042.HEIC', bytes, key: 'study' })
  const { rounds } = await handInFor(backend, lesson, { files: [url] })
  expect(rounds[0]?.files).toEqual([{ url, name: 'IMG_0042.jpg', contentType: 'image/jpeg' }])
  const photo = await readPhoto(cookie, url)
  expect([photo.type, await quartersOf(photo.bytes)]).toEqual(['image/jpeg', 'rgbw'])
  // the same photo again is there already
  expect((await askUpload(backend, cookie, { name: 'IMG_0042.HEIC', bytes, key: 'study' })).uploadUrl).toBe('')
})

test('a HEIC photo lying on its side is turned upright', async () => {
  const { cookie } = await registerLearner(backend)
  const url = await uploadFile(backend, cookie, { name: 'a.heic', bytes: makeHeic({ turns: 1 }), key: 'study' })
  const { bytes } = await readPhoto(cookie, url)
  const { width, height } = await sharp(bytes).metadata()
  expect([width, height, await quartersOf(bytes)]).toEqual([64, 96, 'gwrb'])
})

test('a HEIC photo that is cut off is refused', async () => {
  const whole = makeHeic()
  for (const length of [whole.length - 30, 300, 120])
    expect(await refusalOf(whole.subarray(0, length))).toEqual([422, broken])
  const torn = Buffer.from(whole)
  torn.fill(0, whole.length - 60)
  expect(await refusalOf(torn)).toEqual([422, broken])
})

test.each<[string, HeicPicture]>([
  ['that says so', { said: [10_000, 5001] }],
  ['whose decoder would make it so', { stream: 'above', said: [96, 64] }],
])('too large a HEIC photo, %s, is refused', async (_words, picture) => {
  expect(await refusalOf(makeHeic(picture))).toEqual([422, tooLarge])
})

test('a HEIC photo that hides a larger one is refused', async () => {
  expect(await refusalOf(makeHeic({ stream: 'above', said: [96, 64], hiddenBehind: 'quarters' }))).toEqual([
    422,
    broken,
  ])
})

test('a HEIC photo right below fifty million pixels is taken', async () => {
  const { cookie } = await registerLearner(backend)
  const url = await uploadFile(backend, cookie, { name: 'a.heic', bytes: makeHeic({ stream: 'below' }), key: 'study' })
  const { width, height } = await sharp((await readPhoto(cookie, url)).bytes).metadata()
  expect([width, height]).toEqual([8000, 6240])
  // seconds of arithmetic, more on a busy machine
}, 180_000)

test('HEIC photos are taken with homework only', async () => {
  const { cookie } = await registerLearner(backend)
  await expect(askUpload(backend, cookie, { name: 'a.heic', bytes: makeHeic() })).rejects.toThrow(
    'a.heic是不支持的类型',
  )
})
