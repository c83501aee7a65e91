import { createReadStream } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** What a scanner says of a file; `infected` names what it found. */
export type ScanResult =
  | { readonly kind: 'clean' }
  | { readonly kind: 'infected'; readonly name: string }
  | { readonly kind: 'tooBig' }

/** Looks at whole files; throws when it can't. */
export interface Scanner {
  scan(path: string): Promise<ScanResult>
}

/** Without a byte in either direction for so long a scan has failed. */
const silentMs = 60_000
const longestAnswer = 4096

function open(url: string): Socket {
  if (url.startsWith('unix:')) return connect(url.slice('unix:'.length))
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
}

function read(answer: string): ScanResult {
  // 'stream: OK', 'stream: Eicar-Test-Signature FOUND', 'INSTREAM size limit exceeded. ERROR'
  if (answer.endsWith(' OK')) return { kind: 'clean' }
  if (answer.endsWith(' FOUND'))
    return { kind: 'infected', name: answer.slice(answer.indexOf(': ') + 2, -' FOUND'.length) }
  if (answer.startsWith('INSTREAM size limit exceeded')) return { kind: 'tooBig' }
  throw new Error(`The scanner answered ${JSON.stringify(answer.slice(0, 200))}.`)
}

async function send(socket: Socket, path: string): Promise<void> {
  const write = (bytes: Buffer | string): Promise<void> =>
    new Promise((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())))
  await write('zINSTREAM\0')
  for await (const chunk of createReadStream(path, { highWaterMark: 64 * 1024 }) as AsyncIterable<Buffer>) {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(chunk.length)
    await write(Buffer.concat([length, chunk]))
  }
  await write(Buffer.alloc(4))
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setTimeout(silentMs, () => socket.destroy(new Error('The scanner is silent.')))
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('utf8')
      const end = text.indexOf('\0')
      if (end >= 0) resolve(text.slice(0, end))
      else if (text.length > longestAnswer) reject(new Error('The scanner says too much.'))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The scanner hung up.')))
  })
}

/**
 * A clamd at `tcp://host:port` or `unix:/path`, asked by INSTREAM: the file is sent to it, so it may run anywhere. It looks into
 * archives itself, as deep as its own settings say (MaxRecursion, MaxFiles, MaxScanSize).
 */
export function createClamd(url: string): Scanner {
  return {
    async scan(path) {
      const socket = open(url)
      try {
        const answer = answerOf(socket)
        // It may answer before it has everything, and hang up: its word counts, not the broken pipe.
        const sent = send(socket, path).then(() => answer)
        sent.catch(() => undefined)
        return read(await Promise.race([answer, sent]))
      } finally {
        socket.destroy()
      }
    },
  }
}
