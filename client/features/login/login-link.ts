import type { MouseEvent } from 'react'

/** Address of the login page that leads back here; it works without script, too. */
export function loginHref(pathname: string, search: string): string {
  const here = pathname + search
  return here === '/' ? '/auth/login' : `/auth/login?${new URLSearchParams({ redirect: here })}`
}

/** Whether a click on such a link opens the dialog instead: not when it asks for a new tab or window. */
export function opensInPlace(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}
