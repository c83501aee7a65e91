import { navigate } from '#client/browser/navigation.ts'
import { isSavingData } from '#client/browser/page-assets.ts'

export interface LinkEvents {
  /** Whether the browser's router answers this address. */
  knows: (url: URL) => boolean
  prefetch: (url: URL) => void
}

const hoverMs = 65

/** Where a link leads within the site and this window; undefined for all others. */
export function urlOfLink(link: HTMLAnchorElement): URL | undefined {
  if (!link.href || link.hasAttribute('download') || (link.target && link.target !== '_self')) return undefined
  const url = new URL(link.href)
  return url.origin === location.origin ? url : undefined
}

function internalLink(event: Event): URL | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link ? urlOfLink(link) : undefined
}

function isPlainClick(event: MouseEvent): boolean {
  return (
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey
  )
}

function formTarget(form: HTMLFormElement): URL {
  const url = new URL(form.action)
  url.search = ''
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value.trim()) url.searchParams.append(name, value.trim())
  return url
}

/**
 * One set of handlers for all links and GET forms, in place of a component per link: rendering stays cheap and links are
 * ordinary links without script.
 */
export function takeOverLinks({ knows, prefetch }: LinkEvents): void {
  document.addEventListener('click', (event) => {
    const url = internalLink(event)
    if (!url || !isPlainClick(event) || !knows(url)) return
    event.preventDefault()
    navigate(url.pathname + url.search + url.hash)
  })
  document.addEventListener('submit', (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== 'get' || form.target) return
    const url = formTarget(form)
    if (url.origin !== location.origin || !knows(url)) return
    event.preventDefault()
    navigate(url.pathname + url.search)
  })
  let timer: number | undefined
  const ahead = (event: Event): void => {
    window.clearTimeout(timer)
    const url = internalLink(event)
    if (!url || url.pathname + url.search === location.pathname + location.search || !knows(url) || isSavingData())
      return
    timer = window.setTimeout(() => prefetch(url), hoverMs)
  }
  document.addEventListener('pointerover', ahead, { passive: true })
  document.addEventListener('focusin', ahead)
}
