import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { randomToken } from '#server/backend/base/secret.ts'
import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import { incomingFolder } from '#server/backend/upload/receive-file.ts'
import { fileNameIn } from './export-files.ts'
import { type ExportFile, listExportFiles, measureExportFiles } from './export-files-store.ts'
import { exportParts } from './export-parts.ts'

interface Entry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Pictures and films are small already. */
  readonly pack: boolean
}

/** Uploaded files go along up to so many bytes in all. */
export const mostFileBytes = 100 * 1024 * 1024
/** Up to so many of them: each is looked for and opened. */
export const mostFiles = 1000

type MakingContext = Pick<BackendContext, 'clock' | 'config' | 'db' | 'storage'>

async function* zip(entries: AsyncIterable<Entry>, at: number): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const archive = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, content, pack } of entries) {
    const file = pack ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name)
    file.mtime = at
    archive.add(file)
    for await (const chunk of content) {
      file.push(chunk)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  archive.end()
  yield* ready
}

/** What of the uploaded files goes along, and why the rest doesn't. */
async function chooseFiles(
  { db, storage }: MakingContext,
  userId: number,
): Promise<{ files: ExportFile[]; missing: number; tooMany: boolean }> {
  const { count, bytes } = await measureExportFiles(db, userId)
  if (bytes > mostFileBytes || count > mostFiles) return { files: [], missing: 0, tooMany: true }
  const all = await listExportFiles(db, userId, 0, mostFiles)
  const files: ExportFile[] = []
  for (const file of all) if (await storage.exists(file.objectKey)) files.push(file)
  return { files, missing: all.length - files.length, tooMany: false }
}

function text(name: string, value: string): Entry {
  return { name, content: [Buffer.from(value, 'utf8')], pack: true }
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of texts) yield Buffer.from(piece, 'utf8')
  yield Buffer.from('\n')
}

async function* entriesOf(ctx: MakingContext, userId: number): AsyncGenerator<Entry> {
  const { brand } = ctx.config
  const { files, missing, tooMany } = await chooseFiles(ctx, userId)
  const lines = [
    `${brand.name}个人数据`,
    `导出时间：${shanghaiMoment(ctx.clock.now())}（北京时间）`,
    '',
    '这里是你的账号在本站留下的全部个人数据。JSON 文件可以用任何文本编辑器打开；时间都是北京时间。',
    ...exportParts.map(({ name }) => `· ${name}`),
    ...(files.length > 0 ? [`· 上传文件/：你上传的 ${files.length} 个文件`] : []),
    ...(tooMany
      ? [`你上传的文件超过 ${mostFiles} 个或合计 100 MB，没有放进压缩包，可以按《上传文件清单.json》里的网址逐个下载。`]
      : []),
    ...(missing > 0 ? [`有 ${missing} 个文件已经不在存储里，清单里仍有记录。`] : []),
    '',
    `密码只以无法还原的形式保存，不在其中。对这些数据有疑问，请拨打客服电话 ${brand.servicePhone}。`,
    '压缩包里有个人信息，请妥善保管。',
    '',
  ]
  yield text('说明.txt', lines.join('\r\n'))
  for (const part of exportParts) yield { name: part.name, content: bytesOf(part.write(ctx.db, userId)), pack: true }
  for (const file of files)
    yield { name: fileNameIn(file), content: await ctx.storage.get(file.objectKey), pack: false }
}

/** Makes the archive of a learner's data and puts it to `key`; answers its bytes. Nothing is left when it fails. */
export async function makeArchive(ctx: MakingContext, userId: number, key: string): Promise<number> {
  const folder = incomingFolder(ctx.config.dataDir)
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomToken()}.zip`)
  try {
    await pipeline(
      Readable.from(zip(entriesOf(ctx, userId), ctx.clock.now())),
      createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
    )
    const { size } = await stat(path)
    await ctx.storage.putFile(key, path, { contentType: 'application/zip', asDownload: true })
    return size
  } finally {
    await rm(path, { force: true })
  }
}
