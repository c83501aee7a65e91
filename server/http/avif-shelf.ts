import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import { avifPath, avifSources, contentName } from './avif-store.ts'

/**
 * Answers with the AVIF of the picture at `source`; false when there is none or the browser doesn't take it: nothing is sent
 * then. `dress` sets the headers that the picture itself would have.
 */
export type AvifShelf = (
  req: IncomingMessage,
  res: ServerResponse,
  source: string,
  dress: (res: ServerResponse) => void,
) => Promise<boolean>

const mostNames = 10_000

/** Whether a browser says that it takes AVIF; a wildcard says nothing. */
export function takesAvif({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const [, parameters] = /(?:^|,)\s*image\/avif\s*((?:;[^,]*)?)(?=,|$)/i.exec(headers.accept ?? '') ?? []
  return parameters !== undefined && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(parameters)
}

async function openFile(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch(() => undefined)
}

async function send(req: IncomingMessage, res: ServerResponse, file: FileHandle, etag: string): Promise<void> {
  const { size } = await file.stat()
  res.setHeader('Vary', 'Accept')
  res.setHeader('ETag', etag)
  const isKnown = (req.headers['if-none-match'] ?? '')
    .split(',')
    .some((known) => known.trim().replace(/^W\//, '') === etag)
  if (isKnown) {
    res.removeHeader('Content-Type')
    res.writeHead(304).end()
    return
  }
  res.writeHead(200, { 'Content-Type': 'image/avif', 'Content-Length': size })
  if (req.method === 'HEAD') {
    res.end()
    return
  }
  // A visitor who leaves in the middle is no failure.
  await pipeline(file.createReadStream({ autoClose: false }), res).catch(() => undefined)
}

/** The AVIFs that the picture job has put into `folder`, found by the content of the picture that they stand for. */
export function createAvifShelf(folder: string): AvifShelf {
  const names = new LRUCache<string, Promise<string>>({ max: mostNames })

  async function nameOf(source: string): Promise<string | undefined> {
    // Looked at each time: a picture that has been deleted takes its AVIF with it.
    const found = await stat(source).catch(() => undefined)
    if (!found?.isFile()) return undefined
    const key = `${source} ${found.size} ${found.mtimeMs}`
    const known = names.get(key)
    if (known) return known
    const name = contentName(source)
    names.set(key, name)
    name.catch(() => names.delete(key))
    return name
  }

  return async function avif(req, res, source, dress) {
    if (!avifSources.test(source) || !takesAvif(req)) return false
    const name = await nameOf(source).catch(() => undefined)
    const file = name === undefined ? undefined : await openFile(avifPath(folder, name))
    if (name === undefined || !file) return false
    try {
      dress(res)
      await send(req, res, file, `"${createHash('sha256').update(`avif ${name}`).digest('base64url').slice(0, 20)}"`)
      return true
    } finally {
      await file.close()
    }
  }
}
