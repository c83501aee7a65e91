import type { QueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createBrowserRouter, redirect, ScrollRestoration, useLoaderData } from 'react-router-dom'
import { App } from '#client/app/app.tsx'
import { loadStyles, reloadOnceFor } from '#client/browser/page-assets.ts'
import type { AppContextValue } from '#client/features/common/app-context.ts'
import type { PageHead } from '#client/pages/define-page.ts'
import { documentTitle, headTags } from '#client/pages/head-tags.ts'
import { loadPage } from '#client/pages/load-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import { PageOutcome } from '#client/pages/page-outcome.ts'
import type { PageView } from '#client/pages/page-view.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { guardVisit, type VisitSession } from '#shared/rules/page-guards.ts'

export interface ClientRouterOptions {
  app: AppContextValue
  queryClient: QueryClient
  matchPage: (pathname: string) => PageMatch | undefined
  session: () => VisitSession
  initial: PageView
}

interface Loaded {
  view: PageView
  /** Undefined for the page that the server rendered: its head is there already. */
  head: PageHead | undefined
}

const never = new Promise<never>(() => undefined)
const criticalMs = 10_000
const staleMs = 60_000

function errorView(url: URL, status: number, message: string): Loaded {
  return {
    view: { id: 'error', status, message, pathname: url.pathname, search: url.search, params: {}, layout: 'base', Component: undefined },
    head: { title: message, description: message, canonical: url.pathname, noindex: true },
  }
}

/** Script, styles and data of a page at once; used by navigation and, on hover, ahead of it. */
export function preparePage(options: ClientRouterOptions, match: PageMatch, url: URL): Promise<[PageView['Component'], unknown, Awaited<ReturnType<typeof loadPage>>]> {
  const { app, queryClient } = options
  return Promise.all([
    match.page.component().catch(() => {
      reloadOnceFor(url.href)
      return never
    }),
    loadStyles(app.env.css[match.page.id] ?? []),
    loadPage({ match, search: url.searchParams, api: app.api, common: app.common, queryClient, criticalMs, staleMs }),
  ])
}

async function loadView(options: ClientRouterOptions, url: URL): Promise<Loaded | Response> {
  const match = options.matchPage(url.pathname)
  if (!match) return errorView(url, 404, 'This page could not be found')
  const { page, params } = match
  const visit = { pathname: url.pathname, search: url.searchParams, access: page.access, isAuthPage: page.isAuthPage }
  const guard = guardVisit(visit, options.session(), { origin: options.app.env.origin })
  if (guard.kind === 'redirect') return redirect(guard.to)
  const view: PageView = { id: page.id, status: 200, pathname: url.pathname, search: url.search, params, layout: page.layout, Component: undefined }
  if (guard.kind === 'askLogin') view.askLogin = { closable: guard.closable, via: guard.via }
  try {
    const [Component, , loaded] = await preparePage(options, match, url)
    return { view: { ...view, Component }, head: loaded.head }
  } catch (error) {
    if (error instanceof PageOutcome && error.to) return redirect(error.to)
    if (error instanceof PageOutcome) return errorView(url, error.status, error.message)
    if (error instanceof ApiError) return errorView(url, 503, error.message)
    throw error
  }
}

function applyHead(head: PageHead, app: AppContextValue): void {
  document.title = documentTitle(head, app.env)
  for (const element of document.head.querySelectorAll('[data-head]')) element.remove()
  for (const { tag, attributes, text } of headTags(head, app.env)) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    element.setAttribute('data-head', '')
    if (text) element.textContent = text
    document.head.append(element)
  }
}

/** The router of the browser: one route whose loader asks the same matcher as the server. */
export function createClientRouter(options: ClientRouterOptions): ReturnType<typeof createBrowserRouter> {
  function RouterPage(): ReactNode {
    const { view, head } = useLoaderData<Loaded>()
    useEffect(() => {
      if (head) applyHead(head, options.app)
    }, [head])
    return (
      <>
        <App view={view} queryClient={options.queryClient} app={options.app} />
        <ScrollRestoration />
      </>
    )
  }
  const initial: Loaded = { view: options.initial, head: undefined }
  return createBrowserRouter(
    [{ id: 'page', path: '*', Component: RouterPage, loader: ({ request }) => loadView(options, new URL(request.url)) }],
    { hydrationData: { loaderData: { page: initial } } },
  )
}
