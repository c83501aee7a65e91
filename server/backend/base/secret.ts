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
  /** The hash as text for an address: 43 signs of base64url. */
  seal(purpose: string, value: string): string
  /** Compares texts, not what they stand for: the last sign has two bits over, so four texts would stand for one hash. */
  isSeal(purpose: string, value: string, text: string): boolean
}

export function createKeyedHash(secret: string): KeyedHash {
  const of = (purpose: string, value: string): Buffer =>
    createHmac('sha256', secret).update(`${purpose}\n${value}`).digest()
  const seal = (purpose: string, value: string): string => of(purpose, value).toString('base64url')
  const same = (own: Buffer, given: Buffer): boolean => own.length === given.length && timingSafeEqual(own, given)
  return {
    of,
    equal: (purpose, value, hash) => same(of(purpose, value), hash),
    seal,
    isSeal: (purpose, value, text) => same(Buffer.from(seal(purpose, value)), Buffer.from(text)),
  }
}
