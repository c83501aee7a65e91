import { readCookie, removeCookie } from '#client/browser/cookies.ts'
import { toast } from '#client/ui/toast-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

/** Who invited the visitor, as kept for a year by the address that brought them. */
export function invitation(): { inviteUserId?: string; clueUserId?: string } {
  const inviteUserId = readCookie('inviteUserId')
  const clueUserId = readCookie('clueUserId')
  return { ...(inviteUserId ? { inviteUserId } : {}), ...(clueUserId ? { clueUserId } : {}) }
}

/**
 * Sends a sign-up. When whoever invited isn't there (any more), that is said and the invitation forgotten: the next try goes
 * without it, and nobody is kept out by an old link.
 */
export async function sendSignUp<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== Code.InvitationError) throw error
    removeCookie('inviteUserId')
    removeCookie('clueUserId')
    toast(`${error.message}，再按一次就不带邀请注册`, 'warn')
    throw new ApiError(Code.Toast, error.message)
  }
}
