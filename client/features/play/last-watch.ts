import { holdForTab, isOfThisTab, releaseTab } from '#client/browser/tab-lock.ts'
import { readTab, writeTab } from '#client/browser/tab-store.ts'

const key = 'watch'

const lockOf = (watchId: string): string => `watch ${watchId}`

/** The player that this tab had last: the next one of the tab takes its place without a question. A tab that was duplicated has had none. */
export async function lastWatch(): Promise<string | undefined> {
  const kept = readTab(key)
  if (typeof kept !== 'string') return undefined
  if (await isOfThisTab(lockOf(kept))) return kept
  writeTab(key, undefined)
  return undefined
}

/** Notes the tab's player; without one, that another player has taken over. */
export function noteWatch(watchId: string | undefined): void {
  writeTab(key, watchId)
  if (watchId === undefined) releaseTab()
  else holdForTab(lockOf(watchId))
}
