import { readLocal, writeLocal } from '#client/browser/local-store.ts'

const key = 'closedNotices'
const kept = 50

/** Adds an id to the closed ones, the newest fifty. */
export function withClosed(ids: readonly number[], id: number): readonly number[] {
  return [id, ...ids.filter((other) => other !== id)].slice(0, kept)
}

function closedNotices(): readonly number[] {
  const value = readLocal(key)
  return Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : []
}

export function isNoticeClosed(id: number): boolean {
  return closedNotices().includes(id)
}

export function closeNotice(id: number): void {
  writeLocal(key, withClosed(closedNotices(), id))
}
