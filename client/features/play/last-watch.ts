const key = 'watch'

/** The player that this tab had last: the next one of the tab takes its place without a question. */
export function lastWatch(): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Notes the tab's player; without one, that another player has taken over. */
export function noteWatch(watchId: string | undefined): void {
  try {
    if (watchId) sessionStorage.setItem(key, watchId)
    else sessionStorage.removeItem(key)
  } catch {
    // Then the learner is asked once more.
  }
}
