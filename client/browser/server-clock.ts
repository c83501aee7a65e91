const kept = 8
const jumpMs = 5000

let samples: readonly number[] = []
let ahead = 0

/**
 * Every answer tells the server's time; the browser's own clock may be wrong. An answer that was long under way tells too early a
 * time, so the latest of the last few counts; when one of the clocks was set, only what came after it.
 */
export function noteServerTime(time: number): void {
  if (!Number.isFinite(time)) return
  const sample = time - Date.now()
  // A slow answer is seconds late at most: whatever is further off means that a clock was set.
  samples = Math.abs(sample - ahead) > jumpMs ? [sample] : [...samples, sample].slice(-kept)
  ahead = Math.max(...samples)
}

/** A time of the server's clock as the browser's clock shows it. */
export function toBrowserTime(serverTime: number): number {
  return serverTime - ahead
}

/** What the server's clock shows now (epoch ms). */
export function serverNow(): number {
  return Date.now() + ahead
}
