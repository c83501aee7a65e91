/** A new payment is asked about after so long for the first time, in milliseconds. */
export const askFirstMs = 10_000

/** The pause after the given number of questions: less than a minute, so that every run of the job asks, while somebody may be paying, longer and longer when it lasts. */
export function askPauseMs(asked: number): number {
  if (asked < 40) return 50_000
  return Math.min(60, 2 ** Math.min(6, asked - 39)) * 60_000
}
