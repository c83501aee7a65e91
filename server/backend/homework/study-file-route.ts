import { pipeline } from 'node:stream/promises'
import express, { type Request, type Response, type Router } from 'express'
import { findSession } from '#server/backend/account/sign-in/session-lookup.ts'
import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import type { OwnAddresses } from '#server/backend/ports/storage/storage.ts'
import { findUpload, studyFolder, type UploadRow } from '#server/backend/upload/upload-store.ts'
import { readRange } from '#server/http/byte-range.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { UploadState } from '#shared/contract/enums.ts'
import { studyFilePath, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import { maySeeHomeworkFile } from './file-use-store.ts'

/** Whether somebody may see a file that isn't their own, for what else it is part of. */
export type MaySeeFile = (
  db: BackendContext['db'],
  session: Session,
  file: { ownerId: number; url: string },
) => Promise<boolean>

/** An address of a bucket is good for so long. */
const addressMs = 10 * 60_000
const keyForm = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{36}\.[a-z0-9]{1,5}$/

async function maySee(ctx: BackendContext, session: Session, upload: UploadRow, mayElse: MaySeeFile): Promise<boolean> {
  const { userId: ownerId, resUrl: url } = upload
  if (ownerId === session.userId || (await maySeeHomeworkFile(ctx.db, session, { url, ownerId }))) return true
  return ownerId !== null && mayElse(ctx.db, session, { ownerId, url })
}

/** The file, or the part that a player asks for: nobody can wind forward in a film, or in a voice on some systems, without. */
async function sendOwn(
  own: OwnAddresses,
  { key, size }: { key: string; size: number },
  { request, response }: { request: Request; response: Response },
): Promise<void> {
  // a key has one content for ever
  const etag = `"${key.slice(studyFolder.length).replaceAll('/', '').slice(0, 40)}"`
  response.set({ 'Accept-Ranges': 'bytes', ETag: etag })
  const condition = request.headers['if-range']
  const isSame = condition === undefined || condition === etag
  const range = request.method === 'GET' && isSame ? readRange(request.headers.range, size) : undefined
  if (range === 'none') {
    response.status(416).set('Content-Range', `bytes */${size}`).end()
    return
  }
  const { from, to } = range ?? { from: 0, to: size - 1 }
  if (range) response.status(206).set('Content-Range', `bytes ${from}-${to}/${size}`)
  response.set('Content-Length', String(to - from + 1))
  if (request.method === 'HEAD' || size === 0) response.end()
  else
    await pipeline(await own.getPart(key, { from, to }), response).catch((error: unknown) => {
      // players leave in the middle of a part
      if (!response.destroyed) throw error
    })
}

async function giveFile(
  ctx: BackendContext,
  { request, response, mayElse }: { request: Request; response: Response; mayElse: MaySeeFile },
): Promise<void> {
  const gone = (): ApiError => new ApiError(Code.NotFound, '没有找到这个文件', 404)
  const name = request.path.slice(1)
  if (!keyForm.test(name)) throw gone()
  const found = await findSession(ctx, request.headers, true)
  if (!found.session) throw new ApiError(found.code)
  const upload = await findUpload(ctx.db, `${studyFolder}${name}`)
  const now = new Date(ctx.clock.now())
  const isTheirs = upload?.state === UploadState.stored && (await maySee(ctx, found.session, upload, mayElse))
  if (!upload || !isTheirs) throw gone()
  const { own } = ctx.storage
  response.set('Cache-Control', 'private, no-store')
  if (!own) {
    if (!(await ctx.storage.exists(upload.objectKey))) throw gone()
    response.redirect(302, await ctx.storage.signedGet(upload.objectKey, now.getTime() + addressMs, upload.name))
    return
  }
  const size = await own.sizeOf(upload.objectKey)
  if (size === undefined) throw gone()
  const isShown = uploadTypeOf(upload.name)?.inline === true
  response.attachment(upload.name)
  if (isShown) response.set('Content-Disposition', 'inline')
  response.set('Content-Type', isShown ? upload.contentType : 'application/octet-stream')
  await sendOwn(own, { key: upload.objectKey, size }, { request, response })
}

/** Where learners' work is read: who asks is looked at each time. For everybody else there is no such file. Outside the contract. */
export function studyFileRoute(ctx: BackendContext, mayElse: MaySeeFile): Router {
  const router = express.Router()
  router.use(studyFilePath, async (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError(Code.Fail, `请求方法不支持：${request.method}`, 405, { Allow: 'GET, HEAD' })
    await giveFile(ctx, { request, response, mayElse })
  })
  return router
}
