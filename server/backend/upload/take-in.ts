import { rm, stat } from 'node:fs/promises'
import { QueueFull } from '#server/backend/base/fair-queue.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type UploadType, uploadTexts, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import { makeAvatar } from './avatar-image.ts'
import { createClamd } from './clamd.ts'
import { makeJpegOfHeic } from './heic-photo.ts'
import { inspectFile } from './inspect-file.ts'
import {
  asStorageError,
  type ExpectedFile,
  incomingFolder,
  receiveFile,
  refuseFile,
  refuseType,
} from './receive-file.ts'
import { markStored, type UploadRow } from './upload-store.ts'
import { makeUpright } from './upright-photo.ts'

/** The type of a noted upload. Its name was looked at before it was noted. */
export function typeOfUpload(row: Pick<UploadRow, 'name'>): UploadType {
  const type = uploadTypeOf(row.name)
  if (!type) throw refuseType(row.name)
  return type
}

/** Avatars are made anew, except those in a form that only browsers read. */
export function isMadeAnew(row: Pick<UploadRow, 'name' | 'purpose'>): boolean {
  return row.purpose === 'avatar' && typeOfUpload(row).extension !== 'bmp'
}

/** HEIC is kept as JPEG: few browsers show it. */
export function isHeic({ contentType }: Pick<UploadType, 'contentType'>): boolean {
  return contentType === 'image/heic'
}

/** Photos of learners' work are marked on: they are kept upright, as JPEG. False when one can't be read. */
async function prepareWork({ purpose, contentType, userId }: UploadRow, path: string): Promise<boolean> {
  if (purpose !== 'study') return true
  if (isHeic({ contentType }))
    return makeJpegOfHeic(path, String(userId)).catch((error: unknown) => {
      if (!(error instanceof QueueFull)) throw error
      throw new ApiError(Code.Toast, '正在处理的照片太多，请稍后再传', 503, { 'Retry-After': '30' })
    })
  return contentType !== 'image/jpeg' || makeUpright(path)
}

/** As what a file is kept, when that isn't as it came. */
function keptAs(row: UploadRow): { name: string; contentType: string } | undefined {
  if (!isHeic(row)) return undefined
  return { name: row.name.replace(/\.[a-z]+$/i, '.jpg'), contentType: 'image/jpeg' }
}

/** Asks the scanner, where there is one: without its word nothing is kept. */
async function scanFile(ctx: BackendContext, { name }: ExpectedFile, path: string): Promise<void> {
  const { scannerUrl } = ctx.config
  if (scannerUrl === undefined) return
  const result = await createClamd(scannerUrl)
    .scan(path)
    .catch((error: unknown) => {
      ctx.log.error({ err: error }, 'the scanner of uploads could not be asked')
      throw new ApiError(Code.Toast, '文件检查暂时不可用，请稍后再试', 503, { 'Retry-After': '30' })
    })
  if (result.kind === 'infected') {
    ctx.log.warn({ found: result.name }, 'an upload was refused by the scanner')
    throw refuseFile(422, uploadTexts.virus(name))
  }
  if (result.kind === 'tooBig') throw refuseFile(413, `${name}太大，无法检查，不能上传`)
}

/**
 * Takes in the bytes of a noted upload: received, looked at, put to their place, marked as stored. Throws `ApiError`
 * (409, 413, 415, 422, 503, 507); nothing of the file is left then.
 */
export async function takeIn(
  ctx: BackendContext,
  row: UploadRow,
  size: number | undefined,
  source: AsyncIterable<Buffer>,
): Promise<void> {
  const type = typeOfUpload(row)
  const expected: ExpectedFile = { name: row.name, type, purpose: row.purpose, size, md5: row.md5 }
  const path = await receiveFile(source, expected, incomingFolder(ctx.config.dataDir))
  try {
    await inspectFile(expected, path)
    await scanFile(ctx, expected, path)
    const isNew = isMadeAnew(row)
    if (isNew && !(await makeAvatar(path))) throw refuseType(row.name)
    if (!(await prepareWork(row, path))) throw refuseFile(422, uploadTexts.broken(row.name))
    const { size: stored } = await stat(path)
    const kept = keptAs(row)
    await ctx.storage.putFile(row.objectKey, path, {
      contentType: isNew ? 'image/webp' : (kept?.contentType ?? row.contentType),
      asDownload: !kept && !type.inline,
    })
    await markStored(ctx.db, row.objectKey, { size: stored, ...kept }, new Date(ctx.clock.now()))
  } catch (error) {
    await rm(path, { force: true })
    throw asStorageError(error)
  }
}
