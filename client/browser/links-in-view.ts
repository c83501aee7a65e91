import { urlOfLink } from '#client/browser/link-events.ts'
import { isSavingData } from '#client/browser/page-assets.ts'

export interface LinksInView {
  /** Whether this page can be fetched ahead for this visitor. */
  wants: (url: URL) => boolean
  prefetch: (url: URL) => Promise<unknown>
}

const atOnce = 2
/** Of one shown page: a list of dozens of links asks for no dozens of answers. */
const mostOfPage = 6
const settleMs = 300

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 5000 })
  else setTimeout(work, settleMs)
}

/**
 * Fetches the pages ahead whose links in the main part are in view: while the browser is idle, two at a time, six for a shown
 * page, each address once. Nothing while the tab is hidden, on a 2g line or with the data saver on.
 */
export function prefetchInView({ wants, prefetch }: LinksInView): void {
  const inView = new Set<HTMLAnchorElement>()
  const asked = new Set<string>()
  let shown = ''
  let left = 0
  let running = 0
  let isWaiting = false

  function next(): URL | undefined {
    const here = location.pathname + location.search
    if (here !== shown) [shown, left] = [here, mostOfPage]
    if (left === 0) return undefined
    for (const link of inView) {
      const url = urlOfLink(link)
      const address = url && url.pathname + url.search
      if (!url || address === undefined || address === here || asked.has(address) || !wants(url)) continue
      asked.add(address)
      return url
    }
    return undefined
  }

  function go(): void {
    isWaiting = false
    while (running < atOnce && !document.hidden && !isSavingData()) {
      const url = next()
      if (!url) return
      left -= 1
      running += 1
      void prefetch(url)
        .catch(() => undefined)
        .finally(() => {
          running -= 1
          plan()
        })
    }
  }

  function plan(): void {
    if (isWaiting) return
    isWaiting = true
    whenIdle(go)
  }

  const views = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) inView.add(target as HTMLAnchorElement)
      else inView.delete(target as HTMLAnchorElement)
    }
    plan()
  })

  let isChanged = false
  function watch(): void {
    isChanged = false
    // One that is watched already stays so.
    for (const link of document.querySelectorAll('main a[href]')) views.observe(link)
  }
  new MutationObserver(() => {
    if (!isChanged) setTimeout(watch, settleMs)
    isChanged = true
  }).observe(document.body, { childList: true, subtree: true })
  document.addEventListener('visibilitychange', plan)
  watch()
}
