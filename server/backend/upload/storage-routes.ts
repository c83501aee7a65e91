import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import express, { type Request, type Response, type Router } from 'express'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { storageRoute } from '#server/backend/ports/storage/local-storage.ts'
import type { OwnAddresses, UploadPermit } from '#server/backend/ports/storage/storage.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { UploadState } from '#shared/contract/enums.ts'
import { bytesAllowed, tooBigText } from '#shared/rules/upload-rules.ts'
import { refuseFile } from './receive-file.ts'
import { takeIn, typeOfUpload } from './take-in.ts'
import { findUpload, type UploadRow } from './upload-store.ts'
import { createUploadTurns, type UploadTurns } from './upload-turns.ts'

const noPermit = '上传地址无效或已过期'
const whole = /^\d{1,15}$/

function keyOf(request: Request): string {
  return request.path.slice(1)
}

/** A query value that is given once. */
function given(request: Request, name: 'expires' | 'size' | 'signature' | 'name'): string {
  const value = request.query[name]
  return typeof value === 'string' ? value : ''
}

function expiryOf(request: Request, now: number): number {
  const expires = given(request, 'expires')
  if (!whole.test(expires) || now >= Number(expires)) throw refuseFile(403, noPermit)
  return Number(expires)
}

/** Who may send what to this address; throws 403 for one that isn't ours, isn't good any more or is for something else. */
async function readPermit(
  ctx: BackendContext,
  own: OwnAddresses,
  request: Request,
): Promise<{ row: UploadRow; permit: UploadPermit }> {
  const expiresAt = expiryOf(request, ctx.clock.now())
  const size = given(request, 'size')
  const row = await findUpload(ctx.db, keyOf(request))
  if (!row || row.userId === null || (size !== '' && !whole.test(size))) throw refuseFile(403, noPermit)
  const permit = {
    key: row.objectKey,
    contentType: row.contentType,
    size: size === '' ? undefined : Number(size),
    md5: row.md5,
    userId: row.userId,
    expiresAt,
  }
  if (!own.isPut(permit, given(request, 'signature'))) throw refuseFile(403, noPermit)
  if (request.headers['content-type'] !== row.contentType) throw refuseFile(403, '文件类型与上传地址不符')
  return { row, permit }
}

/** What can be known to be too much before it comes. */
function refuseLength(request: Request, row: UploadRow, { size }: UploadPermit): void {
  const type = typeOfUpload(row)
  const length = request.headers['content-length']
  if (
    length === undefined ||
    Number(length) <= Math.min(size ?? Number.POSITIVE_INFINITY, bytesAllowed(type, row.purpose))
  )
    return
  // Not worth reading to its end.
  throw new ApiError(Code.Toast, tooBigText(type, row.purpose), 413, { Connection: 'close' })
}

/** An address is for one file: the same bytes may come again, others are refused (409). */
async function checkSame(request: Request, row: UploadRow, most: number): Promise<void> {
  const md5 = createHash('md5')
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    md5.update(chunk)
    size += chunk.length
    if (size > most) break
  }
  if (md5.digest('hex') !== row.md5.toLowerCase()) throw refuseFile(409, '这个上传地址已经用过，请重新选择文件')
}

async function takePut(
  ctx: BackendContext,
  own: OwnAddresses,
  { turns, request, response }: { turns: UploadTurns; request: Request; response: Response },
): Promise<void> {
  const { row, permit } = await readPermit(ctx, own, request)
  const leave = turns.enter(permit.userId)
  try {
    await takeFile(ctx, row, { permit, request, response })
  } finally {
    leave()
  }
}

async function takeFile(
  ctx: BackendContext,
  row: UploadRow,
  { permit, request, response }: { permit: UploadPermit; request: Request; response: Response },
): Promise<void> {
  // An address may be used again and again while it is good.
  await ctx.limits.take('uploadUser', `put ${permit.userId}`)
  refuseLength(request, row, permit)
  const isThere = row.state === UploadState.stored && (await ctx.storage.exists(row.objectKey))
  try {
    if (isThere) await checkSame(request, row, permit.size ?? bytesAllowed(typeOfUpload(row), row.purpose))
    // A refusal in the middle leaves the request open, so that its answer can be read.
    else await takeIn(ctx, row, permit.size, request.iterator({ destroyOnReturn: false }))
  } catch (error) {
    // Who has left needs no answer, and it is no failure of ours.
    if (request.destroyed && !request.complete) return
    // The rest is read and thrown away: unread, it would block the connection for the next request.
    request.resume()
    throw error
  }
  response.set('Cache-Control', 'no-store').status(200).end()
}

async function giveFile(ctx: BackendContext, own: OwnAddresses, request: Request, response: Response): Promise<void> {
  const expiresAt = expiryOf(request, ctx.clock.now())
  const key = keyOf(request)
  const name = given(request, 'name')
  if (!own.isGet(key, expiresAt, name, given(request, 'signature'))) throw refuseFile(403, '下载地址无效或已过期')
  if (!(await ctx.storage.exists(key))) throw new ApiError(Code.NotFound, '文件不存在', 404)
  const source = await ctx.storage.get(key)
  response.attachment(name).set({ 'Cache-Control': 'private, no-store', 'Content-Type': 'application/octet-stream' })
  await pipeline(source, response)
}

/** The addresses that local storage signs: files are sent to and read from the backend itself. Outside the contract. */
export function storageRoutes(ctx: BackendContext): Router {
  const router = express.Router()
  const { own } = ctx.storage
  if (!own) return router
  const turns = createUploadTurns()
  router.use(storageRoute, async (request, response) => {
    if (request.method === 'PUT') await takePut(ctx, own, { turns, request, response })
    else if (request.method === 'GET') await giveFile(ctx, own, request, response)
    else throw new ApiError(Code.Fail, `请求方法不支持：${request.method}`, 405, { Allow: 'GET, PUT' })
  })
  return router
}
