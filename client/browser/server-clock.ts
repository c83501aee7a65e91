let ahead = 0

/** Every answer tells the server's time; the browser's own clock may be wrong. */
export function noteServerTime(time: number): void {
  if (Number.isFinite(time)) ahead = time - Date.now()
}

/** A time of the server's clock as the browser's clock shows it. */
export function toBrowserTime(serverTime: number): number {
  return serverTime - ahead
}
