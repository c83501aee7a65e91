import { type DehydratedState, dehydrate, hashKey, type Query, QueryClient } from '@tanstack/react-query'
import type { AppContextValue, SiteEnv } from '#client/features/common/app-context.ts'
import { callQuery, type PageQuery } from '#client/features/common/call-query.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import { type Page, type PageHead, readAddress } from '#client/pages/define-page.ts'
import { gateHead } from '#client/pages/gate-head.ts'
import { pageJsonLd } from '#client/pages/json-ld/page-json-ld.ts'
import { loadPage, outcomeOf } from '#client/pages/load-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import { PageOutcome } from '#client/pages/page-outcome.ts'
import type { PageState } from '#client/pages/page-state.ts'
import { emptyView, type PageView } from '#client/pages/page-view.ts'
import type { LateResult } from '#server/render/stream.tsx'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { UserInfo } from '#shared/contract/user.ts'
import { type AskLogin, guardVisit, type VisitSession } from '#shared/rules/page-guards.ts'

export interface Visited {
  url: URL
  match: PageMatch<Page> | undefined
  /** Undefined while an anonymous copy is made: it must not depend on anybody. */
  session: VisitSession | undefined
}

export interface PrepareOptions {
  api: Api
  common: CommonData
  env: SiteEnv
  criticalMs: number
  /** The learner whose page it is, so that the browser needn't ask. */
  user?: UserInfo | undefined
  /** Told of each question that goes out for the page. */
  onAsked?: ((key: readonly unknown[], answer: Promise<unknown>) => void) | undefined
}

export interface PreparedPage {
  kind: 'page'
  view: PageView
  head: PageHead
  /** What search engines read beside the text. */
  jsonLd?: readonly object[]
  queryClient: QueryClient
  app: AppContextValue
  late: LateResult[]
  /** Something is missing that a later try may bring: not to be kept. */
  degraded: boolean
  retryAfter?: number
  /** Not there, and not to be kept as that, by anybody. */
  passing?: boolean
  /** A call that decides the page asks for a login: people get the dialog, crawlers are to come again. */
  refused?: boolean
}

export type Prepared = PreparedPage | { kind: 'redirect'; status: number; to: string; endCode?: number }

function errorHead(message: string): PageHead {
  return { title: message, description: message, canonical: '/', noindex: true }
}

function visitedPath(url: URL): string {
  return url.pathname + url.search
}

/** The page of an error: 404 and 503 inside the site's frame, 405 bare. */
export function prepareError(status: number, message: string, url: URL, options: PrepareOptions): PreparedPage {
  const view: PageView = {
    id: 'error',
    status,
    message,
    pathname: url.pathname,
    search: url.search,
    params: {},
    layout: 'base',
    Component: undefined,
  }
  const app = { api: options.api, common: options.common, env: options.env }
  return {
    kind: 'page',
    view,
    head: errorHead(message),
    queryClient: createQueryClient(options),
    app,
    late: [],
    degraded: status >= 500,
    ...(status === 503 ? { retryAfter: 5 } : {}),
  }
}

export const unavailableText = '服务暂时不可用，请稍后再试'

/** What stands where a page can't be made for now: 503, with a time to come again. */
export function prepareUnavailable(url: URL, options: PrepareOptions): PreparedPage {
  return prepareError(503, unavailableText, url, options)
}

/** The library's own hash of a call's key, without its walk through the input when there is nothing to put in order. */
export function hashCall(key: readonly unknown[]): string {
  const [route, input] = key
  if (key.length !== 2 || typeof route !== 'string' || typeof input !== 'object' || input === null) return hashKey(key)
  const names = Object.keys(input)
  const isPlain =
    Object.values(input).every((value) => typeof value !== 'object') &&
    names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)
  return isPlain ? JSON.stringify(key) : hashKey(key)
}

/** A page's own query client: the server asks everything once. */
export function createQueryClient({ api, user }: PrepareOptions): QueryClient {
  const queries = {
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    queryKeyHashFn: hashCall,
  }
  const client = new QueryClient({ defaultOptions: { queries } })
  if (user) client.setQueryData(callQuery(api, 'GET /api/user/info', {}).queryKey, user)
  return client
}

const screens = new WeakMap<Page, ReturnType<Page['component']>>()

/** A page's screen, imported once: asking for a module costs even when it is there. A failure is tried again. */
function screenOf(page: Page): ReturnType<Page['component']> {
  const screen = screens.get(page) ?? page.component()
  screens.set(page, screen)
  screen.catch(() => screens.delete(page))
  return screen
}

function loginRedirect(code: number, url: URL): Prepared {
  return {
    kind: 'redirect',
    status: 302,
    to: `/auth/login?${new URLSearchParams({ code: String(code), redirect: visitedPath(url) })}`,
    endCode: code,
  }
}

function toLate(key: readonly unknown[], answer: Promise<unknown>): LateResult {
  return {
    key,
    hash: hashKey(key),
    answer,
    done: answer.then(
      (data) => ({ ok: true, data }),
      () => ({ ok: false }),
    ),
  }
}

/** Straight into the cache: on the server nobody observes a query, so it needs no retries, timers or signals. One question goes out once. */
function createFetch(
  queryClient: QueryClient,
  onAsked: PrepareOptions['onAsked'],
): (query: PageQuery) => Promise<unknown> {
  const signal = new AbortController().signal
  const underWay = new Map<string, Promise<unknown>>()
  return async (query) => {
    // Who the learner is, start-up has asked already.
    const known = queryClient.getQueryData(query.queryKey)
    if (known !== undefined) return known
    const hash = hashCall(query.queryKey)
    const asked = underWay.get(hash)
    if (asked) return asked
    const answer = query.queryFn({ signal })
    underWay.set(hash, answer)
    onAsked?.(query.queryKey, answer)
    const data = await answer
    queryClient.setQueryData(query.queryKey, data)
    return data
  }
}

