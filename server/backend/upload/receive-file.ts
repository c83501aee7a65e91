import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError, Code } from '#shared/contract/codes.ts'
import {
  bytesAllowed,
  tooBigText,
  type UploadPurpose,
  type UploadType,
  uploadTexts,
} from '#shared/rules/upload-rules.ts'
import { createVirusScan, headBytes, looksLike } from './file-signs.ts'

/** What a file must turn out to be. */
export interface ExpectedFile {
  readonly name: string
  readonly type: UploadType
  readonly purpose: UploadPurpose
  /** Bytes; undefined when they weren't told. */
  readonly size: number | undefined
  readonly md5: string
}

/** Refusals of a file: their texts are for the person who sent it. */
export function refuseFile(status: number, message: string): ApiError {
  return new ApiError(Code.Toast, message, status)
}

/** So much may wait for the disk: the sender's last byte isn't followed by a long wait. */
const syncEveryBytes = 16 * 1024 * 1024

/** Where files are kept until they are whole: on the disk of their final place. */
export function incomingFolder(dataDir: string): string {
  return join(dataDir, 'uploads', '.incoming')
}

const fullDisk: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** A full disk becomes 507 with a text; any other error stays as it is. */
export function asStorageError(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' && fullDisk.has(code) ? refuseFile(507, '服务器空间不足，请稍后再试') : error
}

export function refuseType(name: string): ApiError {
  return refuseFile(415, uploadTexts.wrongType(name))
}

/** Writes what comes, looking at it on the way. */
async function copy(source: AsyncIterable<Buffer>, file: FileHandle, expected: ExpectedFile): Promise<void> {
  const most = Math.min(expected.size ?? Number.POSITIVE_INFINITY, bytesAllowed(expected.type, expected.purpose))
  const md5 = createHash('md5')
  const findVirus = createVirusScan()
  let head: Buffer | undefined = Buffer.alloc(0)
  let size = 0
  let unsynced = 0
  const checkHead = async (bytes: Buffer): Promise<void> => {
    if (!(await looksLike(expected.type, bytes.subarray(0, headBytes)))) throw refuseType(expected.name)
    head = undefined
  }
  for await (const chunk of source) {
    size += chunk.length
    if (size > most) throw refuseFile(413, tooBigText(expected.type, expected.purpose))
    if (head) {
      head = Buffer.concat([head, chunk])
      if (head.length >= headBytes) await checkHead(head)
    }
    if (findVirus(chunk)) throw refuseFile(422, uploadTexts.virus(expected.name))
    md5.update(chunk)
    await file.writeFile(chunk)
    unsynced += chunk.length
    if (unsynced >= syncEveryBytes) {
      await file.datasync()
      unsynced = 0
    }
  }
  if (head) await checkHead(head)
  if ((expected.size !== undefined && size !== expected.size) || md5.digest('hex') !== expected.md5.toLowerCase())
    throw refuseFile(409, '文件在传输中损坏，请重新上传')
  await file.sync()
}

/**
 * Takes a file in: answers the path of a whole file whose size, md5 and first bytes are what was promised. Throws `ApiError`
 * (409 not what was promised, 413, 415, 422, 507) and leaves nothing behind then.
 */
export async function receiveFile(
  source: AsyncIterable<Buffer>,
  expected: ExpectedFile,
  folder: string,
): Promise<string> {
  const path = join(folder, randomUUID())
  try {
    await mkdir(folder, { recursive: true })
    const file = await open(path, 'wx', 0o644)
    try {
      await copy(source, file, expected)
    } finally {
      await file.close()
    }
    return path
  } catch (error) {
    await rm(path, { force: true })
    throw asStorageError(error)
  }
}
