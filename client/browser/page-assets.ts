const reloadMs = 30_000

/** Adds the stylesheets that aren't there yet and waits for them; a failing one doesn't stop the page. */
export async function loadStyles(files: readonly string[]): Promise<void> {
  await Promise.all(
    files.map((href) => {
      if (document.querySelector(`link[rel=stylesheet][href="${href}"]`)) return undefined
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      return new Promise<void>((resolve) => {
        link.onload = () => resolve()
        link.onerror = () => resolve()
        document.head.append(link)
      })
    }),
  )
}

/**
 * A chunk couldn't be loaded (a new deployment, most often): asks the server for the page itself, at most once per
 * 30 s and address, so that a lasting failure makes no reload loop.
 */
export function reloadOnceFor(href: string): void {
  const key = `reload:${href}`
  const last = Number(sessionStorage.getItem(key) ?? 0)
  if (Date.now() - last < reloadMs) return
  sessionStorage.setItem(key, String(Date.now()))
  location.assign(href)
}

/** Data saver or a 2g line: nothing is fetched ahead (spec §9). */
export function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return Boolean(connection?.saveData) || /(^|-)2g$/.test(connection?.effectiveType ?? '')
}
