/**
 * Whether a value holds text that the database can't: a NUL, or half of a surrogate pair, which is no character in UTF-8.
 * No honest client sends either. Looks into lists and objects, at names as well, however deep they are.
 */
export function holdsUnkeepableText(value: unknown): boolean {
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') {
      if (next.includes('\0') || !next.isWellFormed()) return true
    } else if (typeof next === 'object' && next !== null) {
      for (const [name, inner] of Object.entries(next)) waiting.push(name, inner)
    }
  }
  return false
}
