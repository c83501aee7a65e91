import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** 256 random bits as text for a cookie, a link or a form. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a random token: it has enough bits of its own, so a plain hash can't be undone. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Hashes under the site's secret, for values that could be guessed: codes, phone numbers. */
export interface KeyedHash {
  /** `purpose` keeps hashes of different things apart. */
  of(purpose: string, value: string): Buffer
  equal(purpose: string, value: string, hash: Buffer): boolean
}

export function createKeyedHash(secret: string): KeyedHash {
  const of = (purpose: string, value: string): Buffer => createHmac('sha256', secret).update(`${purpose}\n${value}`).digest()
  return {
    of,
    equal(purpose, value, hash) {
      const own = of(purpose, value)
      return own.length === hash.length && timingSafeEqual(own, hash)
    },
  }
}

/** The site's secret: as configured, else made once and kept in the data folder. */
export function loadSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const file = join(dataDir, 'secret')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // another process was faster
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
