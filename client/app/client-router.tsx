import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { App } from '#client/app/app.tsx'
import { useHistory } from '#client/app/use-history.ts'
import { setNavigator } from '#client/browser/navigation.ts'
import { loadStyles, openFromServer, reloadOnce } from '#client/browser/page-assets.ts'
import { restoreScroll, showPosition, trackScroll } from '#client/browser/scroll-memory.ts'
import type { AppContextValue } from '#client/features/common/app-context.ts'
import type { PageQuery } from '#client/features/common/call-query.ts'
import type { PageHead } from '#client/pages/define-page.ts'
import { gateHead } from '#client/pages/gate-head.ts'
import { documentTitle, headTags } from '#client/pages/head-tags.ts'
import { loadPage } from '#client/pages/load-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import { PageOutcome } from '#client/pages/page-outcome.ts'
import type { PageEntry } from '#client/pages/page-table.ts'
import { emptyView, type PageView } from '#client/pages/page-view.ts'
import { ApiError, Code, sessionEndCodes } from '#shared/contract/codes.ts'
import { ownValue } from '#shared/own-value.ts'
import { type GuardResult, guardVisit, type VisitSession } from '#shared/rules/page-guards.ts'

export interface ClientRouterOptions {
  app: AppContextValue
  queryClient: QueryClient
  matchPage: (pathname: string) => PageMatch<PageEntry> | undefined
  session: () => VisitSession
  /** Of a page that came before it was known who is there: resolves when it is; rejects when that can't be told for now. */
  learnSession?: () => Promise<void>
  /** A query of the page that came as its frame alone, as it is had from the stream. */
  fromStream?: (query: PageQuery) => PageQuery
  initial: PageView
}

interface Loaded {
  view: PageView
  /** Undefined for the page that the server rendered: its head is there already. */
  head: PageHead | undefined
}

interface Redirected {
  to: string
}

const never = new Promise<never>(() => undefined)
const criticalMs = 10_000
const staleMs = 60_000

function errorView(url: URL, status: number, message: string): Loaded {
  return {
    view: {
      id: 'error',
      status,
      message,
      pathname: url.pathname,
      search: url.search,
      params: {},
      layout: 'base',
      Component: undefined,
    },
    head: { title: message, description: message, canonical: url.pathname, noindex: true },
  }
}

/** A page whose script is gone, from the server; the one that it has just sent as a frame only once more, else it would be for ever. */
function openWhole({ initial }: ClientRouterOptions, url: URL): boolean {
  const isSent = initial.isPending && initial.pathname === url.pathname && initial.search === url.search
  return isSent ? reloadOnce() : openFromServer(url.href)
}

/** Script, styles and data of a page at once; used by navigation and, on hover, ahead of it: then a script that can't be loaded is left to the visit. */
export async function preparePage(
  options: ClientRouterOptions,
  match: PageMatch<PageEntry>,
  url: URL,
  isAhead = false,
): Promise<Pick<PageView, 'Component' | 'choice'> & { head: PageHead }> {
  const { app, queryClient } = options
  const styles = loadStyles(ownValue(app.env.css, match.page.id) ?? [])
  const page = await match.page.load().catch((error: unknown) => {
    if (isAhead || !openWhole(options, url)) throw error
    return never
  })
  const loading = loadPage({
    match: { page, params: match.params },
    search: url.searchParams,
    api: app.api,
    common: app.common,
    queryClient,
    fetch: (query) => queryClient.fetchQuery({ ...(options.fromStream?.(query) ?? query), staleTime: staleMs }),
    criticalMs,
  })
  const [Component, { head, choice }] = await Promise.all([page.component(), loading, styles])
  return { Component, choice, head }
}

/** What the guards say of a visit to this address. */
export function guardPage(options: ClientRouterOptions, { page }: PageMatch<PageEntry>, url: URL): GuardResult {
  const visit = { pathname: url.pathname, search: url.searchParams, access: page.access, isAuthPage: page.isAuthPage }
  return guardVisit(visit, options.session(), { origin: options.app.env.origin })
}

