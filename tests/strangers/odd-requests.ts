import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import type { Page } from '#client/pages/define-page.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { oddJson, oddLine, oddName, oddPiece } from './odd-words.ts'
import { inputNames, plausibleInput } from './plausible-input.ts'

/** One request, still without Host, session and client address. */
export interface OddRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer | undefined
  /** Of a learner who is signed in. */
  readonly isSignedIn: boolean
  /** Frames of a WebSocket, when the connection has become one. */
  readonly frames: readonly string[]
}

type Part = Partial<Omit<OddRequest, 'isSignedIn'>> & Pick<OddRequest, 'target'>

const query = (names: readonly string[]): fc.Arbitrary<string> => {
  const name = fc.oneof(
    ...(names.length > 0 ? [fc.constantFrom(...names)] : []),
    oddName.map((word) => encodeURIComponent(word.toWellFormed())),
    oddPiece,
  )
  const shape = fc.constantFrom('=', '=', '=', '[]=', '[b]=', '[__proto__]=', '')
  const pair = fc
    .tuple(name, shape, oddPiece)
    .map(([left, middle, right]) => (middle === '' ? left : `${left}${middle}${right}`))
  return fc.array(pair, { minLength: 0, maxLength: 4 }).map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
}

const headerName = fc.constantFrom(
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'If-None-Match',
  'If-Modified-Since',
  'Range',
  'Referer',
  'Origin',
  'User-Agent',
  'X-Forwarded-Proto',
  'X-Request-Id',
  'Traceparent',
  'Authorization',
  'Sec-Fetch-Mode',
  'Content-Type',
  'Forwarded',
  'Purpose',
  '__proto__',
  'constructor',
  'toString',
)
const cookieName = fc.oneof(
  fc.constantFrom(
    'session',
    '__Host-session',
    'visitorId',
    'oauth',
    'theme',
    'constructor',
    '__proto__',
    'hasOwnProperty',
  ),
  oddLine,
)
const cookie = fc
  .array(
    fc.tuple(cookieName, oddLine).map(([name, value]) => `${name}=${value}`),
    { minLength: 1, maxLength: 3 },
  )
  .map((pairs) => ['Cookie', pairs.join('; ')] as const)
const header = fc.oneof(fc.tuple(headerName, oddLine), cookie)
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(header, { maxLength: 3 }) },
)
const method = fc.oneof(
  { weight: 20, arbitrary: fc.constant('GET') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'HEAD',
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'get',
      'M-SEARCH',
    ),
  },
)

const known = fc.constantFrom('1', '2', '7', '30', '1.html', 'video', 'live', 'design', 'user', 'privacy', 'latest')

/** A page's address, each part known or odd. */
function pageRequest({ path, cache }: Page): fc.Arbitrary<Part> {
  const names =
    cache === 'never'
      ? ['id', 'redirect', 'code', 'orderNo', 'page', 'token']
      : [...Object.keys(cache.query ?? {}), 'page', 'token', 'from']
  const segment = (part: string): fc.Arbitrary<string> =>
    part.startsWith(':')
      ? fc.oneof(known, known, oddPiece).map((word) => (part.endsWith('.html') ? `${word}.html` : word))
      : fc.constant(part)
  const segments = path.split('/').filter(Boolean).map(segment)
  return fc.record({
    method,
    target: fc.tuple(fc.tuple(...segments), query(names)).map(([parts, more]) => `/${parts.join('/')}${more}`),
    headers,
  })
}

const ours: OddRequest['headers'] = [
  ['reqSource', 'pcSite'],
  ['Sec-Fetch-Site', 'same-origin'],
]

function jsonBody(schema: unknown): fc.Arbitrary<string> {
  const names = inputNames(schema)
  const name =
    names.length > 0
      ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: oddName })
      : oddName
  const odd = fc.dictionary(name, oddJson, { minKeys: 1, maxKeys: 2, noNullPrototype: false })
  return fc.tuple(plausibleInput(schema), odd).map(([plain, wrong]) => {
    const texts = new Map(
      Object.entries(plain)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => [key, JSON.stringify(value)]),
    )
    for (const [key, text] of Object.entries(wrong)) texts.set(key, text)
    return `{${[...texts].map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`
  })
}

