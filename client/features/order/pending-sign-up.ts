/** A sign-up that waits for the login: logging in loads the page anew, and it goes on there. */
export interface PendingSignUp {
  readonly productId: number
  readonly scheduleId: number | undefined
}

const key = 'pendingSignUp'
const goodForMs = 15 * 60_000

/** Keeps the wish in this tab. */
export function keepSignUp(wish: PendingSignUp): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...wish, at: Date.now() }))
  } catch {
    // Without storage the learner presses once more.
  }
}

export function dropSignUp(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** The wish for this product, taken away so that it is done once; undefined when there is none or it is old. */
export function takeSignUp(productId: number): PendingSignUp | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { productId?: unknown; scheduleId?: unknown; at?: unknown } | null
    if (kept?.productId !== productId) return undefined
    dropSignUp()
    if (typeof kept.at !== 'number' || Date.now() - kept.at > goodForMs) return undefined
    return { productId, scheduleId: typeof kept.scheduleId === 'number' ? kept.scheduleId : undefined }
  } catch {
    return undefined
  }
}
