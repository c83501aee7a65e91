const positions = new Map<string, number>()

/** Remembers where the page with this history key is scrolled to, until the returned function is called. */
export function trackScroll(key: string): () => void {
  history.scrollRestoration = 'manual'
  const remember = (): void => {
    positions.set(key, window.scrollY)
  }
  // On a reload or a return from elsewhere the browser itself restores.
  const release = (): void => {
    history.scrollRestoration = 'auto'
  }
  window.addEventListener('scroll', remember, { passive: true })
  window.addEventListener('pagehide', release)
  return () => {
    window.removeEventListener('scroll', remember)
    window.removeEventListener('pagehide', release)
  }
}

/** Back and forward: where the visitor was. */
export function restoreScroll(key: string): void {
  window.scrollTo(0, positions.get(key) ?? 0)
}

/** A new page begins at its top, or at the target of the hash (spec §2). */
export function showPosition(hash: string): void {
  const target = hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, 0)
}
