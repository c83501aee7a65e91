import { hashKey } from '@tanstack/react-query'
import { type Page, type PageAddress, type PageHead, readAddress } from '#client/pages/define-page.ts'
import type { PageMatch } from '#client/pages/match-page.ts'
import type { PageState } from '#client/pages/page-state.ts'
import { emptyView } from '#client/pages/page-view.ts'
import type { LateQuery } from '#server/render/frame.tsx'
import type { Api, CallRoute } from '#shared/contract/calls.ts'
import type { UserInfo } from '#shared/contract/user.ts'
import { createQueryClient, type PreparedPage, type PrepareOptions, toPageState } from './prepare-page.ts'
import type { StartedSession } from './session.ts'

/** What a page has asked for, as it comes: for whoever has been sent its frame before. */
export interface Answers {
  /** Notes a question under way. */
  note(key: readonly unknown[], answer: Promise<unknown>): void
  /** Notes the start-up call's answer. */
  noteUser(user: UserInfo): void
  /** Tells what has come so far and, from now on, what comes. */
  follow(tell: (item: LateQuery) => void): void
  /** Resolves when nothing is under way any more. */
  settled(): Promise<void>
}

const userRoute: CallRoute = 'GET /api/user/info'
/** As `callQuery` names the call. */
const userHash = hashKey([userRoute, {}])

/** Creates the list of one page. */
export function createAnswers(): Answers {
  const items: LateQuery[] = []
  const underway = new Set<Promise<void>>()
  let tell: ((item: LateQuery) => void) | undefined
  function put(item: LateQuery): void {
    if (tell) tell(item)
    else items.push(item)
  }
  return {
    note(key, answer) {
      const hash = hashKey(key)
      const done = answer
        .then(
          (data) => put([hash, 1, data]),
          () => put([hash, 0]),
        )
        .finally(() => underway.delete(done))
      underway.add(done)
    },
    noteUser: (user) => put([userHash, 1, user]),
    follow(next) {
      tell = next
      for (const item of items.splice(0)) next(item)
    },
    async settled() {
      while (underway.size > 0) await Promise.all(underway)
    },
  }
}

/** Somebody's page whose data are late: what is known of it by now. */
export interface LatePage {
  readonly url: URL
  readonly match: PageMatch<Page>
  /** Undefined while the service hasn't said who it is. */
  readonly started: StartedSession | undefined
}

/** The page's own title where that needs no data, and nothing for search engines: they wait for the whole page. */
function frameHead(page: Page, input: PageAddress & { api: Api }, pathname: string): PageHead {
  const head = { description: '正在打开', canonical: pathname, noindex: true }
  try {
    return { ...head, title: page.head({ ...readAddress(page, input), read: () => undefined }).title }
  } catch {
    return { ...head, title: '正在打开' }
  }
}

/** Hashes of what the page asks for; of an address that names nothing, none: the browser shows that. */
function hashesOf(page: Page, input: PageAddress & { api: Api }): string[] {
  try {
    const { critical, wanted = [], deferred = [] } = page.data(readAddress(page, input))
    return [...critical, ...wanted, ...deferred].map(({ queryKey }) => hashKey(queryKey))
  } catch {
    return []
  }
}

/** The frame of a page whose data are late (header, title, the place of the content), and its state: what follows, by hash. */
export function prepareFrame(
  { url, match: { page, params }, started }: LatePage,
  options: PrepareOptions,
): { page: PreparedPage; state: PageState } {
  const input = { api: options.api, common: options.common, params, search: url.searchParams }
  const head = frameHead(page, input, url.pathname)
  const frame: PreparedPage = {
    kind: 'page',
    view: { ...emptyView(page, url, params), title: head.title, isPending: true },
    head,
    queryClient: createQueryClient(options),
    app: { api: options.api, common: options.common, env: options.env },
    late: [],
    degraded: true,
  }
  const state = toPageState(frame, started?.session)
  const late = hashesOf(page, input)
  // The end of a session has a way of its own, which begins with the browser's own question.
  const isKnown = started !== undefined && started.session.endCode === undefined
  return {
    page: frame,
    state: isKnown ? { ...state, late } : { ...state, late: [userHash, ...late], isSessionLate: true },
  }
}
