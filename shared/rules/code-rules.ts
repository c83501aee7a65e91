/** Codes by SMS or call: the same rules in the browser and on the server (spec §9). */

export const smsCodeLength = 6
/** Seconds until the next code, and until the offer to be called instead. */
export const smsCooldownSeconds = 60
export const voiceOfferSeconds = 5

/** A code by SMS or call. */
export function isSmsCode(code: string): boolean {
  return /^[0-9]{6}$/.test(code)
}
