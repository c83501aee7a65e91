import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  gunzip,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** How a body is kept: at least one of these. */
export type KeptForm = Exclude<Encoding, 'identity'>

/** A body in the forms that somebody has asked for. The plain one is made again for the rare client that takes neither. */
export interface Packed {
  br: Buffer | undefined
  gzip: Buffer | undefined
  readonly length: number
  /** One weak validator for all forms, of the plain bytes. */
  readonly etag: string
  /** The form that was packed in haste, for somebody who waited; once it is asked for again, a smaller one takes its place. */
  hasty: KeptForm | undefined
}

// zlib's own threads: packing a page takes as long as rendering it, and everybody else would wait.
const threads = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
  unBr: promisify(brotliDecompress),
  unGzip: promisify(gunzip),
}
/** A window of 256 KiB spans a whole page; the usual one of 4 MiB is set up for every page anew. */
const windowBits = 18

/** zlib answers slices of 16 to 64 KiB buffers, which would stay in memory with the smallest of them. */
function ownCopy(slice: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(slice.length)
  slice.copy(copy)
  return copy
}

/** How much work a form gets, and up to how many bytes handing it to a thread costs more than doing it. */
interface Effort {
  readonly br: number
  readonly gzip: number
  readonly littleBytes: number
}

/** Brotli 5 and gzip 6: more effort costs 40 times as much for 5 per cent. */
const careful: Effort = { br: 5, gzip: 6, littleBytes: 4096 }
/** A fifth of the work, and a fourth more bytes: a usual page takes 0.4 ms, less than its rendering. */
const hasty: Effort = { br: 1, gzip: 1, littleBytes: 256 * 1024 }

async function compress(bytes: Buffer, form: KeptForm, effort: Effort): Promise<Buffer> {
  const isLittle = bytes.length <= effort.littleBytes
  if (form === 'gzip') {
    const options = { level: effort.gzip }
    return ownCopy(isLittle ? gzipSync(bytes, options) : await threads.gzip(bytes, options))
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: effort.br,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return ownCopy(isLittle ? brotliCompressSync(bytes, { params }) : await threads.br(bytes, { params }))
}

/** The form in which a body is kept for a client that takes this one. */
export function keptForm(encoding: Encoding): KeptForm {
  return encoding === 'gzip' ? 'gzip' : 'br'
}

/**
 * Packs a finished page in one form; the other is made when somebody asks for it. In haste when somebody waits: most addresses that are
 * asked for once are not asked for again in their page's time.
 */
export async function packBody(text: string | Buffer, form: KeptForm, inHaste = false): Promise<Packed> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  const isHasty = inHaste && bytes.length > careful.littleBytes
  const packed: Packed = {
    br: undefined,
    gzip: undefined,
    length: bytes.length,
    etag,
    hasty: isHasty ? form : undefined,
  }
  packed[form] = await compress(bytes, form, isHasty ? hasty : careful)
  return packed
}

/** Packs a page of our own on this thread, once in a process's life; both forms stand in for one another. */
export function packAtOnce(text: string): Packed {
  const bytes = Buffer.from(text)
  const etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`
  return {
    br: ownCopy(brotliCompressSync(bytes)),
    gzip: ownCopy(gzipSync(bytes)),
    length: bytes.length,
    etag,
    hasty: undefined,
  }
}

/** Forms under way: as many as ask meanwhile wait for one. */
const making = new WeakMap<Packed, Promise<void>>()

async function makeForm(packed: Packed, form: KeptForm): Promise<void> {
  const plain = packed.br ? await threads.unBr(packed.br) : await threads.unGzip(packed.gzip ?? Buffer.alloc(0))
  packed[form] = await compress(plain, form, careful)
}

/** Packs anew, off this thread, what was packed in haste: it is asked for again. */
export async function packBetter(packed: Packed): Promise<void> {
  const form = packed.hasty
  if (form === undefined) return
  packed.hasty = undefined
  await makeForm(packed, form)
}

/** Makes the form that this client takes; there are only two, so one under way is the missing one. */
export function formMade(packed: Packed, encoding: Encoding): Promise<void> {
  const form = keptForm(encoding)
  if (packed[form]) return Promise.resolve()
  const made = making.get(packed) ?? makeForm(packed, form).finally(() => making.delete(packed))
  making.set(packed, made)
  return made
}

/** Plain forms that are on their way to somebody: as many slow readers as there may be hold one copy. */
const plainForms = new WeakMap<Packed, WeakRef<Buffer>>()

function plainForm(packed: Packed): Buffer {
  const made = plainForms.get(packed)?.deref()
  if (made) return made
  const plain = packed.gzip ? gunzipSync(packed.gzip) : brotliDecompressSync(packed.br ?? Buffer.alloc(0))
  plainForms.set(packed, new WeakRef(plain))
  return plain
}

/** Whether a client that takes this can be answered at once. */
export function isMade(packed: Packed, encoding: Encoding): boolean {
  return encoding === 'identity' || packed[encoding] !== undefined
}

/** The bytes of a packed body in a form that is made. */
export function bytesOf(packed: Packed, encoding: Encoding): Buffer {
  return (encoding === 'identity' ? undefined : packed[encoding]) ?? plainForm(packed)
}

/** The length of that form. */
export function lengthOf(packed: Packed, encoding: Encoding): number {
  return (encoding === 'identity' ? undefined : packed[encoding]?.length) ?? packed.length
}

/** Bytes that a body takes at most: a form that isn't there may come, gzip a third larger than brotli. */
export function bytesHeld({ br, gzip }: Packed): number {
  const [small, large] = [br?.length ?? 0, gzip?.length ?? 0]
  return (br ? small : large) + (gzip ? large : Math.ceil((small * 4) / 3))
}
