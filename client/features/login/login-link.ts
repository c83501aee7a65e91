import type { MouseEvent } from 'react'
import { askLogin } from '#client/features/login/login-store.ts'
import { isSignInPage } from '#client/features/login/sign-in-pages.ts'

/** Address of the login page that leads back here; it works without script, too. */
export function loginHref(pathname: string, search: string): string {
  const here = pathname + search
  return here === '/' || isSignInPage(pathname)
    ? '/auth/login'
    : `/auth/login?${new URLSearchParams({ redirect: here })}`
}

/** For a click on such a link: the dialog opens instead, unless a new tab or window is asked for. */
export function askInPlace(event: MouseEvent): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  askLogin()
}
