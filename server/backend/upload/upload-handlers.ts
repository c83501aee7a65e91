import { waitText } from '#server/backend/base/wait-text.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import { uploadBytes } from '#server/backend/context/limit-policies.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { UploadState } from '#shared/contract/enums.ts'
import type { uploadApi } from '#shared/contract/upload.ts'
import {
  bytesAllowed,
  refuseUpload,
  studyFilePath,
  type UploadPurpose,
  type UploadType,
  uploadTexts,
  uploadTypeOf,
} from '#shared/rules/upload-rules.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { isHeic, isMadeAnew, takeIn } from './take-in.ts'
import { findUpload, holdUploads, markMissing, noteUpload, studyFolder, sumUploads } from './upload-store.ts'

/** An address for sending is good for so long. */
export const permitMs = 10 * 60_000

/** Files that were announced and haven't come: each is a row for good, and is looked at with each next one. */
export const mostPending = 300

interface UploadRequest {
  readonly userId: number
  readonly md5: string
  readonly name: string
  readonly type: UploadType
  readonly purpose: UploadPurpose
}

/** The same file of the same user has the same key, which nobody can guess; names that users give aren't in it. */
function keyOf(ctx: CallContext, { userId, md5, name, type, purpose }: UploadRequest): string {
  const text = ctx.hash
    .of('upload key', [userId, md5, type.contentType, purpose].join('\n'))
    .toString('hex')
    .slice(0, 40)
  const plain = type.extension === 'jpeg' || isHeic(type) ? 'jpg' : type.extension
  const extension = isMadeAnew({ name, purpose }) ? 'webp' : plain
  return `${purpose === 'study' ? studyFolder : ''}${text.slice(0, 2)}/${text.slice(2, 4)}/${text.slice(4)}.${extension}`
}

/** Files of learners' work have an address at which is asked who wants them; all others are read by whoever knows theirs. */
function addressOf(ctx: CallContext, key: string, purpose: UploadPurpose): string {
  return purpose === 'study' ? `${studyFilePath}/${key.slice(studyFolder.length)}` : ctx.storage.publicUrl(key)
}

function purposeOf(key: string): UploadPurpose {
  return key === 'avatar' || key === 'study' ? key : 'file'
}

/** Fetches what a browser has sent to the bucket; true when it is stored now. */
async function fetchSent(ctx: CallContext, key: string, size: number | undefined): Promise<boolean> {
  const [row, sent] = await Promise.all([findUpload(ctx.db, key), ctx.storage.openSent(key)])
  if (!row || !sent) return false
  try {
    await takeIn(ctx, row, size, sent)
  } catch (error) {
    // Refused for good: it would be refused again. (A full disk and a scanner that is away aren't for good.)
    if (error instanceof ApiError && error.status !== 507 && error.status !== 503) await ctx.storage.dropSent(key)
    throw error instanceof ApiError ? new ApiError(error.code, error.message) : error
  }
  await ctx.storage.dropSent(key)
  return true
}

/** What one account may send in a day and have in all. */
async function refuseTooMany(
  ctx: Pick<CallContext, 'clock' | 'db'>,
  userId: number,
  key: string,
  size: number,
): Promise<void> {
  const dayAgo = new Date(ctx.clock.now() - dayMs)
  const sums = await sumUploads(ctx.db, userId, { since: dayAgo, except: key })
  if (sums.pending >= mostPending) throw new ApiError(Code.Toast, '还有很多文件没有传完，先传完它们，或明天再试')
  if (sums.total + size > uploadBytes.total) throw new ApiError(Code.Toast, '上传空间已满，请联系客服')
  if (sums.day + size <= uploadBytes.day) return
  const waitMs = Math.max(1000, (sums.oldest?.getTime() ?? ctx.clock.now()) + dayMs - ctx.clock.now())
  throw new ApiError(Code.Toast, `今天上传得太多，请在 ${waitText(waitMs)}后再试`, 429, {
    'Retry-After': String(Math.ceil(waitMs / 1000)),
  })
}

export const uploadHandlers: Handlers<typeof uploadApi> = {
  /** Asked again after sending to a bucket, it looks at what came: an empty `uploadUrl` says that the file is stored. */
  async preUpload(ctx, input, session) {
    await ctx.limits.take('uploadUser', String(session.userId))
    const purpose = purposeOf(input.key)
    const size = input.size === undefined ? undefined : Number(input.size)
    const refusal = refuseUpload({ name: input.name, contentType: input.contentType, size }, purpose)
    const type = uploadTypeOf(input.name)
    if (refusal !== undefined || !type) throw new ApiError(Code.Toast, refusal ?? uploadTexts.wrongType(input.name))
    if (isHeic(type) && !ctx.config.storage.takesHeic) throw new ApiError(Code.Toast, uploadTexts.noHeic)
    const request = { userId: session.userId, md5: input.md5.toLowerCase(), name: input.name, type, purpose } as const
    const key = keyOf(ctx, request)
    const resUrl = addressOf(ctx, key, purpose)
    const { contentType, kind } = type
    const now = new Date(ctx.clock.now())
    // Without a size it counts as much as its kind may have, until it is there.
    const announced = size ?? bytesAllowed(type, purpose)
    const { userId, md5, name } = request
    const upload = { userId, objectKey: key, resUrl, purpose, name, contentType, size: announced, md5, kind }
    // one after the other: of many that are announced at once each counts those before it
    const { state, again } = await ctx.tx(async (trx) => {
      await holdUploads(trx, userId)
      await refuseTooMany({ clock: ctx.clock, db: trx }, userId, key, announced)
      return noteUpload(trx, upload, now)
    })
    if (state === UploadState.stored) {
      if (await ctx.storage.exists(key)) return { uploadUrl: '', resUrl, contentType }
      await markMissing(ctx.db, key, now)
    } else if (again && !ctx.storage.own && (await fetchSent(ctx, key, size)))
      return { uploadUrl: '', resUrl, contentType }
    const uploadUrl = await ctx.storage.presignPut({
      key,
      contentType,
      size,
      md5: request.md5,
      userId: request.userId,
      expiresAt: now.getTime() + permitMs,
    })
    return { uploadUrl, resUrl, contentType }
  },
}
