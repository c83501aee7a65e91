import { urlOfLink } from '#client/browser/link-events.ts'
import { isSavingData } from '#client/browser/page-assets.ts'

/** What a page is made of, apart from its data. */
export interface PageAhead {
  /** Pages of one kind have one. */
  readonly id: string
  fetch(): Promise<unknown>
}

const atOnce = 2
const settleMs = 300

function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 5000 })
  else setTimeout(work, settleMs)
}

/**
 * Fetches ahead what the pages are made of whose links in the main part are in view, each kind of page once: while the browser is
 * idle, two at a time. Nothing while the tab is hidden, on a 2g line or with the data saver on. `find` answers nothing for an
 * address that this visitor can't see yet.
 */
export function prefetchInView(find: (url: URL) => PageAhead | undefined): void {
  const inView = new Set<HTMLAnchorElement>()
  const asked = new Set<string>()
  let running = 0
  let isWaiting = false

  function next(): PageAhead | undefined {
    for (const link of inView) {
      const url = urlOfLink(link)
      const page = url && find(url)
      if (!page || asked.has(page.id)) continue
      asked.add(page.id)
      return page
    }
    return undefined
  }

  function go(): void {
    isWaiting = false
    while (running < atOnce && !document.hidden && !isSavingData()) {
      const page = next()
      if (!page) return
      running += 1
      void page
        .fetch()
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
