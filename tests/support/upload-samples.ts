import { randomBytes } from 'node:crypto'
import { zipSync } from 'fflate'
import sharp, { type Sharp } from 'sharp'

/** One small file of each type that may be uploaded, by extension. */
export type UploadSamples = Readonly<Record<string, Buffer>>

function box(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length, 0)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** A film's container: its brand, then bytes that nobody reads. */
function film(brand: string): Buffer {
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\x02\0${brand}`, 'latin1')),
    box('mdat', randomBytes(5000)),
  ])
}

/** A bitmap of this many pixels, all of them black; `measures` may promise more. */
export function makeBmp(
  width: number,
  height: number,
  measures: { width: number; height: number } = { width, height },
): Buffer {
  const bytes = Buffer.alloc(54 + width * height * 4)
  bytes.write('BM', 0, 'latin1')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(measures.width, 18)
  bytes.writeInt32LE(measures.height, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(32, 28)
  return bytes
}

function makePsd(): Buffer {
  const head = Buffer.alloc(26)
  head.write('8BPS', 0, 'latin1')
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(3, 12)
  head.writeUInt32BE(16, 14)
  head.writeUInt32BE(16, 18)
  head.writeUInt16BE(8, 22)
  head.writeUInt16BE(3, 24)
  return Buffer.concat([head, randomBytes(600)])
}

/** A picture of noise, so that two of them are never the same file. */
export function makePicture(width = 32, height = 24): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
}

export async function makeSamples(): Promise<UploadSamples> {
  const frame = Buffer.alloc(417, 0)
  frame.set([0xff, 0xfb, 0x90, 0x64])
  const jpeg = await makePicture().jpeg().toBuffer()
  return {
    png: await makePicture().png().toBuffer(),
    jpg: jpeg,
    jpeg: await makePicture().jpeg().toBuffer(),
    bmp: makeBmp(4, 4),
    gif: await makePicture().gif().toBuffer(),
    webp: await makePicture().webp().toBuffer(),
    psd: makePsd(),
    svg: Buffer.from(
      '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    ),
    tiff: await makePicture().tiff().toBuffer(),
    mp4: film('isom'),
    mov: film('qt  '),
    mp3: Buffer.concat(Array.from({ length: 12 }, () => frame)),
    zip: Buffer.from(zipSync({ 'homework.txt': Buffer.from('第一课作业') })),
    rar: Buffer.concat([Buffer.from([0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00]), randomBytes(300)]),
  }
}

/** 68 bytes that every virus scanner reports and that harm nothing; in two parts, so that this file isn't reported. */
export const testVirus = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`)
