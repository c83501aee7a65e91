import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Asker, askerGone, currentAsker } from '#server/backend/base/asker.ts'
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

/** Waits for a place; one whose asker goes meanwhile is given to the next. */
function waitInLine(waiting: Set<() => void>, asker: Asker | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let stay: (() => void) | undefined
    const begin = (): void => {
      waiting.delete(begin)
      stay?.()
      resolve()
    }
    stay = asker?.onLeave(() => {
      waiting.delete(begin)
      reject(askerGone())
    })
    waiting.add(begin)
  })
}

/**
 * Runs at most `mostHashesAtOnce` at once; when too many wait, the next is refused with 4004 and HTTP 503. `asker`: without whom the
 * work is for nobody.
 */
function createLine(): <T>(work: () => Promise<T>, asker: Asker | undefined) => Promise<T> {
  let running = 0
  const waiting = new Set<() => void>()
  return async (work, asker) => {
    if (asker?.isGone) throw askerGone()
    if (running >= mostHashesAtOnce) {
      if (waiting.size >= mostHashesWaiting)
        throw new ApiError(Code.Toast, '服务繁忙，请稍后再试', 503, { 'Retry-After': '3' })
      await waitInLine(waiting, asker)
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // whoever waits longest takes this place over
      const [next] = waiting
      if (next) next()
      else running--
    }
  }
}

/** Creates the password hasher of a backend process. Its methods throw inside a transaction, which would wait for them. */
export function createPasswordHasher(derive: Derive = deriveArgon2id): PasswordHasher {
  const inLine = createLine()
  const run = (work: () => Promise<Buffer>, asker?: Asker): Promise<Buffer> => {
    if (isInTransaction()) throw new Error('A password was hashed inside a transaction.')
    return inLine(work, asker)
  }
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      // what came before may be done already: whoever gave it, it is brought to its end
      const hash = await run(() => derive(password, salt, current))
      return `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${base64(salt)}$${base64(hash)}`
    },
    async verify(password, stored) {
      const known = stored === null ? undefined : parse(stored)
      const { salt = spareSalt, parameters = current } = known ?? {}
      const hash = await run(() => derive(password, salt, parameters), currentAsker())
      return known !== undefined && hash.length === known.hash.length && timingSafeEqual(hash, known.hash)
    },
  }
}
