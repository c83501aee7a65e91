import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzip } from 'node:zlib'
import { readSessionToken } from '#server/http/session-cookies.ts'
import { ownValue } from '#shared/own-value.ts'
import { repeatCaptions } from './captions.ts'
import { lengthOf, type MediaIndex, parseMediaIndex, segmentForm } from './media-index.ts'
import { playedLength, writeClock, writeFilm, writeLive } from './media-playlist.ts'
import {
  createSecretHash,
  grantPrefix,
  longestSeconds,
  type MediaMode,
  type PlayGrant,
  readGrant,
  type SecretHash,
} from './play-grant.ts'
import { sendFile } from './send-file.ts'
import { createTextCache, type TextCache } from './text-cache.ts'

/** Answers what lies behind a grant: playlists, captions and segments of the private store. */
export interface MediaGate {
  /** False: the address isn't one of them. */
  handle(req: IncomingMessage, res: ServerResponse): boolean
}

export interface MediaGateOptions {
  /** Where the folders lie. */
  readonly root: string
  /** The folder `film`, which comes with the build. */
  readonly film: string
  /** The site's own: says which cookie is the session's. */
  readonly origin: string
  /** The site's secret; asked for at the first grant. */
  readonly secret: () => string
  readonly clock: () => number
  /** Headers that go with every answer: name, value, … */
  readonly headers: readonly string[]
  readonly onError: (error: unknown, file: string) => void
}

interface Asked {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly grant: PlayGrant
  readonly now: number
  /** Path of the granted folder on the disk, and of the file in it. */
  readonly folder: string
  readonly file: string
}

/** A file or a file in one folder more: the two levels that a film has. */
const fileForm = /^(?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)*\.(\w{1,5})$/
const captionsForm = /^captions-[\w-]{1,35}\.vtt$/
const playlistType = 'application/vnd.apple.mpegurl'
const captionsType = 'text/vtt; charset=utf-8'
const segmentTypes: Readonly<Record<string, string>> = {
  ts: 'video/mp2t',
  m2ts: 'video/mp2t',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  aac: 'audio/aac',
}
/** A browser may keep a segment for so many seconds. */
const segmentKept = 3600
const compressedFrom = 2048
const keptTexts = 16 * 1024 * 1024

/** Whether a client takes gzip, by `Accept-Encoding`. */
function takesGzip(header: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0{0,3})?$/.test(parameter))
  })
}

/** A whole film's list in the mode that was granted. */
function writePlaylist(index: MediaIndex, mode: MediaMode, now: number): string {
  if (mode.kind === 'film') return writeFilm(index, mode.seconds)
  return mode.kind === 'clock' ? writeClock(index, mode, now) : writeLive(index)
}

/** How long captions go on, in milliseconds; those of a film on the clock count from its beginning. */
function captionsLength(index: MediaIndex, mode: MediaMode): number {
  if (mode.kind === 'clock') return Math.min(mode.end - mode.begin, longestSeconds * 1000)
  return Math.round(playedLength(index, mode.kind === 'film' ? mode.seconds : null) / 1000)
}

/** What the gate's answers are made with. */
interface Gate {
  readonly options: MediaGateOptions
  readonly headers: readonly string[]
  readonly indexes: TextCache<MediaIndex>
  readonly texts: TextCache<string>
}

function refuse(
  { headers }: Pick<Gate, 'headers'>,
  req: IncomingMessage,
  res: ServerResponse,
  { status, reason, more = [] }: { status: number; reason: string; more?: readonly string[] | undefined },
): void {
  if (res.headersSent || res.destroyed) {
    res.destroy()
    return
  }
  const body = JSON.stringify({ reason })
  res.writeHead(status, [
    ...headers,
    ...more,
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'no-store',
    'Content-Length',
    String(body.length),
  ])
  res.end(req.method === 'HEAD' ? undefined : body)
}

