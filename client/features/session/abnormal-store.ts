let shown = false
const listeners = new Set<() => void>()

function publish(next: boolean): void {
  if (next === shown) return
  shown = next
  for (const listener of listeners) listener()
}

/** Tells that the account is disabled or gone (-6, -7): one window, however many calls found out. */
export function showAbnormal(): void {
  publish(true)
}

export function hideAbnormal(): void {
  publish(false)
}

export function isAbnormalShown(): boolean {
  return shown
}

export function subscribeAbnormal(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
