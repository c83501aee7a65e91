import { expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { askUpload } from '../support/backend-uploads.ts'
import { makeHeic } from '../support/heic-files.ts'

const backend = backendOfFile({ HEIC_PHOTOS: 'false' })

test('a school without HEIC says what to send instead', async () => {
  const { cookie } = await registerLearner(backend)
  await expect(askUpload(backend, cookie, { name: 'a.heic', bytes: makeHeic(), key: 'study' })).rejects.toThrow(
    '这里不收 HEIC 照片，请存成 JPEG 再上传',
  )
})
