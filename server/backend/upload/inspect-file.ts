import { open, readFile } from 'node:fs/promises'
import { uploadTexts } from '#shared/rules/upload-rules.ts'
import { measureHeic } from './heic-measures.ts'
import { type ExpectedFile, refuseFile, refuseType } from './receive-file.ts'
import { checkZip } from './zip-check.ts'

export const mostPixels = 50_000_000
/** Of a moving picture. */
const mostFrames = 1000
const mostMovingPixels = 500_000_000

interface Measures {
  readonly width: number
  readonly height: number
  readonly frames: number
}

async function measureBmp(path: string): Promise<Measures | undefined> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(26)
    const { bytesRead } = await file.read(head, 0, 26, 0)
    if (bytesRead < 26) return undefined
    // The oldest form of header has 16-bit measures.
    if (head.readUInt32LE(14) === 12) return { width: head.readUInt16LE(18), height: head.readUInt16LE(20), frames: 1 }
    // A negative height: rows from the top.
    return { width: head.readInt32LE(18), height: Math.abs(head.readInt32LE(22)), frames: 1 }
  } finally {
    await file.close()
  }
}

async function measurePicture(path: string): Promise<Measures | undefined> {
  const { default: sharp } = await import('sharp')
  try {
    // Reads the header only; the limit is ours to say.
    const { width = 0, height = 0, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata()
    return { width, height, frames: pages }
  } catch {
    return undefined
  }
}

async function inspectPicture({ name, type }: ExpectedFile, path: string): Promise<void> {
  const measures = type.extension === 'bmp' ? await measureBmp(path) : await measurePicture(path)
  if (!measures || measures.width < 1 || measures.height < 1) throw refuseType(name)
  const pixels = measures.width * measures.height
  if (pixels > mostPixels || measures.frames > mostFrames || pixels * measures.frames > mostMovingPixels)
    throw refuseFile(422, `${name}的尺寸过大，不能上传`)
}

/** Before anything is decoded; the pictures themselves are looked at by whoever decodes them. */
async function inspectHeic({ name }: ExpectedFile, path: string): Promise<void> {
  const pixels = measureHeic(await readFile(path))
  if (pixels === undefined) throw refuseFile(422, uploadTexts.broken(name))
  if (pixels > mostPixels) throw refuseFile(422, `${name}的尺寸过大，不能上传`)
}

async function inspectZip({ name }: ExpectedFile, path: string): Promise<void> {
  const found = await checkZip(path)
  if (found === 'broken') throw refuseType(name)
  if (found === 'bomb') throw refuseFile(422, `${name}的内容过多，不能上传`)
  if (found === 'virus') throw refuseFile(422, uploadTexts.virus(name))
}

/** Looks at a whole file without unpacking it: pictures and archives that would burst are refused (422, 415). */
export async function inspectFile(expected: ExpectedFile, path: string): Promise<void> {
  if (expected.type.raster) await inspectPicture(expected, path)
  else if (expected.type.contentType === 'image/heic') await inspectHeic(expected, path)
  else if (expected.type.extension === 'zip') await inspectZip(expected, path)
}
