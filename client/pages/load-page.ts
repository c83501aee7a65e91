import type { QueryClient } from '@tanstack/react-query'
import type { PageQuery } from '#client/features/common/call-query.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import { type LoadedInput, type Page, type PageHead, readAddress } from '#client/pages/define-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import { PageOutcome, pageGone, pageNotFound } from '#client/pages/page-outcome.ts'
import type { Api } from '#shared/contract/calls.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'

export interface LoadInput {
  match: PageMatch<Page>
  search: URLSearchParams
  api: Api
  common: CommonData
  queryClient: QueryClient
  /** Brings a query's data into the query client. */
  fetch: (query: PageQuery) => Promise<unknown>
  /** Milliseconds that critical data may take. */
  criticalMs: number
}

export interface LoadedPage {
  head: PageHead
  /** What the page's functions were given. */
  input: LoadedInput
  /** What the page has read in its address. */
  choice: unknown
  /** Late data, under way. */
  deferred: { query: PageQuery; answer: Promise<unknown> }[]
  /** A wanted query failed: the page stands, but isn't fit to be kept. */
  degraded: boolean
}

/** What a failed critical call means for the page: 404, 405 and 410 are pages of their own, session codes stay, the rest is 503. */
export function outcomeOf(error: unknown): Error {
  if (error instanceof PageOutcome) return error
  if (error instanceof ApiError) {
    if (error.code === Code.NotFound) return pageNotFound(error.message)
    if (error.code === Code.Gone) return pageGone(error.message)
    if (error.code === Code.OrderMismatch) return new PageOutcome(405, error.message)
    if (
      error.code === Code.LoggedInElsewhere ||
      error.code === Code.AccountDisabled ||
      error.code === Code.AccountLoggedOut
    )
      return error
    if (error.code === Code.LoginTimeout) return error
    if (error.status === 400) return pageNotFound()
  }
  return new PageOutcome(503, '服务暂时不可用，请稍后再试')
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new PageOutcome(503, '服务暂时不可用，请稍后再试')), ms)
      }),
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** Fetches a page's data: all at once, waiting only for what decides status and title. Throws `PageOutcome` or a session code. */
export async function loadPage(input: LoadInput): Promise<LoadedPage> {
  const { match, queryClient, fetch } = input
  const { api, common, search } = input
  const loadedInput: LoadedInput = {
    ...readAddress(match.page, { api, common, params: match.params, search }),
    read: <T>(query: PageQuery<T>) => queryClient.getQueryData<T>(query.queryKey),
  }
  const data = match.page.data(loadedInput)
  // In this order: a service with one database connection answers what decides the page before what may come late.
  const critical = within(Promise.all(data.critical.map(fetch)), input.criticalMs)
  const wanted = (data.wanted ?? []).map((query) =>
    within(fetch(query), input.criticalMs).then(
      () => true,
      () => false,
    ),
  )
  const deferred = (data.deferred ?? []).map((query) => ({ query, answer: fetch(query) }))
  // They are looked at later; a failure until then is no unhandled one.
  for (const { answer } of deferred) answer.catch(() => undefined)
  try {
    await critical
  } catch (error) {
    throw outcomeOf(error)
  }
  const degraded = (await Promise.all(wanted)).includes(false)
  match.page.settle?.(loadedInput)
  return { head: match.page.head(loadedInput), input: loadedInput, choice: loadedInput.choice, deferred, degraded }
}
