import { readTab, writeTab } from '#client/browser/tab-store.ts'

/** A sign-up that waits for the login: logging in loads the page anew, and it goes on there. */
export interface PendingSignUp {
  readonly productId: number
  readonly scheduleId: number | undefined
}

const key = 'pendingSignUp'
const goodForMs = 15 * 60_000

/** Keeps the request in this tab; where storage is refused, the learner presses once more. */
export function keepSignUp(signUp: PendingSignUp): void {
  writeTab(key, { ...signUp, at: Date.now() })
}

export function dropSignUp(): void {
  writeTab(key, undefined)
}

/** The request for this product, taken away so that it is done once; undefined when there is none or it is old. */
export function takeSignUp(productId: number): PendingSignUp | undefined {
  const kept = readTab(key) as { productId?: unknown; scheduleId?: unknown; at?: unknown } | undefined
  if (kept?.productId !== productId) return undefined
  dropSignUp()
  if (typeof kept.at !== 'number' || Date.now() - kept.at > goodForMs) return undefined
  return { productId, scheduleId: typeof kept.scheduleId === 'number' ? kept.scheduleId : undefined }
}
