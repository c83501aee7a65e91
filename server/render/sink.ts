import { Writable } from 'node:stream'
import { type BrotliCompress, constants, createBrotliCompress, createGzip, type Gzip } from 'node:zlib'

export type StreamEncoding = 'br' | 'gzip' | 'identity'

/** The best of br and gzip that the browser takes for a stream. */
export function streamEncoding(accept: string | undefined): StreamEncoding {
  if (/\bbr\b/.test(accept ?? '')) return 'br'
  return /\bgzip\b/.test(accept ?? '') ? 'gzip' : 'identity'
}

/** A compressor whose `push` sends on everything written so far: a late byte may be far away. */
interface Compressor {
  stream: BrotliCompress | Gzip
  push: () => void
}

function createCompressor(encoding: StreamEncoding): Compressor | undefined {
  if (encoding === 'identity') return undefined
  if (encoding === 'gzip') {
    const stream = createGzip({ level: 6 })
    return { stream, push: () => stream.flush(constants.Z_SYNC_FLUSH) }
  }
  const stream = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 4,
      [constants.BROTLI_PARAM_LGWIN]: 18,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })
  return { stream, push: () => stream.flush(constants.BROTLI_OPERATION_FLUSH) }
}

export interface SinkOptions {
  encoding: StreamEncoding
  /** Written before the shell. */
  start: string
  /** Written right behind the shell: state and entry. */
  afterShell: () => string
  /** Written before every later flush of React's. */
  beforeFlush: () => string
  end: string
}

/**
 * What React writes to. React calls `flush` at the end of each flush cycle, the only boundary where other markup can
 * stand without falling inside a tag. Nothing reaches the visitor before the first flush, so a shell that fails can
 * still become an error page.
 */
export class Sink extends Writable {
  private readonly options: SinkOptions
  private readonly out: NodeJS.WritableStream
  private readonly compressor: Compressor | undefined
  private held: Buffer[] = []
  private shellSent = false

  constructor(res: NodeJS.WritableStream, options: SinkOptions) {
    super()
    this.options = options
    this.compressor = createCompressor(options.encoding)
    this.compressor?.stream.pipe(res)
    this.out = this.compressor?.stream ?? res
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.held.push(chunk)
    done()
  }

  /** The end of one of React's flush cycles. */
  flush(): void {
    if (this.held.length === 0 && this.shellSent) return
    const markup = Buffer.concat(this.held)
    this.held = []
    this.out.write(this.shellSent ? this.options.beforeFlush() : this.options.start)
    this.out.write(markup)
    if (!this.shellSent) this.out.write(this.options.afterShell())
    this.shellSent = true
    this.compressor?.push()
  }

  override _final(done: () => void): void {
    this.flush()
    this.out.write(this.options.beforeFlush() + this.options.end)
    this.out.end()
    done()
  }
}
