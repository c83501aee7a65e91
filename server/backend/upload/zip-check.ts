import { open } from 'node:fs/promises'
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

/** Archives in archives are looked into so deep, and so many of their bytes are unpacked for it in all. */
const deepest = 3
const mostNestedBytes = 64 * 1024 * 1024

/** Bytes that can be read anywhere: a file, or an archive in an archive. */
interface Source {
  readonly size: number
  readAt(at: number, length: number): Promise<Buffer>
}

interface Entry {
  readonly isArchive: boolean
  readonly isEncrypted: boolean
  readonly method: number
  readonly packed: number
  readonly unpacked: number
  readonly at: number
}

const fromBytes = (bytes: Buffer): Source => ({
  size: bytes.length,
  readAt: async (at, length) => bytes.subarray(at, at + length),
})

async function readEntries(file: Source): Promise<Entry[] | 'bomb' | 'broken'> {
  const { size } = file
  const tailLength = Math.min(size, endBytes + commentBytes)
  const tail = await file.readAt(size - tailLength, tailLength)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + endBytes > tail.length) return 'broken'
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > mostEntries) return 'bomb'
  if (length > directoryBytes || start + length > size) return 'broken'
  const directory = await file.readAt(start, length)
  const entries: Entry[] = []
  let at = 0
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === 0x02014b50) {
    const nameLength = directory.readUInt16LE(at + 28)
    const more = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    const name = directory.toString('latin1', at + 46, at + 46 + nameLength)
    entries.push({
      isArchive: /\.zip$/i.test(name),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
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

/** What stands in an entry as it lies there; undefined when its head is broken. */
async function packedBytes(file: Source, { packed, at }: Entry): Promise<Buffer | undefined> {
  const local = await file.readAt(at, 30)
  return local.length < 30 ? undefined : file.readAt(at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28), packed)
}

async function holdsVirus(file: Source, entry: Entry): Promise<boolean> {
  const { method, packed, unpacked } = entry
  if (unpacked < testVirusLength || unpacked > smallBytes || packed > 2 * smallBytes || method !== 8) return false
  const bytes = await packedBytes(file, entry)
  try {
    return bytes !== undefined && createVirusScan()(inflateRawSync(bytes, { maxOutputLength: 2 * smallBytes }))
  } catch {
    return false
  }
}

type Verdict = 'fine' | 'bomb' | 'virus' | 'broken'

/** An archive in the archive, unpacked into memory; undefined when it is none or can't be read. */
async function unpack(file: Source, entry: Entry, left: number): Promise<Buffer | undefined> {
  const bytes = await packedBytes(file, entry)
  if (entry.method === 0) return bytes
  try {
    return bytes && inflateRawSync(bytes, { maxOutputLength: left })
  } catch {
    return undefined
  }
}

async function checkSource(file: Source, depth: number, budget: { left: number }): Promise<Verdict> {
  const entries = await readEntries(file)
  if (typeof entries === 'string') return entries
  let unpacked = 0
  for (const entry of entries) unpacked += entry.unpacked
  if (unpacked > file.size * mostTimes) return 'bomb'
  for (const entry of entries) {
    if (await holdsVirus(file, entry)) return 'virus'
    // An encrypted one says nothing to us; whoever opens it is asked for a password first.
    if (!entry.isArchive || entry.isEncrypted || (entry.method !== 0 && entry.method !== 8)) continue
    if (depth === deepest || Math.max(entry.unpacked, entry.packed) > budget.left) return 'bomb'
    const inner = await unpack(file, entry, budget.left)
    budget.left -= inner?.length ?? 0
    const found = inner ? await checkSource(fromBytes(inner), depth + 1, budget) : 'broken'
    // What only calls itself an archive bursts for nobody.
    if (found === 'bomb' || found === 'virus') return found
  }
  return 'fine'
}

/**
 * Looks at a zip file's own directory, without unpacking it: 'bomb' for more than 1,000 entries or more than 100 times its
 * size, 'virus' for a small entry that is the test virus, 'broken' when there is no directory that can be trusted. Zip files in
 * it are looked at alike: three deep and 64 MB in all, more is a 'bomb'.
 */
export async function checkZip(path: string): Promise<Verdict> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const readAt = async (at: number, length: number): Promise<Buffer> => {
      const bytes = Buffer.alloc(length)
      const { bytesRead } = await file.read(bytes, 0, length, at)
      return bytes.subarray(0, bytesRead)
    }
    return await checkSource({ size, readAt }, 1, { left: mostNestedBytes })
  } finally {
    await file.close()
  }
}
