import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { afterCommit } from '#server/backend/db/transaction-guard.ts'
import { incomingFolder } from '#server/backend/upload/receive-file.ts'
import {
  endCopies,
  findCopied,
  findUpload,
  markStored,
  noteUpload,
  studyFolder,
} from '#server/backend/upload/upload-store.ts'
import { studyFilePath, uploadTypeOf } from '#shared/rules/upload-rules.ts'
import { listWorkUrls, replaceWorkUrl } from './work-store.ts'

/** Copies one file of somebody's homework to a public address; undefined when it is gone. */
async function publishFile(ctx: BackendContext, trx: Database, url: string, now: Date): Promise<string | undefined> {
  const upload = await findUpload(trx, `${studyFolder}${url.slice(studyFilePath.length + 1)}`)
  const type = upload && uploadTypeOf(upload.name)
  if (!upload || upload.userId === null || !type || !(await ctx.storage.exists(upload.objectKey))) return undefined
  // an address of its own, each time: whoever knows one knows nothing of the private one, nor of the next
  const hex = ctx.hash.of('published homework', `${upload.objectKey} ${randomUUID()}`).toString('hex').slice(0, 40)
  const key = `${hex.slice(0, 2)}/${hex.slice(2, 4)}/${hex.slice(4)}.${type.extension}`
  const folder = incomingFolder(ctx.config.dataDir)
  const path = join(folder, randomUUID())
  let size = 0
  try {
    await mkdir(folder, { recursive: true })
    await pipeline(await ctx.storage.get(upload.objectKey), createWriteStream(path, { flush: true }))
    size = (await stat(path)).size
    await ctx.storage.putFile(key, path, { contentType: upload.contentType, asDownload: !type.inline })
  } finally {
    await rm(path, { force: true })
  }
  const resUrl = ctx.storage.publicUrl(key)
  const { userId, name, contentType, md5 } = upload
  const { kind } = type
  // the learner's own file: it goes with their account
  const copy = { userId, objectKey: key, resUrl, purpose: 'file', name, contentType, size, md5, kind } as const
  await noteUpload(trx, { ...copy, copyOf: upload.id }, now)
  await markStored(trx, key, { size }, now)
  return resUrl
}

/**
 * Gives what a work shows a public address, in the transaction that publishes it: the files of homework were private until then. A file that is gone
 * is left as it is.
 */
export async function publishWorkFiles(ctx: BackendContext, trx: Database, workId: number, now: Date): Promise<void> {
  for (const url of await listWorkUrls(trx, workId)) {
    if (!url.startsWith(`${studyFilePath}/`)) continue
    const open = await publishFile(ctx, trx, url, now)
    if (open !== undefined) await replaceWorkUrl(trx, workId, { from: url, to: open })
  }
}

/**
 * Lets a work show its private files again, in the transaction that hides it: the public addresses end with it, and nobody finds anything there. Published
 * again, it has others.
 */
export async function hideWorkFiles(ctx: Pick<BackendContext, 'jobs'>, trx: Database, workId: number): Promise<void> {
  const copies = await findCopied(trx, await listWorkUrls(trx, workId))
  if (copies.length === 0) return
  for (const { url, source } of copies) await replaceWorkUrl(trx, workId, { from: url, to: source })
  await endCopies(
    trx,
    copies.map(({ url }) => url),
  )
  afterCommit(() => void ctx.jobs.wake('uploads.purge'))
}