/** How a body is packed, and what is said of it. */
const packing = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constant({
      pack: (text: string): Buffer => Buffer.from(text),
      headers: [['Content-Type', 'application/json']] as const,
    }),
  },
  ...[
    ['Content-Encoding', 'gzip'],
    ['Content-Encoding', 'deflate'],
    ['Content-Encoding', 'br'],
    ['Content-Encoding', 'constructor'],
    ['Content-Type', 'application/json; charset=constructor'],
    ['Content-Type', 'application/json; charset=utf-16'],
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['Content-Type', '__proto__'],
    ['Transfer-Encoding', 'gzip, chunked'],
  ].map(([name = '', value = '']) => ({
    weight: 1,
    arbitrary: fc.constant({
      pack: (text: string): Buffer => Buffer.from(text),
      headers: [
        ...(name === 'Content-Encoding' ? [['Content-Type', 'application/json'] as const] : []),
        [name, value] as const,
      ],
    }),
  })),
  {
    weight: 1,
    arbitrary: fc.constant({
      pack: (text: string): Buffer => gzipSync(text),
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
      ] as const,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      pack: (text: string): Buffer => gzipSync(text).subarray(0, 12),
      headers: [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
      ] as const,
    }),
  },
)

/** A call with plausible input and something odd in it. */
function callRequest({ method: own, path, input }: Endpoint): fc.Arbitrary<Part> {
  const names = inputNames(input)
  const plain = plausibleInput(input).map((fields) =>
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
      ),
    ).toString(),
  )
  const asked = fc.tuple(plain, query(names)).map(([left, right]) => {
    const more = right.slice(1)
    return left || more ? `${path}?${[more, left].filter(Boolean).join('&')}` : path
  })
  if (own === 'GET') return fc.record({ method, target: asked, headers: headers.map((list) => [...ours, ...list]) })
  const body = fc.oneof(
    { weight: 8, arbitrary: jsonBody(input) },
    { weight: 2, arbitrary: oddJson },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        '{"a":',
        '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--',
        '\ufeff{}',
        '\xff\xfe',
      ),
    },
  )
  return fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: fc.constant(path) }, { weight: 1, arbitrary: asked }),
      headers,
      body,
      packing,
    )
    .map(([target, list, text, { pack, headers: packed }]) => ({
      method: 'POST',
      target,
      headers: [...ours, ...packed, ...list.filter(([name]) => name !== 'Content-Type')],
      body: pack(text),
    }))
}

const upgrade: OddRequest['headers'] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'AAAAAAAAAAAAAAAAAAAAAA=='],
  ['Sec-Fetch-Site', 'same-origin'],
]
const frame = fc.oneof(
  fc.tuple(oddJson, oddJson).map(([groupId, sign]) => `40{"groupId":${groupId},"sign":${sign}}`),
  oddJson.map((json) => `40${json}`),
  fc
    .tuple(fc.constantFrom('send', 'missed', 'constructor', '__proto__', 'disconnect', 'error'), oddJson)
    .map(([name, json]) => `420["${name}",${json}]`),
  fc.constantFrom(
    '2',
    '3',
    '1',
    '41',
    '45',
    '451-["x",{"_placeholder":true,"num":0}]',
    '4',
    'x',
    '',
    '42',
    '42[]',
    '42["send"]',
    '4{',
  ),
)
/** What asks for a socket: where there is one, and at calls and pages, which have none. */
function socketRequest(paths: readonly string[]): fc.Arbitrary<Part> {
  return fc.record({
    target: fc.oneof(
      { weight: 3, arbitrary: fc.constant('/api/im/ws/?EIO=4&transport=websocket') },
      { weight: 1, arbitrary: query(['EIO', 'transport', 'sid', 't', 'b64']).map((text) => `/api/im/ws/${text}`) },
      { weight: 2, arbitrary: fc.constantFrom(...paths) },
    ),
    headers: fc.constantFrom(upgrade, upgrade, ours),
    frames: fc.array(frame, { maxLength: 4 }),
  })
}

