import { readLocal, writeLocal } from '#client/browser/local-store.ts'

const key = 'supportBegun'

/** This browser has a conversation: its answers are looked for. It carries no right. */
export function hasConversation(): boolean {
  return readLocal(key) === true
}

export function noteConversation(): void {
  if (!hasConversation()) writeLocal(key, true)
}
