const yearSeconds = 365 * 24 * 3600

/** Reads a cookie that script may see. */
export function readCookie(name: string): string | undefined {
  for (const part of document.cookie.split('; ')) {
    if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1))
  }
  return undefined
}

/** Keeps a value for 365 days, for this site only. */
export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't there in every browser that we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
}

/** The browser's fingerprint, once it has one. */
export function visitorId(): string | undefined {
  const value = readCookie('visitorId')
  return value && /^[A-Za-z0-9-]{8,64}$/.test(value) ? value : undefined
}

/** Takes a cookie away that script may see. */
export function removeCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API isn't there in every browser that we serve
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
}
