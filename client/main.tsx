import { hashKey, QueryClient } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { createClientRouter, type ClientRouterOptions, preparePage } from '#client/app/client-router.tsx'
import { createBrowserApi } from '#client/browser/browser-api.ts'
import { lateQueryFn } from '#client/browser/late-queries.ts'
import { takeOverLinks } from '#client/browser/link-events.ts'
import { setNavigator } from '#client/browser/navigation.ts'
import { reloadOnceFor } from '#client/browser/page-assets.ts'
import { pages } from '#client/pages/index.ts'
import { createPageMatcher } from '#client/pages/match-page.ts'
import type { PageState } from '#client/pages/page-state.ts'
import type { PageView } from '#client/pages/page-view.ts'

const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState
const matchPage = createPageMatcher(pages)
const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 60_000, retry: 1, refetchOnWindowFocus: false } },
})
const api = createBrowserApi()
const app = { api, common: state.common, env: state.env }

// Data of a page that lay in a cache count as fresh from now on: the browser's clock decides, not the server's.
for (const [key, data] of state.queries) queryClient.setQueryData(key, data)

const match = state.view.id === 'error' ? undefined : matchPage(state.view.pathname)
const late = new Set(state.late)

function startLateQueries(): void {
  if (!match || late.size === 0) return
  const search = new URLSearchParams(state.view.search)
  const data = match.page.data({ api, common: state.common, params: match.params, search })
  for (const query of data.deferred ?? []) {
    const hash = hashKey(query.queryKey)
    if (late.has(hash)) void queryClient.prefetchQuery({ ...query, queryFn: lateQueryFn(hash, query.queryFn) })
  }
}

async function start(): Promise<void> {
  startLateQueries()
  const Component = await match?.page.component().catch(() => {
    reloadOnceFor(location.href)
    return undefined
  })
  const initial: PageView = { ...state.view, Component }
  const session = state.session ?? { loggedIn: false, phoneIsReal: true }
  const options: ClientRouterOptions = { app, queryClient, matchPage, initial, session: () => session }
  const router = createClientRouter(options)
  setNavigator((to, navigation) => void router.navigate(to, { replace: navigation?.replace ?? false }))
  router.subscribe(({ navigation }) => document.documentElement.toggleAttribute('data-loading', navigation.state !== 'idle'))
  const root = document.getElementById('root')
  if (!root) return
  hydrateRoot(root, <RouterProvider router={router} />, {
    onRecoverableError: (error) => console.error('hydration', error),
  })
  takeOverLinks({
    knows: (url) => matchPage(url.pathname) !== undefined,
    prefetch: (url) => {
      const target = matchPage(url.pathname)
      if (target) preparePage(options, target, url).catch(() => undefined)
    },
  })
  document.documentElement.setAttribute('data-hydrated', '')
  if (process.env.NODE_ENV === 'development') void import('#client/browser/dev-reload.ts').then(({ listenForBuilds }) => listenForBuilds())
}

void start()
