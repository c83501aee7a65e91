import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { readRange } from '#server/http/byte-range.ts'

async function openFile(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return undefined
    throw error
  })
}

async function sendOpened(
  req: IncomingMessage,
  res: ServerResponse,
  file: FileHandle,
  headers: readonly string[],
): Promise<boolean> {
  const stat = await file.stat()
  if (!stat.isFile()) return false
  const etag = `W/"${stat.size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}"`
  const head = [...headers, 'ETag', etag, 'Accept-Ranges', 'bytes']
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304, head).end()
    return true
  }
  // a part of what may be another file by now would not fit to the parts that came before
  const range = req.headers['if-range'] === undefined ? readRange(req.headers.range, stat.size) : undefined
  if (range === 'none') {
    res.writeHead(416, [...head, 'Content-Range', `bytes */${stat.size}`, 'Content-Length', '0']).end()
    return true
  }
  const { from, to } = range ?? { from: 0, to: stat.size - 1 }
  res.writeHead(range ? 206 : 200, [
    ...head,
    ...(range ? ['Content-Range', `bytes ${from}-${to}/${stat.size}`] : []),
    'Content-Length',
    String(to - from + 1),
  ])
  if (req.method === 'HEAD' || to < from) res.end()
  else await pipeline(file.createReadStream({ start: from, end: to, autoClose: false }), res)
  return true
}

/** Sends a file or the part of it that is asked for; false when there is no such file, and then nothing was sent. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  headers: readonly string[],
): Promise<boolean> {
  const file = await openFile(path)
  if (!file) return false
  try {
    return await sendOpened(req, res, file, headers)
  } catch (error) {
    // whoever asked has gone
    if (res.destroyed || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return true
    throw error
  } finally {
    await file.close()
  }
}
