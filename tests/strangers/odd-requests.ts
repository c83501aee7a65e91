import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import type { Page } from '#client/pages/define-page.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { UploadSamples } from '../support/upload-samples.ts'
import type { KnownValues } from './known-values.ts'
import { fileRequest } from './odd-files.ts'
import { socketRequest } from './odd-sockets.ts'
import { oddJson, oddLine, oddName, oddPiece } from './odd-words.ts'
import { everybody, type Who, whoMay } from './people.ts'
import { inputNames, plausibleInput } from './plausible-input.ts'
import { type OddRequest, ours, type Part, query } from './request-parts.ts'

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

/** A part that says itself who sends it. */
type Addressed = Part & Pick<OddRequest, 'who'>

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

function jsonBody({ path, input }: Endpoint, known: KnownValues): fc.Arbitrary<string> {
  const names = inputNames(input)
  const name =
    names.length > 0
      ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: oddName })
      : oddName
  const odd = fc.dictionary(name, oddJson, { minKeys: 0, maxKeys: 2, noNullPrototype: false })
  return fc.tuple(plausibleInput(input, { path, known }), odd).map(([plain, wrong]) => {
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

/** Who sends a call: mostly somebody who may, if there is such a rule. */
function sender(endpoint: Endpoint): fc.Arbitrary<Who | undefined> {
  const anybody = fc.constantFrom(undefined, undefined, 'learner' as const, 'learner' as const, ...everybody)
  const may = whoMay(endpoint)
  return may ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...may) }, { weight: 1, arbitrary: anybody }) : anybody
}

/** A call with plausible input and something odd in it. */
function callRequest(endpoint: Endpoint, known: KnownValues): fc.Arbitrary<Addressed> {
  const { method: own, path, input, route } = endpoint
  const names = inputNames(input)
  const plain = plausibleInput(input, { path, known }).map((fields) =>
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
  const who = sender(endpoint)
  if (own === 'GET')
    return fc.record({
      who,
      route: fc.constant(route),
      method,
      target: asked,
      headers: headers.map((list) => [...ours, ...list]),
    })
  const body = fc.oneof(
    { weight: 8, arbitrary: jsonBody(endpoint, known) },
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
  const target = fc.oneof({ weight: 4, arbitrary: fc.constant(path) }, { weight: 1, arbitrary: asked })
  return fc
    .tuple(fc.tuple(target, who), headers, body, packing)
    .map(([[address, person], list, text, { pack, headers: packed }]) => ({
      who: person,
      route,
      method: 'POST',
      target: address,
      headers: [...ours, ...packed, ...list.filter(([name]) => name !== 'Content-Type')],
      body: pack(text),
    }))
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
  '/api/study/file',
  '/api/support/inbox',
  '/calendar/',
  '/figures',
  '/internal/',
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

/** What there is to be asked, what is known of it, and files to be sent. */
export interface StrangersWorld {
  readonly pages: readonly Page[]
  readonly endpoints: readonly Endpoint[]
  readonly known: KnownValues
  readonly files: UploadSamples
}

/** Requests to every page, call and socket, and to what is none, with odd words in every place. */
export function oddRequests({ pages, endpoints, known, files }: StrangersWorld): fc.Arbitrary<OddRequest> {
  const part: fc.Arbitrary<Part | Addressed> = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...pages.map(pageRequest)) },
    { weight: 18, arbitrary: fc.oneof(...endpoints.map((endpoint) => callRequest(endpoint, known))) },
    { weight: 3, arbitrary: elsewhere },
    { weight: 2, arbitrary: socketRequest(['/', '/gateway/ping', ...endpoints.map(({ path }) => path)]) },
    { weight: 1, arbitrary: fileRequest(files) },
  )
  const somebody = fc.constantFrom(undefined, 'learner' as const, 'learner' as const, ...everybody)
  return fc
    .tuple(part, somebody)
    .map(([{ method: how = 'GET', headers: list = [], frames = [], ...more }, chosen]) => ({
      body: undefined,
      needs: undefined,
      route: undefined,
      ...more,
      method: how,
      headers: list,
      frames,
      who: 'who' in more ? more.who : chosen,
    }))
}
