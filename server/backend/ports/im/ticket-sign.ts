import type { KeyedHash } from '#server/backend/base/secret.ts'
import type { ImJoiner } from './im-engine.ts'

/** A ticket is good for so long. */
export const ticketMs = 60_000

interface SignedTicket {
  readonly joiner: ImJoiner
  readonly nonce: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

const purpose = 'im-ticket'
const signForm = /^([\w-]{1,600})\.([\w-]{43})$/

/** Writes a ticket down so that only this site can have done it. */
export function signTicket(hash: KeyedHash, { joiner, nonce, expiresAt }: SignedTicket): string {
  const payload = Buffer.from(
    JSON.stringify([joiner.groupKey, joiner.userId, joiner.sessionId, nonce, expiresAt]),
  ).toString('base64url')
  return `${payload}.${hash.seal(purpose, payload)}`
}

/** Reads a ticket; undefined when it isn't ours, or its time is over. Whether it was used is the database's to know. */
export function readTicket(hash: KeyedHash, sign: unknown, now: number): SignedTicket | undefined {
  const [, payload, seal] = (typeof sign === 'string' && signForm.exec(sign)) || []
  if (payload === undefined || seal === undefined || !hash.isSeal(purpose, payload, seal)) return undefined
  const [groupKey, userId, sessionId, nonce, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    string,
    number,
    string,
    string,
    number,
  ]
  return now < expiresAt ? { joiner: { groupKey, userId, sessionId }, nonce, expiresAt } : undefined
}
