import { expect, test } from 'vitest'
import { hearLetters } from '../../../../tests/support/letter-ears.ts'
import { createPictureRandom } from './picture-random.ts'
import { speakLetters } from './spoken-letters.ts'

test.each(['AK4W', '37HM'])('%s read out over a murmur is heard rightly', (text) => {
  const random = {
    ...createPictureRandom(Buffer.from(text.repeat(4))),
    float: (least: number, most: number) => (least + most) / 2,
  }
  expect(hearLetters(speakLetters(text, random), 0.99)).toBe(text)
})
