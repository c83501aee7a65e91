/** A new payment is asked about after so long for the first time, in milliseconds. */
export const askFirstMs = 30_000

/** The pause after the given number of questions: a minute while somebody may be paying, longer and longer when it lasts. */
export function askPauseMs(asked: number): number {
  const minutes = asked < 40 ? 1 : Math.min(60, 2 ** Math.min(6, asked - 39))
  return minutes * 60_000
}
