/** Pages that are nothing but a way in: login, and the two steps after a provider. Nobody is led back to them. */
export function isSignInPage(pathname: string): boolean {
  return pathname === '/auth/login' || pathname === '/authMiddlePage/auth' || /^\/user\/oauth(\/|$)/.test(pathname)
}
