import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { isInTransaction } from '#server/backend/db/transaction-guard.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

export interface PasswordHasher {
  /** A PHC string: the way, its parameters, salt and hash. */
  hash(password: string): Promise<string>
  /** Whether the password is the stored one. Without a stored one (null) it takes as long and is false. */
  verify(password: string, stored: string | null): Promise<boolean>
}

interface Parameters {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** Turns a password into its hash: the costly step. */
export type Derive = (password: string, salt: Buffer, parameters: Parameters) => Promise<Buffer>

/** What OWASP's password storage sheet asks of argon2id at least. */
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32
/** Each takes 19 MiB and a core. */
export const mostHashesAtOnce = 2
export const mostHashesWaiting = 60
const phcForm = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,64})\$([A-Za-z0-9+/]{22,86})$/
/** Hashed with when there is nothing to compare. */
const spareSalt = Buffer.alloc(saltBytes)

/** argon2id of the platform, outside the event loop. */
export const deriveArgon2id: Derive = (password, salt, { memory, passes, parallelism }) =>
  new Promise((resolve, reject) => {
    const done = (error: Error | null, hash: Buffer): void => (error ? reject(error) : resolve(hash))
    argon2('argon2id', { message: password, nonce: salt, memory, passes, parallelism, tagLength: hashBytes }, done)
  })

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

function parse(stored: string): { parameters: Parameters; salt: Buffer; hash: Buffer } | undefined {
  const [, memory, passes, parallelism, salt, hash] = phcForm.exec(stored) ?? []
  if (salt === undefined || hash === undefined) return undefined
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

/** Runs at most `mostHashesAtOnce` at once; when too many wait, the next is refused with 4004 and HTTP 503. */
function createLine(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= mostHashesAtOnce) {
      if (waiting.length >= mostHashesWaiting)
        throw new ApiError(Code.Toast, '服务繁忙，请稍后再试', 503, { 'Retry-After': '3' })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // whoever waits longest takes this place over
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/** Creates the password hasher of a backend process. Its methods throw inside a transaction, which would wait for them. */
export function createPasswordHasher(derive: Derive = deriveArgon2id): PasswordHasher {
  const inLine = createLine()
  const run: Derive = (password, salt, parameters) => {
    if (isInTransaction()) throw new Error('A password was hashed inside a transaction.')
    return inLine(() => derive(password, salt, parameters))
  }
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      const hash = await run(password, salt, current)
      return `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${base64(salt)}$${base64(hash)}`
    },
    async verify(password, stored) {
      const known = stored === null ? undefined : parse(stored)
      const hash = await run(password, known?.salt ?? spareSalt, known?.parameters ?? current)
      return known !== undefined && hash.length === known.hash.length && timingSafeEqual(hash, known.hash)
    },
  }
}
