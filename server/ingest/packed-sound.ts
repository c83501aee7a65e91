import type { TsSegment } from './ts-segment.ts'

/** Times of a transport stream have 33 bits. */
export const timeRound = 2 ** 33
const timeOwner = 'com.apple.streaming.transportStreamTimestamp\0'

/** A length of ID3: seven bits a byte. */
function syncSafe(length: number): number[] {
  return [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f)
}

/** ADTS frames as a segment that says when it plays (RFC 8216, 3.4): an ID3 tag with the time of the first frame before them. */
export function packSound({ time, frames }: NonNullable<TsSegment['sound']>): Buffer {
  const stamp = Buffer.alloc(8)
  stamp.writeBigUInt64BE(BigInt(time))
  const body = Buffer.concat([Buffer.from(timeOwner, 'latin1'), stamp])
  const frame = Buffer.concat([Buffer.from('PRIV'), Buffer.from([...syncSafe(body.length), 0, 0]), body])
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), Buffer.from(syncSafe(frame.length)), frame, frames])
}

/** The codec of ADTS frames, behind their ID3 tag or without one; undefined when they are none. */
export function soundCodec(bytes: Buffer): string | undefined {
  const tag = bytes.toString('latin1', 0, 3) === 'ID3'
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + (bytes[at] ?? 0), 0)
  const from = tag ? 10 + size : 0
  if (bytes[from] !== 0xff || ((bytes[from + 1] ?? 0) & 0xf6) !== 0xf0) return undefined
  return `mp4a.40.${((bytes[from + 2] ?? 0) >> 6) + 1}`
}
