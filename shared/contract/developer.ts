/** What developers need to sign in: outside production only, on this machine only, and no part of `/api`. */
export interface DeveloperInfo {
  readonly accounts: readonly {
    readonly name: string
    readonly role: string
    readonly phone: string
    readonly password: string
  }[]
  /** The newest first; times in epoch milliseconds. */
  readonly messages: readonly {
    readonly number: string
    readonly channel: 'SMS' | 'VOICE_CODE'
    readonly code: string
    readonly content: string
    readonly sentAt: number
  }[]
  /** Where the newest slide puzzles want their piece: by their pictures alone no program finds it, so tests ask here. */
  readonly puzzles: readonly { readonly token: string; readonly x: number }[]
}

/** Where the embedded backend answers it. */
export const developerPath = '/dev/outbox'