/** A page that isn't shown without a login: what it is called, and none of its data. */
async function loadGate(
  { app }: ClientRouterOptions,
  { page, params }: PageMatch<PageEntry>,
  url: URL,
  view: PageView,
): Promise<Loaded> {
  const head = gateHead(
    await page.load(),
    { api: app.api, common: app.common, params, search: url.searchParams },
    url.pathname,
  )
  return { view: { ...view, askLogin: view.askLogin ?? { closable: false, via: 'page' }, title: head.title }, head }
}

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '加载失败，请稍后再试'
}

async function loadView(options: ClientRouterOptions, url: URL): Promise<Loaded | Redirected> {
  const match = options.matchPage(url.pathname)
  if (!match) return errorView(url, 404, 'This page could not be found')
  const { page, params } = match
  try {
    await options.learnSession?.()
  } catch (error) {
    return errorView(url, 503, messageOf(error))
  }
  const guard = guardPage(options, match, url)
  if (guard.kind === 'redirect') return { to: guard.to }
  const view = emptyView(page, url, params)
  if (guard.kind === 'askLogin') view.askLogin = { closable: guard.closable, via: guard.via }
  try {
    if (view.askLogin && page.access !== 'anyone' && !(await page.load()).isShownToVisitors)
      return await loadGate(options, match, url, view)
    const { head, ...screen } = await preparePage(options, match, url)
    return { view: { ...view, ...screen }, head }
  } catch (error) {
    if (error instanceof PageOutcome && error.to) return { to: error.to }
    if (error instanceof PageOutcome) return errorView(url, error.status, error.message)
    // What ended the session has been acted on: another page is on its way, or the login dialog.
    if (error instanceof ApiError && sessionEndCodes.includes(error.code)) return never
    if (error instanceof ApiError && error.code === Code.LoginTimeout) return loadGate(options, match, url, view)
    return errorView(url, 503, messageOf(error))
  }
}

function applyHead(head: PageHead, app: AppContextValue): void {
  document.title = documentTitle(head, app.env)
  for (const element of document.head.querySelectorAll('[data-head]')) element.remove()
  for (const { tag, attributes } of headTags(head, app.env)) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.setAttribute('data-head', '')
    document.head.append(element)
  }
}

/**
 * The browser's router: history by react-router, pages by the same matcher, guards and data as on the server. Shows the last
 * loaded page while the next one loads; a newer address overtakes an older one.
 */
export function ClientRouter({ options }: { options: ClientRouterOptions }): ReactNode {
  const { location, type, go } = useHistory()
  const [loaded, setLoaded] = useState<Loaded & { key: string }>({
    view: options.initial,
    head: undefined,
    key: location.key,
  })
  const { view, head, key } = loaded
  useEffect(() => setNavigator((to, navigation) => go(to, navigation?.replace ?? false)), [go])
  // Before the next page scrolls: its scrolling must not be remembered as the last page's.
  useLayoutEffect(() => trackScroll(key), [key])
  useEffect(() => {
    if (location.key === key && !view.isPending) return
    const root = document.documentElement
    const url = new URL(location.pathname + location.search + location.hash, options.app.env.origin)
    if (!view.isPending && view.pathname === location.pathname && view.search === location.search) {
      setLoaded((before) => ({ ...before, key: location.key }))
      return
    }
    let overtaken = false
    root.setAttribute('data-loading', '')
    void loadView(options, url).then((result) => {
      if (overtaken) return
      root.removeAttribute('data-loading')
      if ('to' in result) go(result.to, true)
      else startTransition(() => setLoaded({ ...result, key: location.key }))
    })
    return () => {
      overtaken = true
      root.removeAttribute('data-loading')
    }
  }, [location, key, view, go, options])
  useLayoutEffect(() => {
    if (head) applyHead(head, options.app)
  }, [head, options])
  const shown = useRef(key)
  useLayoutEffect(() => {
    if (key !== location.key || key === shown.current) return
    shown.current = key
    if (type === 'POP') restoreScroll(key)
    else showPosition(location.hash)
  }, [key, location, type])
  return <App view={view} queryClient={options.queryClient} app={options.app} />
}
