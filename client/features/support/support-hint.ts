import { readLocal, writeLocal } from '#client/browser/local-store.ts'

const key = 'supportBegun'

/** This browser has a conversation: its answers are looked for. It carries no right. */
export function hasConversation(): boolean {
  return readLocal(key) !== undefined
}

/** What was said here without an account isn't an account's yet. */
export function isVisitors(): boolean {
  return readLocal(key) === 'visitor'
}

export function noteConversation(of: 'visitor' | 'account'): void {
  if (readLocal(key) !== of) writeLocal(key, of)
}
