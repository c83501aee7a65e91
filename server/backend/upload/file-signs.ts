import { fileTypeFromBuffer } from 'file-type'
import { ownValue } from '#shared/own-value.ts'
import type { UploadType } from '#shared/rules/upload-rules.ts'
import { isSvgStart } from './svg-start.ts'

/** So many of a file's first bytes show what it is. */
export const headBytes = 4096

/** What the detector may say of each content type. */
const accepted: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['image/png', 'image/apng'],
  'image/jpeg': ['image/jpeg'],
  'image/bmp': ['image/bmp'],
  'image/gif': ['image/gif'],
  'image/webp': ['image/webp'],
  'image/vnd.adobe.photoshop': ['image/vnd.adobe.photoshop'],
  'image/tiff': ['image/tiff'],
  'image/heic': ['image/heic', 'image/heif'],
  'video/mp4': ['video/mp4', 'video/x-m4v'],
  'video/quicktime': ['video/quicktime'],
  'audio/mpeg': ['audio/mpeg'],
  // sound alone in a box that may hold a film
  'audio/webm': ['video/webm', 'audio/webm'],
  'audio/mp4': ['audio/mp4', 'audio/x-m4a', 'video/mp4'],
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

/** Whether the first bytes of a file are those of this type; the name says nothing here. */
export async function looksLike(type: UploadType, head: Buffer): Promise<boolean> {
  if (type.extension === 'svg') return isSvgStart(head)
  // The detector looks into archives for documents; to us they are all archives.
  if (type.extension === 'zip')
    return startsWith(head, [0x50, 0x4b, 0x03, 0x04]) || startsWith(head, [0x50, 0x4b, 0x05, 0x06])
  if (type.extension === 'rar') return startsWith(head, [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07])
  // A cover picture in the tag can be larger than what we look at.
  if (type.extension === 'mp3' && startsWith(head, [0x49, 0x44, 0x33])) return true
  const found = await fileTypeFromBuffer(head)
  return found !== undefined && (ownValue(accepted, type.contentType) ?? []).includes(found.mime)
}

/** The test virus that every scanner knows; in two parts, so that this file isn't taken for it. */
const testVirus = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'}`)

/** Looks for the test virus in a stream of bytes, also where two chunks meet. */
export function createVirusScan(): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const seam = Buffer.concat([rest, chunk.subarray(0, testVirus.length)])
    rest =
      chunk.length >= testVirus.length
        ? chunk.subarray(-testVirus.length)
        : Buffer.concat([rest, chunk]).subarray(-testVirus.length)
    return chunk.includes(testVirus) || seam.includes(testVirus)
  }
}
export const testVirusLength = testVirus.length
