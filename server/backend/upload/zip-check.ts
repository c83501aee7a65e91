import { type FileHandle, open } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'
import { createVirusScan, testVirusLength } from './file-signs.ts'

const mostEntries = 1000
const mostTimes = 100
/** The end of the directory lies behind everything but a comment of up to 64 KB. */
const endBytes = 22
const commentBytes = 0xffff
const directoryBytes = 4 * 1024 * 1024
/** Entries of about the size of the test virus are unpacked and looked at. */
const smallBytes = testVirusLength + 128

interface Entry {
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  readonly at: number
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, at)
  return bytes.subarray(0, bytesRead)
}

async function readEntries(file: FileHandle, size: number): Promise<Entry[] | 'bomb' | 'broken'> {
  const tailLength = Math.min(size, endBytes + commentBytes)
  const tail = await readAt(file, size - tailLength, tailLength)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + endBytes > tail.length) return 'broken'
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > mostEntries) return 'bomb'
  if (length > directoryBytes || start + length > size) return 'broken'
  const directory = await readAt(file, start, length)
  const entries: Entry[] = []
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const nameLength = directory.readUInt16LE(at + 28)
    const more = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    entries.push({
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      at: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + more
  }
  // The count and the list must agree: who counts differently would unpack something else.
  return at === directory.length && entries.length === count ? entries : 'broken'
}

async function holdsVirus(file: FileHandle, { method, packed, unpacked, at }: Entry): Promise<boolean> {
  if (unpacked < testVirusLength || unpacked > smallBytes || packed > 2 * smallBytes || method !== 8) return false
  const local = await readAt(file, at, 30)
  if (local.length < 30) return false
  const bytes = await readAt(file, at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), packed)
  try {
    return createVirusScan()(inflateRawSync(bytes, { maxOutputLength: 2 * smallBytes }))
  } catch {
    return false
  }
}

/**
 * Looks at a zip file's own directory, without unpacking it: 'bomb' for more than 1,000 entries or more than 100 times its
 * size, 'virus' for a small entry that is the test virus, 'broken' when there is no directory that can be trusted.
 */
export async function checkZip(path: string): Promise<'fine' | 'bomb' | 'virus' | 'broken'> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const entries = await readEntries(file, size)
    if (typeof entries === 'string') return entries
    let unpacked = 0
    for (const entry of entries) unpacked += entry.unpacked
    if (unpacked > size * mostTimes) return 'bomb'
    for (const entry of entries) if (await holdsVirus(file, entry)) return 'virus'
    return 'fine'
  } finally {
    await file.close()
  }
}