/**
 * Puts late queries into the cache as what they are, pending or failed: rendering then waits for them, or shows their
 * error, instead of asking again. Resolves when all have settled.
 */
export async function holdLate({ late, queryClient }: PreparedPage): Promise<void> {
  const held = late.filter(({ key }) => queryClient.getQueryState(key)?.status !== 'success')
  await Promise.all(held.map(({ key, answer }) => queryClient.prefetchQuery({ queryKey: key, queryFn: () => answer })))
}

/** Guards, data, status: everything that is decided before the first byte (architecture: a page). */
export async function preparePage({ url, match, session }: Visited, options: PrepareOptions): Promise<Prepared> {
  if (!match) return prepareError(404, 'This page could not be found', url, options)
  const { page, params } = match
  let askLogin: AskLogin | undefined
  if (session) {
    const visit = { pathname: url.pathname, search: url.searchParams, access: page.access, isAuthPage: page.isAuthPage }
    const guard = guardVisit(visit, session, { origin: options.env.origin })
    if (guard.kind === 'redirect') return { kind: 'redirect', status: 302, to: guard.to }
    if (guard.kind === 'askLogin') askLogin = { closable: guard.closable, via: guard.via }
  }
  const view: PageView = { ...emptyView(page, url, params), ...(askLogin ? { askLogin } : {}) }
  const queryClient = createQueryClient(options)
  const app = { api: options.api, common: options.common, env: options.env }
  const gate = (by: AskLogin): PreparedPage => {
    const head = gateHead(
      page,
      { api: options.api, common: options.common, params, search: url.searchParams },
      url.pathname,
    )
    return {
      kind: 'page',
      view: { ...view, askLogin: by, title: head.title },
      head,
      queryClient,
      app,
      late: [],
      degraded: false,
    }
  }
  try {
    // A page behind a login that isn't there: the shell and the dialog, no data.
    if (askLogin && page.access !== 'anyone' && !page.isShownToVisitors) {
      // an address that names nothing is no page, whoever asks
      page.data(readAddress(page, { api: options.api, common: options.common, params, search: url.searchParams }))
      return gate(askLogin)
    }
    const loading = loadPage({
      match,
      search: url.searchParams,
      api: options.api,
      common: options.common,
      queryClient,
      fetch: createFetch(queryClient, options.onAsked),
      criticalMs: options.criticalMs,
    })
    const [Component, loaded] = await Promise.all([screenOf(page), loading])
    const late = loaded.deferred.map(({ query, answer }) => toLate(query.queryKey, answer))
    return {
      kind: 'page',
      view: { ...view, Component, choice: loaded.choice },
      head: loaded.head,
      jsonLd: pageJsonLd.get(page.id)?.(loaded.input, loaded.head) ?? [],
      queryClient,
      app,
      late,
      degraded: loaded.degraded,
    }
  } catch (error) {
    // A bug in the page: whoever asked for it logs it and answers 500, or with the old page.
    if (!(error instanceof PageOutcome || error instanceof ApiError)) throw error
    const outcome = outcomeOf(error)
    // Not to be kept: a service that asks everybody to log in would wall the school.
    if (outcome instanceof ApiError && outcome.code === Code.LoginTimeout)
      // (An address that is for few is always asked a login of strangers; crawlers have nothing to come again for.)
      return { ...gate({ closable: false, via: 'page' }), degraded: true, refused: !page.hasSecretAddress }
    const failure = preparedFailure(outcome, url, options)
    const isPassing = page.cache !== 'never' && page.cache.missing === 'never'
    return failure.kind === 'page' && isPassing ? { ...failure, passing: true } : failure
  }
}

function preparedFailure(error: Error, url: URL, options: PrepareOptions): Prepared {
  if (error instanceof PageOutcome) {
    return error.to
      ? { kind: 'redirect', status: error.status, to: error.to }
      : prepareError(error.status, error.message, url, options)
  }
  return error instanceof ApiError ? loginRedirect(error.code, url) : prepareUnavailable(url, options)
}

function byHash(one: { queryHash: string }, other: { queryHash: string }): number {
  return one.queryHash < other.queryHash ? -1 : 1
}

const isLoaded = ({ state }: Query): boolean => state.status === 'success'
const isOnItsWay = ({ state }: Query): boolean => state.status === 'pending' && state.fetchStatus === 'fetching'

/** A loaded query as `dehydrate` has it, without when and how often it was answered: two parts of a page may ask the same at once. */
function timeless(query: DehydratedState['queries'][number]): DehydratedState['queries'][number] {
  return { ...query, dehydratedAt: 0, state: { ...query.state, dataUpdatedAt: 0, dataUpdateCount: 1 } }
}

/** What goes into the page's state block: loaded queries, and the hashes of those that follow. */
export function toPageState(page: PreparedPage, session: VisitSession | undefined): PageState {
  const { Component: _, choice: __, ...view } = page.view
  const { mutations, queries } = dehydrate(page.queryClient, { shouldDehydrateQuery: isLoaded })
  // In an order of their own: answers come in another one in each process, and equal pages have equal bytes.
  const dehydrated = { mutations, queries: queries.map(timeless).sort(byHash) }
  const late = page.queryClient
    .getQueryCache()
    .findAll({ predicate: isOnItsWay })
    .map(({ queryHash }) => queryHash)
    .sort()
  const { env, common } = page.app
  return { env, view, common, dehydrated, late, ...(session?.loggedIn ? { session } : {}) }
}
