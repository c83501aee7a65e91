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

/** Whether this page was loaded anew for a missing chunk a moment ago; notes that it is now. */
function hasJustReloaded(href: string): boolean {
  const key = `reload:${href}`
  try {
    const isAgain = Date.now() - Number(sessionStorage.getItem(key) ?? 0) < reloadMs
    if (!isAgain) sessionStorage.setItem(key, String(Date.now()))
    return isAgain
  } catch {
    // Where nothing can be noted nothing may be tried: it could go on for ever.
    return true
  }
}

/**
 * A chunk of this page couldn't be loaded (a new release, most often): asks the server for the page anew, at most once per 30 s
 * and address, so that a lasting failure makes no reload loop. Answers whether it does; if not, what is shown stays.
 */
export function reloadOnce(): boolean {
  if (!navigator.onLine || hasJustReloaded(location.href)) return false
  location.reload()
  return true
}

/** A chunk of the next page couldn't be loaded: the server shows it whole. False without a line, where it couldn't either. */
export function openFromServer(href: string): boolean {
  if (!navigator.onLine) return false
  location.assign(href)
  return true
}

/** Data saver or a 2g line: nothing is fetched ahead (spec §9). */
export function isSavingData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  return Boolean(connection?.saveData) || /(^|-)2g$/.test(connection?.effectiveType ?? '')
}
