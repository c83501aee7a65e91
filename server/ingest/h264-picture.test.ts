import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPicture } from './h264-picture.ts'

/** Parameter sets as x264 writes them. */
const known = [
  ['a usual picture', '67640028acd940780227e5c044000003000400000300c83c60c65800', 1920, 1080, 'avc1.640028'],
  ['one of two fields', '67640028acd94078044fde0220000003002000000643e2c5b2c000', 1920, 1080, 'avc1.640028'],
  ['colours of 4:2:2', '677a0020bcd9405005df8fc044000003000400000300c83c60c65800', 1280, 722, 'avc1.7a0020'],
  ['colours of 4:4:4', '67f4001f919b281b07fc5c7e0220000003002000000641e30632c000', 854, 482, 'avc1.f4001f'],
  ['no colours', '6764000cf3650d15e78bc05b20000003002000000641e28532c000', 202, 150, 'avc1.64000c'],
  ['a low profile', '6742c01ed900a02ff97011000003000100000300320f162e4800', 640, 360, 'avc1.42c01e'],
  ['an upright one', '6764001facd94098089f97011000000300100000030320f183196000', 608, 1080, 'avc1.64001f'],
] as const

test.each(known)('%s is as large as it was made', (_, sps, width, height, codec) => {
  expect(readPicture(Buffer.from(sps, 'hex'))).toEqual({ width, height, codec })
})

test('a broken picture has no size and throws nothing', () => {
  expect(readPicture(Buffer.from(known[0][1].slice(0, 12), 'hex'))).toBeUndefined()
  expect(readPicture(Buffer.alloc(0))).toBeUndefined()
  // order of pictures by offsets, so many of them that whoever counted would never end
  expect(readPicture(Buffer.from(`6742001ee5${'00'.repeat(600)}`, 'hex'))).toBeUndefined()
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1200 }), (bytes) => {
      const picture = readPicture(Buffer.from(bytes))
      if (!picture) return
      for (const side of [picture.width, picture.height]) expect(side > 0 && side <= 16_384).toBe(true)
    }),
  )
})
