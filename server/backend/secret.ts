import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

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
