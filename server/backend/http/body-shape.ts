/** No call has a deeper body, a longer list or more fields in one object. */
const deepest = 20
const mostItems = 1000

/** Whether a parsed body is nested and long as calls are at most. Goes level by level: depth costs no stack. */
export function hasCallShape(body: unknown): boolean {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return false
    const next: unknown[] = []
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue
      const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
      if (parts.length > mostItems) return false
      for (const part of parts) next.push(part)
    }
    level = next
  }
  return true
}
