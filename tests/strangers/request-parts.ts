import * as fc from 'fast-check'
import { oddName, oddPiece } from './odd-words.ts'
import type { Who } from './people.ts'

/** What is asked for before, with the same session; what comes stands in the request in place of `ticketMark`. */
export type Need =
  | { readonly kind: 'im' | 'support' }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly contentType: string
      readonly key: string
      readonly bytes: Buffer
    }

/** One request, still without Host, session and client address. */
export interface OddRequest {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer | undefined
  /** Who is signed in; undefined: nobody. */
  readonly who: Who | undefined
  readonly needs: Need | undefined
  /** Frames of a WebSocket, when the connection has become one. */
  readonly frames: readonly string[]
  /** The call of the contract that it is meant for. */
  readonly route: string | undefined
}

export type Part = Partial<Omit<OddRequest, 'who'>> & Pick<OddRequest, 'target'>

export const ticketMark = '«ticket»'

export const ours: OddRequest['headers'] = [
  ['reqSource', 'pcSite'],
  ['Sec-Fetch-Site', 'same-origin'],
]

/** A query, its names known or odd. */
export function query(names: readonly string[]): fc.Arbitrary<string> {
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

/**
 * The bytes of a request, and of what follows when the connection is upgraded. `own` are the headers that every request has, `ticket` is
 * what it needed.
 */
export function bytesOf(
  request: OddRequest,
  own: readonly (readonly [string, string])[],
  ticket = '',
): { head: Buffer; frames: Buffer[] } {
  const { method, target, headers, body } = request
  const isChunked = headers.some(([name]) => name === 'Transfer-Encoding')
  const length = body === undefined || isChunked ? [] : [['Content-Length', String(body.length)] as const]
  const lines = [...own, ...headers, ...length].map(([name, value]) => `${name}: ${value}`)
  const text = `${method} ${target.replace(ticketMark, () => ticket)} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
  // Lone surrogates become what UTF-8 makes of them; other characters their bytes.
  return {
    head: Buffer.concat([Buffer.from(text), body ?? Buffer.alloc(0)]),
    frames: request.frames.map((frame) => maskedFrame(frame.replace(ticketMark, () => ticket))),
  }
}
