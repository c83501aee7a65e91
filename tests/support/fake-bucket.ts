import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endServer } from './test-server.ts'

export interface StoredObject {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** An S3-compatible service with one bucket that answers only what is rightly signed (Signature Version 4). */
export interface FakeBucket {
  readonly endpoint: string
  readonly objects: Map<string, StoredObject>
  /** Requests that were refused, and why. */
  readonly refused: string[]
  stop(): Promise<void>
}

export const bucketKeys = {
  id: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'cn-test-1',
  name: 'school',
} as const

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const escapeAll = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature that the service computes itself, step by step as its documentation has it. */
function signatureOf(
  req: IncomingMessage,
  url: URL,
  { signedHeaders, scope, time, payload }: { signedHeaders: string; scope: string; time: string; payload: string },
): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${escapeAll(name)}=${escapeAll(value)}`)
    .sort()
    .join('&')
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(req.headers[name] ?? '').trim()}\n`)
  const canonical = [req.method, url.pathname, query, headers.join(''), signedHeaders, payload].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const [date = '', region = '', service = '', end = ''] = scope.split('/')
  const key = [region, service, end].reduce(
    (secret, part) => hmac(secret, part),
    hmac(`AWS4${bucketKeys.secret}`, date),
  )
  return hmac(key, text).toString('hex')
}

function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

/** Why a request isn't answered; undefined when its signature is right and still good. */
function refusal(req: IncomingMessage, url: URL, now: number): string | undefined {
  const query = url.searchParams
  const bySign = query.has('X-Amz-Signature')
  const [, scopeText = '', signed = '', given = ''] =
    /Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)/.exec(req.headers.authorization ?? '') ?? []
  const credential = bySign ? (query.get('X-Amz-Credential') ?? '') : scopeText
  const signedHeaders = bySign ? (query.get('X-Amz-SignedHeaders') ?? '') : signed
  const time = bySign ? (query.get('X-Amz-Date') ?? '') : String(req.headers['x-amz-date'] ?? '')
  const signature = bySign ? query.get('X-Amz-Signature') : given
  const [id, ...scope] = credential.split('/')
  if (id !== bucketKeys.id || scope.join('/') !== `${time.slice(0, 8)}/${bucketKeys.region}/s3/aws4_request`)
    return 'credential'
  if (!signedHeaders.split(';').includes('host')) return 'host is not signed'
  const lifetime = bySign ? Number(query.get('X-Amz-Expires')) * 1000 : 15 * 60_000
  if (!(now < timeOf(time) + lifetime)) return 'expired'
  const payload = bySign ? 'UNSIGNED-PAYLOAD' : String(req.headers['x-amz-content-sha256'] ?? '')
  return signatureOf(req, url, { signedHeaders, scope: scope.join('/'), time, payload }) === signature
    ? undefined
    : 'signature'
}

/** Starts one; `now` is its clock. What lies under `uploads/` may be read without a signature. */
export async function startFakeBucket(now: () => number): Promise<FakeBucket> {
  const objects = new Map<string, StoredObject>()
  const refused: string[] = []
  function answer(req: IncomingMessage, res: ServerResponse, bytes: Buffer): void {
    const url = new URL(req.url ?? '/', `http://${req.headers.host}`)
    const key = url.pathname.slice(`/${bucketKeys.name}/`.length)
    const isOpen =
      req.method === 'GET' &&
      key.startsWith('uploads/') &&
      !url.searchParams.has('X-Amz-Signature') &&
      !req.headers.authorization
    const why = isOpen ? undefined : refusal(req, url, now())
    if (why) {
      refused.push(`${req.method} ${key}: ${why}`)
      res.writeHead(403).end()
      return
    }
    const found = objects.get(key)
    if (req.method === 'PUT') {
      const {
        'content-type': type = '',
        'content-disposition': disposition = '',
        'cache-control': cache = '',
      } = req.headers
      objects.set(key, {
        bytes,
        headers: { 'content-type': type, 'content-disposition': disposition, 'cache-control': cache },
      })
      res.writeHead(200, { ETag: `"${createHash('md5').update(bytes).digest('hex')}"` }).end()
    } else if (req.method === 'DELETE') {
      objects.delete(key)
      res.writeHead(204).end()
    } else if (!found) res.writeHead(404).end()
    else
      res
        .writeHead(200, { 'content-length': found.bytes.length, 'content-type': found.headers['content-type'] ?? '' })
        .end(req.method === 'HEAD' ? undefined : found.bytes)
  }
  const server = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.once('end', () => answer(req, res, Buffer.concat(parts)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refused,
    stop: () => endServer(server),
  }
}
