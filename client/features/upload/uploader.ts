import { fileMd5 } from '#client/features/upload/file-md5.ts'
import { AddressExpired, sendFile } from '#client/features/upload/send-file.ts'
import { UploadError } from '#client/features/upload/upload-error.ts'
import type { Api, CallOutput } from '#shared/contract/calls.ts'
import { ApiError, Code, codeMessages } from '#shared/contract/codes.ts'
import { preUpload } from '#client/features/upload/upload-queries.ts'
import { refuseUpload, uploadTexts, uploadTypeOf } from '#shared/rules/upload-rules.ts'

/**
 * avatar: one megabyte, a picture that browsers show; image: pictures only; file: whatever may be uploaded; study: the same, seen by who it
 * concerns only.
 */
export type UploadUse = 'avatar' | 'image' | 'file' | 'study'

export interface UploadOptions {
  readonly api: Api
  readonly kind: UploadUse
  /** The share that is done, 0 to 1: reading is its first tenth. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

const readingShare = 0.1

/** Why this file can't be uploaded, before anything is sent; undefined when it can. */
export function refusalOf(file: File, kind: UploadUse): string | undefined {
  if (kind === 'image' && uploadTypeOf(file.name)?.kind !== 'image') return uploadTexts.wrongType(file.name)
  return refuseUpload({ name: file.name, contentType: file.type, size: file.size }, kind === 'image' ? 'file' : kind)
}

async function ask(
  file: File,
  md5: string,
  { api, kind, signal }: UploadOptions,
): Promise<CallOutput<'GET /api/common/pre-upload'>> {
  const contentType = uploadTypeOf(file.name)?.contentType ?? file.type
  try {
    return await preUpload(
      api,
      { name: file.name, contentType, key: kind === 'avatar' || kind === 'study' ? kind : '', md5, size: file.size },
      signal ? { signal } : {},
    )
  } catch (error) {
    // A call's own error is told by the page already, except that nothing came back.
    if (error instanceof ApiError)
      throw new UploadError(error.message || codeMessages[Code.Fail], error.code !== Code.Fail)
    throw error
  }
}

/** True when it was sent; false when the address had expired. */
async function trySending(
  file: File,
  url: string,
  contentType: string,
  { onProgress, signal }: UploadOptions,
): Promise<boolean> {
  try {
    await sendFile(file, {
      url,
      contentType,
      signal,
      onSent: (share) => onProgress?.(readingShare + share * (1 - readingShare)),
    })
    return true
  } catch (error) {
    if (error instanceof AddressExpired) return false
    throw error
  }
}

/**
 * Uploads a file and answers its address (spec §7): checked, fingerprinted, announced, sent. The address is given only when
 * the file lies there. Throws `UploadError` with words to show, or the signal's reason.
 */
export async function uploadFile(file: File, options: UploadOptions): Promise<string> {
  const refusal = refusalOf(file, options.kind)
  if (refusal !== undefined) throw new UploadError(refusal)
  const md5 = await fileMd5(file, (share) => options.onProgress?.(share * readingShare), options.signal)
  // Asked anew when an address has expired meanwhile, and after sending to a bucket, which is looked at then.
  for (let turn = 0; turn < 3; turn += 1) {
    const { uploadUrl, resUrl, contentType } = await ask(file, md5, options)
    if (uploadUrl === '') return resUrl
    const isSent = await trySending(file, uploadUrl, contentType, options)
    if (isSent && new URL(uploadUrl, location.href).origin === location.origin) return resUrl
  }
  throw new UploadError(codeMessages[Code.Fail])
}
