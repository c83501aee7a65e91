import type { IncomingMessage } from 'node:http'

const largestBody = 100 * 1024
const limitedTypes = /^(?:application\/(?:json|x-www-form-urlencoded|[\w.+-]+\+json)|text\/)/i

function isLimited(req: IncomingMessage): boolean {
  const type = req.headers['content-type']
  return type === undefined || limitedTypes.test(type)
}

/**
 * Reads a small body whole, before a service is bothered with it: a slow client holds no connection of a service, and a
 * body that is too large is never passed on in part. Files (other content types) are streamed: undefined.
 */
export function readLimited(req: IncomingMessage): Promise<Buffer | undefined | 'too large' | 'gone'> {
  const length = req.headers['content-length']
  const hasBody = req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
  if (!hasBody || !isLimited(req)) return Promise.resolve(undefined)
  if (Number(length) > largestBody) return Promise.resolve('too large')
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let size = 0
    req.on('data', (part: Buffer) => {
      size += part.length
      if (size > largestBody) {
        parts.length = 0
        // Read and thrown away: closing in the middle could cost the client our answer.
        resolve('too large')
      } else parts.push(part)
    })
    req.once('end', () => resolve(Buffer.concat(parts)))
    req.once('close', () => resolve('gone'))
    req.once('error', () => resolve('gone'))
  })
}
