import type { IncomingMessage } from 'node:http'

const largestForm = 4 * 1024

/** The whole body of a small form, or undefined when it is none: larger than 4 KiB or cut off. */
export function readForm(req: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let size = 0
    req.on('data', (part: Buffer) => {
      size += part.length
      if (size <= largestForm) parts.push(part)
    })
    req.once('end', () => resolve(size <= largestForm ? Buffer.concat(parts) : undefined))
    req.once('error', () => resolve(undefined))
    req.once('close', () => resolve(undefined))
  })
}
