/** What opens the login dialog; a coupon page adds its hint, an expired session its reason. */
export type LoginVia = 'action' | 'page' | 'coupon' | 'invite' | 'expired' | 'click'

export interface LoginRequest {
  way: 'login' | 'register'
  closable: boolean
  via: LoginVia
}

let current: LoginRequest | undefined
const listeners = new Set<() => void>()

function publish(next: LoginRequest | undefined): void {
  current = next
  for (const listener of listeners) listener()
}

/** Opens the dialog. While it stands, a reason that can't be closed wins over one that can (spec §4, login modal). */
export function askLogin(request: Partial<LoginRequest> = {}): void {
  const next: LoginRequest = { way: 'login', closable: true, via: 'click', ...request }
  if (current && !current.closable) return
  publish(next)
}

export function closeLogin(): void {
  if (current?.closable) publish(undefined)
}

/** The page that asked has gone: whatever stands is closed. */
export function dropLogin(): void {
  if (current) publish(undefined)
}

export function switchLogin(way: LoginRequest['way']): void {
  if (current) publish({ ...current, way })
}

export function currentLogin(): LoginRequest | undefined {
  return current
}

export function subscribeLogin(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
