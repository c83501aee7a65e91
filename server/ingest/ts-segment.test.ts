import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPicture } from './h264-picture.ts'
import { packSound, soundCodec } from './sound-rendition.ts'
import { readTsSegment } from './ts-segment.ts'

const film = 'server/seed/media/film'
const whole = readFileSync(`${film}/360p/part-01.m2ts`)

/** Lengths of the frames, as each says its own. */
function adtsFrames(frames: Buffer): number[] {
  const lengths: number[] = []
  for (let at = 0; at < frames.length; at += lengths.at(-1) ?? frames.length) {
    expect(frames.readUInt16BE(at) & 0xfff6).toBe(0xfff0)
    lengths.push((frames.readUIntBE(at + 3, 3) >> 5) & 0x1fff)
  }
  return lengths
}

test('a segment’s pictures are counted, its sound taken whole', () => {
  const { sound, pictures, sps } = readTsSegment(whole)
  expect([pictures, sps && readPicture(sps)]).toMatchObject([100, { width: 640, height: 360 }])
  if (!sound) throw new Error('It has a sound.')
  // four seconds of 1024 samples each, and they fill it to the last byte
  const frames = adtsFrames(sound.frames)
  expect((frames.length * 1024) / 44_100).toBeCloseTo(4, 0)
  expect(frames.reduce((sum, length) => sum + length, 0)).toBe(sound.frames.length)
  // it is the second of four seconds each
  expect(Math.abs(sound.time / 90_000 - 5.4)).toBeLessThan(0.1)
})

test('packed sound says its time and its codec', () => {
  const { sound } = readTsSegment(whole)
  if (!sound) throw new Error('It has a sound.')
  const time = 2 ** 33 - 1
  const packed = packSound({ ...sound, time })
  expect(packed.subarray(0, 3).toString()).toBe('ID3')
  const owner = packed.indexOf('com.apple.streaming.transportStreamTimestamp\0')
  expect(packed.readBigUInt64BE(owner + 45)).toBe(BigInt(time))
  expect(packed.subarray(owner + 53).equals(sound.frames)).toBe(true)
  expect([soundCodec(packed), soundCodec(sound.frames), soundCodec(whole)]).toEqual([
    'mp4a.40.2',
    'mp4a.40.2',
    undefined,
  ])
})

test('without a picture there is sound, without packets nothing', () => {
  const alone = readTsSegment(readFileSync(`${film}/sound/part-01.m2ts`))
  expect([alone.pictures, alone.sps, alone.sound?.frames.length]).toEqual([0, undefined, expect.any(Number)])
  expect(readTsSegment(Buffer.from('no transport stream'))).toEqual({ sound: undefined, pictures: 0, sps: undefined })
})

test('reading wrong bytes ends and throws nothing', () => {
  fc.assert(
    fc.property(fc.nat(whole.length), fc.uint8Array({ maxLength: 400 }), (at, bytes) => {
      const broken = Buffer.from(whole.subarray(0, 188 * 40))
      Buffer.from(bytes).copy(broken, at % broken.length)
      const { sound, sps } = readTsSegment(broken)
      if (sps) readPicture(sps)
      if (sound) soundCodec(sound.frames)
    }),
  )
})
