import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { workForAll } from '#server/backend/base/asker.ts'
import { createFairQueue, QueueFull } from '#server/backend/base/fair-queue.ts'
import { wideNetworkOf } from '#server/http/client-network.ts'
import { isInTransaction } from '#server/backend/db/transaction-guard.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/**
 * Hashes in the turns of the networks that ask: who asks for many waits behind their own. Both refuse with 4004 and HTTP 503 when too many
 * wait.
 */
export interface PasswordHasher {
  /** A PHC string: the way, its parameters, salt and hash. */
  hash(password: string, address: string): Promise<string>
  /**
   * Whether the password is the stored one. Without a stored one (null) it takes as long and is false. It isn't looked at for somebody who
   * has gone.
   */
  verify(password: string, stored: string | null, address: string): Promise<boolean>
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
/** Less than the site's proxy waits for an answer. */
const longestWaitMs = 4000
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

/** Creates the password hasher of a backend process. Its methods throw inside a transaction, which would wait for them. */
export function createPasswordHasher(derive: Derive = deriveArgon2id): PasswordHasher {
  const line = createFairQueue({
    mostOfOne: mostHashesWaiting,
    mostWaiting: mostHashesWaiting,
    mostAtOnce: mostHashesAtOnce,
    waitMs: longestWaitMs,
  })
  const run = async (address: string, work: () => Promise<Buffer>): Promise<Buffer> => {
    if (isInTransaction()) throw new Error('A password was hashed inside a transaction.')
    try {
      return await line.add(wideNetworkOf(address), work)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw new ApiError(Code.Toast, '服务繁忙，请稍后再试', 503, { 'Retry-After': '3' })
    }
  }
  return {
    async hash(password, address) {
      const salt = randomBytes(saltBytes)
      // what came before may be done already: whoever gave it, it is brought to its end
      const hash = await workForAll(() => run(address, () => derive(password, salt, current)))
      return `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${base64(salt)}$${base64(hash)}`
    },
    async verify(password, stored, address) {
      const known = stored === null ? undefined : parse(stored)
      const { salt = spareSalt, parameters = current } = known ?? {}
      const hash = await run(address, () => derive(password, salt, parameters))
      return known !== undefined && hash.length === known.hash.length && timingSafeEqual(hash, known.hash)
    },
  }
}
