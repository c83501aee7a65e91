import { safeRedirect } from './safe-redirect.ts'

/** Where somebody who is signed in is asked before a link's account takes their place; its form is sent there, too. */
export const accountChoicePath = '/auth/account-choice'

/** The address of that page; `failed`: the choice that was sent could not be carried out. */
export function accountChoiceUrl(redirect: string, { failed = false } = {}): string {
  return `${accountChoicePath}?${new URLSearchParams({ redirect, ...(failed ? { failed: '1' } : {}) })}`
}

/** Where it goes on afterwards: an internal address, else the home page; never the page that asks. */
export function afterChoice(redirect: string | null | undefined, origin: string): string {
  const to = safeRedirect(redirect, origin) ?? '/'
  return to.startsWith(accountChoicePath) ? '/' : to
}
