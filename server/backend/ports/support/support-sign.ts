import type { KeyedHash } from '#server/backend/base/secret.ts'
import type { SupportJoiner } from './support-port.ts'

/** A ticket for the socket is good for so long. */
const signMs = 60_000
const purpose = 'support-socket'
const signForm = /^(\d{1,15}):([0-9a-f-]{36}|visitor):(\d{13})\.([\w-]{43})$/

/** Writes down who joins, so that only this site can have done it. */
export function signJoiner(hash: KeyedHash, { conversationId, sessionId }: SupportJoiner, now: number): string {
  const payload = `${conversationId}:${sessionId ?? 'visitor'}:${now + signMs}`
  return `${payload}.${hash.seal(purpose, payload)}`
}

/** Reads it; undefined when it isn't ours, or its time is over. */
export function readJoiner(hash: KeyedHash, sign: unknown, now: number): SupportJoiner | undefined {
  const [, id, session, end, seal] = (typeof sign === 'string' && signForm.exec(sign)) || []
  if (id === undefined || session === undefined || end === undefined || seal === undefined) return undefined
  if (!hash.isSeal(purpose, `${id}:${session}:${end}`, seal) || now >= Number(end)) return undefined
  return { conversationId: Number(id), sessionId: session === 'visitor' ? null : session }
}
