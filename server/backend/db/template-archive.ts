import { gunzipSync } from 'node:zlib'

/** One entry of a database's archive; its bytes stay where they are. */
export interface ArchiveEntry {
  /** Path inside the database's folder, with a slash before it. */
  readonly path: string
  readonly isFolder: boolean
  readonly bytes: Uint8Array
}

const block = 512

function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0)
  return Buffer.from(bytes.buffer, bytes.byteOffset, end < 0 ? bytes.length : end).toString('latin1')
}

/** The entries of an archive as PGlite dumps it (ustar, gzipped or not), folders before what lies in them. */
export function readArchive(archive: Uint8Array): ArchiveEntry[] {
  const bytes = archive[0] === 0x1f && archive[1] === 0x8b ? gunzipSync(archive) : archive
  const entries: ArchiveEntry[] = []
  for (let at = 0; at + block <= bytes.length; ) {
    const path = text(bytes.subarray(at, at + 100))
    if (!path) break
    const size = Number.parseInt(text(bytes.subarray(at + 124, at + 136)), 8) || 0
    entries.push({
      path,
      isFolder: bytes[at + 156] === '5'.charCodeAt(0),
      bytes: bytes.subarray(at + block, at + block + size),
    })
    at += block + Math.ceil(size / block) * block
  }
  return entries
}
