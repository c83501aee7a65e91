import { hashKey, hydrate, QueryClient } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { ClientRouter, type ClientRouterOptions, guardPage, preparePage } from '#client/app/client-router.tsx'
import { createBrowserApi } from '#client/browser/browser-api.ts'
import { lateQueryFn } from '#client/browser/late-queries.ts'
import { takeOverLinks } from '#client/browser/link-events.ts'
import { isSavingData, reloadOnce } from '#client/browser/page-assets.ts'
import type { AppContextValue } from '#client/features/common/app-context.ts'
import type { PageQuery } from '#client/features/common/call-query.ts'
import { type Page, type PageInput, readAddress } from '#client/pages/define-page.ts'
import { createPageMatcher } from '#client/pages/match-page.ts'
import { asOf, type PageState } from '#client/pages/page-state.ts'
import { pageTable } from '#client/pages/page-table.ts'
import type { PageView } from '#client/pages/page-view.ts'
import { ApiError, Code, sessionEndCodes } from '#shared/contract/codes.ts'
import { fetchPhoneIsReal, userQuery } from '#client/features/session/session-queries.ts'
import type { VisitSession } from '#shared/rules/page-guards.ts'

const watchAfterMs = 1500
const state = JSON.parse(document.getElementById('state')?.textContent ?? '{}') as PageState
const matchPage = createPageMatcher(pageTable)
const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 60_000, retry: 1, refetchOnWindowFocus: false } },
})
const api = createBrowserApi()
/** Hashes of the queries that follow the frame of a page. */
const expected = new Set(state.view?.isPending ? state.late : [])

// Data of a page that lay in a cache count as fresh from now on: the browser's clock decides, not the server's.
if (state.dehydrated) hydrate(queryClient, asOf(Date.now(), state.dehydrated))
const app: AppContextValue = {
  api,
  common: state.common,
  env: state.env,
  madeFor: queryClient.getQueryData(userQuery(api).queryKey),
}

function startLateQueries(page: Page, input: PageInput): void {
  const late = new Set(state.late)
  if (late.size === 0) return
  for (const query of page.data(input).deferred ?? []) {
    const hash = hashKey(query.queryKey)
    if (late.has(hash)) void queryClient.prefetchQuery({ ...query, queryFn: lateQueryFn(hash, query.queryFn) })
  }
}

/** What follows in the stream of a page that came as its frame alone; each is taken from there once. */
function fromStream<Q extends PageQuery>(query: Q): Q {
  const hash = hashKey(query.queryKey)
  return expected.delete(hash) ? { ...query, queryFn: lateQueryFn(hash, query.queryFn) as Q['queryFn'] } : query
}

/** Who is there, told late. Only what the service said of the session makes a visitor: a failure is no answer. */
async function learnLate(): Promise<VisitSession> {
  try {
    const query = fromStream(userQuery(api))
    const user = await queryClient.fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY, retry: false })
    const isReal = user.phoneIsReal ?? (await fetchPhoneIsReal(api).catch(() => true))
    return { loggedIn: true, phoneIsReal: isReal }
  } catch (error) {
    const visitor = { loggedIn: false, phoneIsReal: true }
    if (error instanceof ApiError && sessionEndCodes.includes(error.code)) return { ...visitor, endCode: error.code }
    if (error instanceof ApiError && error.code === Code.LoginTimeout) return visitor
    throw error
  }
}

/** The screen of the page that the server has rendered, if it has one; `away` when its script can't be had. */
async function loadScreen(): Promise<Pick<PageView, 'Component' | 'choice'> | 'away'> {
  // Neither an error nor a page behind a login has a screen, and a frame gets it later.
  const isShown = state.view.id !== 'error' && state.view.title === undefined && !state.view.isPending
  const match = isShown ? matchPage(state.view.pathname) : undefined
  if (!match) return { Component: undefined }
  try {
    const page = await match.page.load()
    const search = new URLSearchParams(state.view.search)
    const input = readAddress(page, { api, common: state.common, params: match.params, search })
    startLateQueries(page, input)
    return { Component: await page.component(), choice: input.choice }
  } catch {
    reloadOnce()
    return 'away'
  }
}

/** The scripts of pages whose links are in view are fetched ahead, by a script that comes when this page is done. */
function watchLinks(options: ClientRouterOptions): void {
  // whoever is in a class stays there
  if (isSavingData() || state.view.layout === 'viewPlay') return
  const watch = async (): Promise<void> => {
    const [{ prefetchInView }, { warmPage }] = await Promise.all([
      import('#client/browser/links-in-view.ts'),
      import('#client/app/warm-page.ts'),
    ])
    prefetchInView((url) => {
      const target = matchPage(url.pathname)
      if (!target || guardPage(options, target, url).kind !== 'pass') return undefined
      return { id: target.page.id, fetch: () => warmPage(app, target.page) }
    })
  }
  // Without it pages are fetched when they are visited.
  setTimeout(() => void watch().catch(() => undefined), watchAfterMs)
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  let session = state.session ?? { loggedIn: false, phoneIsReal: true }
  let learning: Promise<void> | undefined
  const learnSession = (): Promise<void> => {
    learning ??= learnLate().then(
      (learned) => {
        session = learned
      },
      (error: unknown) => {
        learning = undefined
        throw error
      },
    )
    return learning
  }
  const screen = await loadScreen()
  // Without its script the page stays as the server made it: it can be read, and its links and forms work.
  if (screen === 'away') return
  const initial: PageView = { ...state.view, ...screen }
  const options: ClientRouterOptions = { app, queryClient, matchPage, initial, session: () => session }
  if (state.view.isPending) options.fromStream = fromStream
  if (state.isSessionLate) {
    options.learnSession = learnSession
    // before the header asks for the same
    learnSession().catch(() => undefined)
  }
  hydrateRoot(root, <ClientRouter options={options} />, {
    onRecoverableError: (error) => console.error('hydration', error),
  })
  takeOverLinks({
    knows: (url) => matchPage(url.pathname) !== undefined,
    prefetch: (url) => {
      const target = matchPage(url.pathname)
      // What this visitor can't see yet isn't asked for.
      if (target && guardPage(options, target, url).kind === 'pass')
        preparePage(options, target, url, true).catch(() => undefined)
    },
  })
  if (document.readyState === 'complete') watchLinks(options)
  else window.addEventListener('load', () => watchLinks(options), { once: true })
  document.documentElement.setAttribute('data-hydrated', '')
  if (process.env.NODE_ENV === 'development')
    void import('#client/browser/dev-reload.ts').then(({ listenForBuilds }) => listenForBuilds())
}

void start()
