import sharp from 'sharp'
import { expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { uploadFile } from '../support/backend-uploads.ts'
import { expectUpright, takePhoto } from '../support/photo-samples.ts'

const backend = backendOfFile()

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo held in way %i is kept upright', async (orientation) => {
  const { cookie } = await registerLearner(backend)
  const bytes = await takePhoto(orientation)
  const url = await uploadFile(backend, cookie, { name: `照片${orientation}.jpg`, bytes, key: 'study' })
  const kept = (await backend.agent.get(url).set('Cookie', cookie)).body as Buffer
  await expectUpright(kept)
  expect((await sharp(kept).metadata()).orientation ?? 1).toBe(1)
})

test('a photo that was cut off is refused', async () => {
  const { cookie } = await registerLearner(backend)
  const whole = await takePhoto(6)
  const bytes = whole.subarray(0, Math.floor(whole.length * 0.6))
  await expect(uploadFile(backend, cookie, { name: '半张.jpg', bytes, key: 'study' })).rejects.toThrow()
})
