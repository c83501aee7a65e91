import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'
import { Code, type Envelope } from '#shared/contract/codes.ts'

/** What a service answered to a call, as far as it is fit for the browser. */
export type CheckedAnswer =
  /** An envelope, byte for byte as it came. */
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** Too much to hold: its beginning; the rest is still to be read. */
  | { readonly kind: 'large'; readonly begun: readonly Buffer[] }
  /** No envelope, or one that no call of this kind can have. */
  | { readonly kind: 'unfit' }
  /** The connection ended before the answer did. */
  | { readonly kind: 'half'; readonly error: Error | undefined }

export interface EnvelopeCheck {
  /** Reads an answer of up to 1 MiB. `isPublicRead`: nobody has to be logged in for this call, so -3 is no answer to it. */
  check(answer: IncomingMessage, isPublicRead: boolean): Promise<CheckedAnswer>
}

const largest = 1024 * 1024
const mostTogether = 32 * 1024 * 1024
const unpack = { br: promisify(brotliDecompress), gzip: promisify(unzip), deflate: promisify(unzip) }
const unpacking = { maxOutputLength: 16 * largest }

async function plainText(bytes: Buffer, encoding: string | undefined): Promise<string> {
  if (encoding === undefined || encoding === 'identity') return bytes.toString()
  if (encoding !== 'br' && encoding !== 'gzip' && encoding !== 'deflate')
    throw new Error('An encoding that nobody asked for.')
  return (await unpack[encoding](bytes, unpacking)).toString()
}

async function isFit(bytes: Buffer, { headers }: IncomingMessage, isPublicRead: boolean): Promise<boolean> {
  if (!/^application\/(?:[\w.]{1,40}\+)?json\b/i.test(headers['content-type'] ?? '')) return false
  try {
    const envelope = JSON.parse(await plainText(bytes, headers['content-encoding'])) as Partial<Envelope> | null
    return typeof envelope?.code === 'number' && !(isPublicRead && envelope.code === Code.LoginTimeout)
  } catch {
    return false
  }
}

type Collected = { readonly bytes: Buffer } | Exclude<CheckedAnswer, { kind: 'whole' | 'unfit' }>

function collect(answer: IncomingMessage, most: number): Promise<Collected> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let size = 0
    const take = (part: Buffer): void => {
      parts.push(part)
      size += part.length
      if (size <= most) return
      answer.pause()
      end({ kind: 'large', begun: parts })
    }
    const whole = (): void => end({ bytes: Buffer.concat(parts) })
    const cut = (error?: Error): void => end({ kind: 'half', error })
    const closed = (): void => cut()
    function end(result: Collected): void {
      answer.off('data', take).off('end', whole).off('close', closed)
      resolve(result)
    }
    // The listener for errors stays: one that comes later must not end the process.
    answer.on('data', take).once('end', whole).on('error', cut).once('close', closed)
  })
}

/** Creates the check; `room` is what answers that are being read may take together, in bytes (32 MiB). */
export function createEnvelopeCheck(room = mostTogether): EnvelopeCheck {
  let held = 0
  return {
    async check(answer, isPublicRead) {
      const most = Math.min(largest, Math.max(0, room - held))
      held += most
      try {
        const collected = await collect(answer, most)
        if ('kind' in collected) return collected
        return (await isFit(collected.bytes, answer, isPublicRead))
          ? { kind: 'whole', bytes: collected.bytes }
          : { kind: 'unfit' }
      } finally {
        held -= most
      }
    },
  }
}
