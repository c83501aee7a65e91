const firstMs = 1500
const mostMs = 20_000

/** Milliseconds until it is asked again whether an export is ready: longer each time; `asked` counts the answers so far. */
export function exportPollMs(asked: number): number {
  return Math.min(mostMs, Math.round(firstMs * 1.5 ** Math.max(0, asked - 1)))
}

/** '3.4 MB', '812 KB' */
export function sizeText(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${(bytes / 1024 / 1024).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} KB`
}