/** Places that are no page and no call. */
const prefixes = [
  '/media/',
  '/media/pictures/',
  '/media/play/',
  '/media/uploads/',
  '/assets/',
  '/og/',
  '/pay/cashier/',
  '/pay/',
  '/sitemaps/',
  '/feed/',
  '/api/',
  '/api/storage/',
  '/api/uploads/',
  '/api/pay/notify/',
  '/gateway/',
  '/ops/cache/',
  '/dev/',
  '/.well-known/',
  '/qr/',
  '/',
]
const ending = fc.constantFrom(
  '',
  '.png',
  '.webp',
  '.m3u8',
  '.ts',
  '.xml',
  '.txt',
  '.js',
  '.css',
  '.constructor',
  '.__proto__',
  '.toString',
  '.',
)
const elsewhere: fc.Arbitrary<Part> = fc
  .tuple(
    fc.constantFrom(...prefixes),
    fc.array(oddPiece, { maxLength: 3 }),
    ending,
    query(['sign', 'size', 'expires', 'signature', 'key', 'tag', 'name']),
    method,
    headers,
    fc.option(oddJson, { freq: 3, nil: undefined }),
  )
  .map(([prefix, parts, end, more, how, list, text]) => ({
    method: how,
    target: `${prefix}${parts.join('/')}${end}${more}`,
    headers: text === undefined ? list : [...ours, ['Content-Type', 'application/octet-stream'], ...list],
    body: text === undefined ? undefined : Buffer.from(text),
  }))

/** Requests to every page and every call, and to what is neither, with odd words in every place. */
export function oddRequests(pages: readonly Page[], endpoints: readonly Endpoint[]): fc.Arbitrary<OddRequest> {
  const part = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...pages.map(pageRequest)) },
    { weight: 18, arbitrary: fc.oneof(...endpoints.map(callRequest)) },
    { weight: 3, arbitrary: elsewhere },
    { weight: 1, arbitrary: socketRequest(['/', '/gateway/ping', ...endpoints.map(({ path }) => path)]) },
  )
  return fc
    .tuple(part, fc.boolean())
    .map(([{ method: how = 'GET', target, headers: list = [], body, frames = [] }, isSignedIn]) => ({
      method: how,
      target,
      headers: list,
      body,
      isSignedIn,
      frames,
    }))
}

/** A text frame of a client. */
function maskedFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const length =
    payload.length < 126
      ? [0x80 | payload.length]
      : payload.length < 65_536
        ? [0xfe, payload.length >> 8, payload.length & 255]
        : [
            0xff,
            0,
            0,
            0,
            0,
            (payload.length >>> 24) & 255,
            (payload.length >>> 16) & 255,
            (payload.length >>> 8) & 255,
            payload.length & 255,
          ]
  // a mask of zeros leaves the bytes as they are
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload])
}

/** The bytes of a request, and of what follows when the connection is upgraded. `own` are the headers that every request has. */
export function bytesOf(
  request: OddRequest,
  own: readonly (readonly [string, string])[],
): { head: Buffer; frames: Buffer[] } {
  const { method: how, target, headers: list, body } = request
  const isChunked = list.some(([name]) => name === 'Transfer-Encoding')
  const length = body === undefined || isChunked ? [] : [['Content-Length', String(body.length)] as const]
  const lines = [...own, ...list, ...length].map(([name, value]) => `${name}: ${value}`)
  const text = `${how} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  // Lone surrogates become what UTF-8 makes of them; other characters their bytes.
  return { head: Buffer.concat([Buffer.from(text), body ?? Buffer.alloc(0)]), frames: request.frames.map(maskedFrame) }
}
