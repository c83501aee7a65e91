import { toastAfterLoad } from '#client/ui/toast-store.ts'
import type { SignedIn } from '#shared/contract/account-fields.ts'
import { safeRedirect } from '#shared/rules/safe-redirect.ts'
import { isSignInPage } from './sign-in-pages.ts'

interface Place {
  origin: string
  pathname: string
  search: string
}

/** Where a visitor is without the request to log in: what a reload shows once that is done. */
export function placeWithoutAction({ pathname, search }: Pick<Place, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('action')
  const text = query.toString()
  return pathname + (text ? `?${text}` : '')
}

/**
 * Where a successful login leads (spec §4, after login): a new account comes back to its page with isRegistered=1, one
 * without a real phone goes to bind it, everybody else follows the redirect, or stays; from a page that is only a way in it is home.
 */
export function afterLogin(
  { isRegistered, phoneIsReal }: Pick<SignedIn, 'isRegistered' | 'phoneIsReal'>,
  here: Place,
  redirect?: string,
): { to: string; toast?: string } {
  const wanted = safeRedirect(redirect ?? new URLSearchParams(here.search).get('redirect'), here.origin)
  const stay = isSignInPage(here.pathname) ? '/' : placeWithoutAction(here)
  if (isRegistered) {
    const url = new URL(isSignInPage(here.pathname) ? (wanted ?? stay) : stay, here.origin)
    url.searchParams.set('isRegistered', '1')
    return { to: url.pathname + url.search + url.hash }
  }
  const to = wanted ?? stay
  if (!phoneIsReal) return { to: `/user/auth/bind?${new URLSearchParams({ redirect: to })}` }
  return { to, toast: '登录成功' }
}

/** Leaves by a load of its own, so that nothing of the visitor stays in memory. Never resolves: whatever waits for it stays busy. */
export function leaveFor(to: string): Promise<never> {
  const url = new URL(to, location.href)
  if (url.pathname + url.search === location.pathname + location.search) location.reload()
  else location.replace(url)
  return new Promise(() => undefined)
}

/** Goes on after any way of signing in; `redirect` wins over the one in the address, `toast` over what is said by itself. */
export function finishLogin(
  signedIn: Pick<SignedIn, 'isRegistered' | 'phoneIsReal'>,
  { redirect, toast }: { redirect?: string | undefined; toast?: string } = {},
): Promise<never> {
  const next = afterLogin(signedIn, location, redirect)
  const text = toast ?? next.toast
  if (text) toastAfterLoad(text)
  return leaveFor(next.to)
}
