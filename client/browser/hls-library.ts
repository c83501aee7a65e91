/** The library that plays HLS lists where media sources exist; it comes when something is to be played. */
export async function loadHls(): Promise<typeof import('hls.js/light').default> {
  return (await import('hls.js/light')).default
}

/** Fetches it ahead: somebody is about to play something. */
export function warmHls(): void {
  // Whoever plays asks again and hears what went wrong.
  loadHls().catch(() => undefined)
}
