import { readCookie, writeCookie } from '#client/browser/cookies.ts'

const idNames = ['inviteUserId', 'clueUserId'] as const

/** Invite and clue ids of an address that are worth keeping: up to 19 digits, anything else is ignored. */
export function idsToKeep(search: URLSearchParams): [name: (typeof idNames)[number], value: string][] {
  return idNames.flatMap((name) => {
    const value = search.get(name)
    return value !== null && /^[0-9]{1,19}$/.test(value) ? [[name, value] as [typeof name, string]] : []
  })
}

/** Keeps who invited the visitor for 365 days (a later one replaces it), and gives the browser a fingerprint once. */
export function rememberVisitor(search: URLSearchParams): void {
  for (const [name, value] of idsToKeep(search)) writeCookie(name, value)
  if (!readCookie('visitorId')) writeCookie('visitorId', newId())
}

function newId(): string {
  // randomUUID is there only on https and on localhost.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