function endText(
  { headers }: Gate,
  { req, res }: Asked,
  type: string,
  { body, coding }: { readonly body: Buffer | string; readonly coding?: string | undefined },
): void {
  const head = [
    ...headers,
    'Content-Type',
    type,
    'Cache-Control',
    'no-store',
    'Vary',
    'Accept-Encoding',
    'Content-Length',
    String(Buffer.byteLength(body)),
  ]
  if (coding) head.push('Content-Encoding', coding)
  res.writeHead(200, head)
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** Long lists shrink to a tenth: that is worth the time before the first picture. */
function sendText(gate: Gate, asked: Asked, type: string, text: string | undefined): void {
  if (text === undefined) return refuse(gate, asked.req, asked.res, { status: 404, reason: 'missing' })
  if (text.length < compressedFrom || !takesGzip(String(asked.req.headers['accept-encoding'] ?? '')))
    return endText(gate, asked, type, { body: text })
  gzip(text, { level: 5 }, (error, bytes) => {
    if (!asked.res.destroyed) endText(gate, asked, type, error ? { body: text } : { body: bytes, coding: 'gzip' })
  })
}

/** Does it at once when it can: a live list is asked for every few seconds by everybody in the room. */
function whenRead<T>(
  gate: Gate,
  asked: Asked,
  found: T | undefined | Promise<T | undefined>,
  then: (value: T | undefined) => void,
): void {
  if (!(found instanceof Promise)) return then(found)
  found.then(then).catch((error: unknown) => fail(gate, asked, error))
}

function fail(gate: Gate, { req, res }: Asked, error: unknown): void {
  gate.options.onError(error, req.url?.slice(req.url.lastIndexOf('/')) ?? '')
  refuse(gate, req, res, { status: 500, reason: 'failed' })
}

async function captions({ texts, indexes }: Gate, { folder, file, grant }: Asked): Promise<string | undefined> {
  const [text, master] = [await texts.read(join(folder, file)), await texts.read(join(folder, 'master.m3u8'))]
  const list = master
    ?.split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('#'))
  if (text === undefined || list === undefined || !fileForm.test(list)) return text
  const index = await indexes.read(join(folder, list))
  return index && lengthOf(index) > 0
    ? repeatCaptions(text, Math.round(lengthOf(index) / 1000), captionsLength(index, grant.mode))
    : text
}

async function segment(gate: Gate, asked: Asked, extension: string): Promise<void> {
  const { req, res, grant, now, folder, file } = asked
  const hasBegun = grant.mode.kind !== 'clock' || now >= grant.mode.begin
  const head = [
    ...gate.headers,
    'Content-Type',
    ownValue(segmentTypes, extension) ?? '',
    'Cache-Control',
    `private, max-age=${segmentKept}`,
  ]
  if (!hasBegun || !(await sendFile(req, res, join(folder, file), head)))
    refuse(gate, req, res, { status: 404, reason: 'missing' })
}

function answer(gate: Gate, asked: Asked): void {
  const { indexes, texts } = gate
  const { folder, file, grant, now } = asked
  const [, extension = ''] = fileForm.exec(file) ?? []
  if (file === 'master.m3u8')
    whenRead(gate, asked, texts.read(join(folder, file)), (text) => sendText(gate, asked, playlistType, text))
  else if (extension === 'm3u8')
    whenRead(gate, asked, indexes.read(join(folder, file)), (index) =>
      sendText(gate, asked, playlistType, index && writePlaylist(index, grant.mode, now)),
    )
  else if (captionsForm.test(file))
    whenRead(gate, asked, captions(gate, asked), (text) => sendText(gate, asked, captionsType, text))
  else if (segmentForm.test(file.slice(file.indexOf('/') + 1)))
    segment(gate, asked, extension).catch((error: unknown) => fail(gate, asked, error))
  else refuse(gate, asked.req, asked.res, { status: 404, reason: 'missing' })
}

/** Creates the gate; it holds the parsed playlists of the store, up to 16 MB of text. */
export function createMediaGate(options: MediaGateOptions): MediaGate {
  const { clock, headers } = options
  const indexes = createTextCache({ parse: parseMediaIndex, maxBytes: keptTexts, clock })
  const texts = createTextCache({ parse: (text: string) => text, maxBytes: keptTexts / 4, clock })
  let known: SecretHash | undefined

  function hash(): SecretHash {
    known ??= createSecretHash(options.secret())
    return known
  }
  const gate: Gate = { options, headers, indexes, texts }

  function handle(req: IncomingMessage, res: ServerResponse): boolean {
    const url = req.url ?? ''
    if (!url.startsWith(grantPrefix)) return false
    const mark = url.indexOf('?')
    const path = url.slice(grantPrefix.length, mark < 0 ? undefined : mark)
    const slash = path.indexOf('/')
    if (req.method !== 'GET' && req.method !== 'HEAD')
      refuse(gate, req, res, { status: 405, reason: 'method', more: ['Allow', 'GET, HEAD'] })
    else if (slash < 0) refuse(gate, req, res, { status: 404, reason: 'missing' })
    else {
      const now = clock()
      const grant = readGrant(hash(), path.slice(0, slash), now, readSessionToken(req.headers, options))
      const file = path.slice(slash + 1)
      if (typeof grant === 'string') refuse(gate, req, res, { status: 403, reason: grant })
      else
        answer(gate, {
          req,
          res,
          grant,
          now,
          file,
          folder: grant.folder === 'film' ? options.film : join(options.root, grant.folder),
        })
    }
    return true
  }

  return { handle }
}
