// What the reader has closed without an answer doesn't open by itself again before the page is loaded anew.
let isClosed = false
const listeners = new Set<() => void>()

/** The reader has put the waiting messages aside. */
export function closeForced(): void {
  isClosed = true
  for (const listener of listeners) listener()
}

export function isForcedClosed(): boolean {
  return isClosed
}

export function subscribeForced(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
