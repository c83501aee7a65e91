import { pipeline } from 'node:stream/promises'
import express, { type Request, type Response, type Router } from 'express'
import { findSession } from '#server/backend/account/sign-in/session-lookup.ts'
import type { BackendContext, Session } from '#server/backend/context/backend-context.ts'
import { findUpload, studyFolder, type UploadRow } from '#server/backend/upload/upload-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { UploadState } from '#shared/contract/enums.ts'
import { studyFilePath, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import { maySeeHomeworkFile } from './file-access.ts'

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
  if (ownerId === session.userId || (await maySeeHomeworkFile(ctx.db, session, url, new Date(ctx.clock.now()))))
    return true
  return ownerId !== null && mayElse(ctx.db, session, { ownerId, url })
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
  if (!upload || !isTheirs || !(await ctx.storage.exists(upload.objectKey))) throw gone()
  response.set('Cache-Control', 'private, no-store')
  if (!ctx.storage.own) {
    response.redirect(302, await ctx.storage.signedGet(upload.objectKey, now.getTime() + addressMs, upload.name))
    return
  }
  const isShown = uploadTypeOf(upload.name)?.inline === true
  response.attachment(upload.name)
  if (isShown) response.set('Content-Disposition', 'inline')
  response.set('Content-Type', isShown ? upload.contentType : 'application/octet-stream')
  if (request.method === 'HEAD') response.end()
  else await pipeline(await ctx.storage.get(upload.objectKey), response)
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
