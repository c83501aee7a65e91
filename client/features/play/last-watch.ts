import { readTab, writeTab } from '#client/browser/tab-store.ts'

const key = 'watch'

/** The player that this tab had last: the next one of the tab takes its place without a question. */
export function lastWatch(): string | undefined {
  const kept = readTab(key)
  return typeof kept === 'string' ? kept : undefined
}

/** Notes the tab's player; without one, that another player has taken over. */
export function noteWatch(watchId: string | undefined): void {
  writeTab(key, watchId)
}
