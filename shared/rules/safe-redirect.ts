/**
 * An internal address as path + query + hash, or undefined when it leads anywhere else (spec §5): parsed against the own
 * origin; other hosts and schemes, `//`, backslashes, control characters and credentials are refused.
 */
export function safeRedirect(value: string | null | undefined, origin: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  if (!value || value.length > 2048 || /[\\\u0000-\u001f\u007f]/.test(value) || value !== value.trim()) return undefined
  if (!value.startsWith('/') && !/^https?:\/\//i.test(value)) return undefined
  if (value.startsWith('//')) return undefined
  let url: URL
  try {
    url = new URL(value, origin)
  } catch {
    return undefined
  }
  if (url.origin !== origin || url.username || url.password) return undefined
  if (url.pathname.startsWith('//')) return undefined
  return url.pathname + url.search + url.hash
}
