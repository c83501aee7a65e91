import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { askUpload, sendUpload, uploadFile } from '../support/backend-uploads.ts'
import { saveExam, submitExam } from '../support/exam-steps.ts'
import { type HeicPicture, makeHeic } from '../support/heic-files.ts'
import { markingSteps, type Sitting } from '../support/marking-steps.ts'
import { expectUpright, quartersOf, takePhoto } from '../support/photo-samples.ts'
import { makeSamples } from '../support/upload-samples.ts'

const backend = backendOfFile()
const { attempt, buildSitting, result } = markingSteps(backend)

const send = ({ learner }: Sitting, name: string, bytes: Buffer): Promise<string> =>
  uploadFile(backend, learner.cookie, { name, bytes, key: 'study' })

/** Saves a photo as the short answer of an exam; answers the state that the server says. */
async function answerWith({ learner, exam, page }: Sitting, url: string, seq = 1): Promise<number> {
  const answers = [{ questionId: exam.questionIds[4] ?? 0, answer: { files: [url] }, seq }]
  return (await saveExam(backend, learner, page, answers)).state
}

async function look({ cookie }: Learner, url: string): Promise<{ bytes: Buffer; type: string | undefined }> {
  const { body, headers } = await backend.agent.get(url).set('Cookie', cookie).buffer(true)
  return { bytes: body as Buffer, type: headers['content-type'] }
}

/** Sends a photo that must be refused; answers status and words. */
async function refusalOf(name: string, bytes: Buffer): Promise<[number, string]> {
  const { cookie } = await registerLearner(backend)
  const permit = await askUpload(backend, cookie, { name, bytes, key: 'study' })
  const { status, body } = await sendUpload(backend, permit, bytes)
  return [status, body.msg]
}

const tooLarge = (name: string): string => `${name}的尺寸过大，不能上传`
const broken = (name: string): string => `${name}没有传完整或已损坏，请换一张`

test('a HEIC photo answers, upright, and its marker sees it', async () => {
  const sitting = await buildSitting()
  const { learner, teacher, page, exam } = sitting
  const url = await send(sitting, 'IMG_7.HEIC', makeHeic({ turns: 1 }))
  expect(await answerWith(sitting, url)).toBe(1)
  // under way it is nobody else's
  expect((await look(teacher, url)).type).toContain('json')
  await submitExam(backend, learner, page)
  for (const seen of [await attempt(teacher, sitting), await result(sitting)])
    expect(seen.questions.find(({ id }) => id === exam.questionIds[4])?.answer).toEqual({ files: [url] })
  for (const who of [learner, teacher]) {
    const { bytes, type } = await look(who, url)
    expect([type, await quartersOf(bytes)]).toEqual(['image/jpeg', 'gwrb'])
  }
  expect((await look(await registerLearner(backend), url)).type).toContain('json')
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo held in way %i is marked upright', async (orientation) => {
  const sitting = await buildSitting()
  const url = await send(sitting, `照片${orientation}.jpg`, await takePhoto(orientation))
  expect(await answerWith(sitting, url)).toBe(1)
  await submitExam(backend, sitting.learner, sitting.page)
  await expectUpright((await look(sitting.teacher, url)).bytes)
})

describe('not taken are', () => {
  test('photos that were cut off', async () => {
    const heic = makeHeic()
    expect(await refusalOf('a.heic', heic.subarray(0, heic.length - 30))).toEqual([422, broken('a.heic')])
    const jpeg = await takePhoto(6)
    expect(await refusalOf('a.jpg', jpeg.subarray(0, jpeg.length - 30))).toEqual([422, broken('a.jpg')])
  })

  test.each<[string, HeicPicture, (name: string) => string]>([
    ['that says so', { said: [10_000, 5001] }, tooLarge],
    ['whose decoder would make it so', { stream: 'above', said: [96, 64] }, tooLarge],
    ['behind a smaller one', { stream: 'above', said: [96, 64], hiddenBehind: 'quarters' }, broken],
  ])('HEIC photos above fifty million pixels, %s', async (_words, picture, words) => {
    expect(await refusalOf('a.heic', makeHeic(picture))).toEqual([422, words('a.heic')])
  })

  test('a few kilobytes that unpack to a wall of pixels', async () => {
    const wall = { width: 12_000, height: 12_000, channels: 3, background: '#fff' } as const
    const bomb = await sharp({ create: wall, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(2 ** 21)
    expect(await refusalOf('a.png', bomb)).toEqual([422, tooLarge('a.png')])
  })

  test('films and archives', async () => {
    const sitting = await buildSitting()
    const { zip, mp4 } = await makeSamples()
    for (const bytes of [zip, mp4]) {
      if (!bytes) throw new Error('A sample is missing.')
      const url = await send(sitting, bytes === zip ? 'a.zip' : 'a.mp4', bytes)
      await expect(answerWith(sitting, url)).rejects.toMatchObject({ message: '简答题只收照片，请换一张' })
    }
  })

  test('photos of somebody else', async () => {
    const [sitting, other] = [await buildSitting(), await buildSitting()]
    const url = await send(other, 'a.jpg', await takePhoto(1))
    await expect(answerWith(sitting, url)).rejects.toMatchObject({ code: 4004 })
  })
})
