/** Where storage is refused, what is kept lasts until the page is loaded anew. */
const kept = new Map<string, unknown>()

/** What this tab keeps under a key; undefined when nothing is there or it is broken. */
export function readTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? kept.get(key)
  } catch {
    return kept.get(key)
  }
}

/** Keeps a value for this tab; undefined drops it. */
export function writeTab(key: string, value: unknown): void {
  kept.set(key, value)
  try {
    if (value === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // It is kept in memory.
  }
}
