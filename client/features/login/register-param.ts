import { readCookie } from '#client/browser/cookies.ts'

/** Who invited the visitor, as kept for a year by the address that brought them. */
export function invitation(): { inviteUserId?: string; clueUserId?: string } {
  const inviteUserId = readCookie('inviteUserId')
  const clueUserId = readCookie('clueUserId')
  return { ...(inviteUserId ? { inviteUserId } : {}), ...(clueUserId ? { clueUserId } : {}) }
}
