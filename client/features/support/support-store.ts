/** Whether the window of customer service is open, and how it came to be. */
export type SupportWindow = 'closed' | 'opened' | 'popped'

interface Standing {
  readonly window: SupportWindow
  /** Answers that weren't seen. */
  readonly unread: number
}

let standing: Standing = { window: 'closed', unread: 0 }
const listeners = new Set<() => void>()

function change(next: Partial<Standing>): void {
  standing = { ...standing, ...next }
  for (const listener of listeners) listener()
}

export function subscribeSupport(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function supportStanding(): Standing {
  return standing
}

const nobody: Standing = standing

/** What the server renders: nothing is open. */
export function serverStanding(): Standing {
  return nobody
}

export function openSupport(): void {
  change({ window: 'opened' })
}

/** It opens by itself; whoever touches it has opened it. */
export function popSupport(): void {
  if (standing.window === 'closed') change({ window: 'popped' })
}

export function closeSupport(): void {
  change({ window: 'closed' })
}

export function noteUnread(unread: number): void {
  if (unread !== standing.unread) change({ unread })
}
