import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { bytesOf, type Pieces } from '#server/render/pieces.ts'
import type { StreamEncoding } from '#server/render/sink.ts'

/** Room for a usual compressed page, so that it comes out in one piece. */
const chunkSize = 64 * 1024
/** A window of 256 KiB spans a whole page; the usual one of 4 MiB is set up for every page anew. */
const windowBits = 18

/** A whole page in one piece, as its reader takes it. */
export function compressPage(html: Pieces, encoding: StreamEncoding): Buffer {
  const bytes = bytesOf(html)
  if (encoding === 'gzip') return gzipSync(bytes, { level: 1, chunkSize })
  if (encoding === 'identity') return bytes
  const params = {
    // 1 makes a page 4 to 7 per cent smaller, for two to three times the work.
    [constants.BROTLI_PARAM_QUALITY]: 0,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotliCompressSync(bytes, { chunkSize, params })
}
