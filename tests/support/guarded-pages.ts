import { definePage, type Page } from '#client/pages/define-page.ts'
import type { PageState } from '#client/pages/page-state.ts'
import type { PageAccess } from '#shared/rules/page-guards.ts'

function guarded(id: string, path: string, access: PageAccess, isAuthPage = false): Page {
  return definePage(id, {
    path,
    layout: 'base',
    access,
    isAuthPage,
    cache: 'never',
    head: () => ({ title: id, description: id, canonical: '/' }),
    component: async () => () => null,
  } as Parameters<typeof definePage>[1])
}

/** One empty page for each kind of guard, at the address where the guards know it. */
export const guardedPages: readonly Page[] = [
  guarded('home', '/', 'anyone'),
  guarded('my-info', '/user/info', 'user'),
  guarded('bind-phone', '/user/auth/bind', 'user'),
  guarded('coupon', '/coupon', 'coupon'),
  guarded('register', '/register', 'register', true),
  guarded('login', '/auth/login', 'anyone', true),
]

/** What a page's state tells the browser. */
export function readState(html: string): Pick<PageState, 'dehydrated' | 'session'> & {
  view: { askLogin?: unknown; title?: string }
} {
  return JSON.parse(/<script type="application\/json" id="state">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
}

/** What a page's state has of a call's answer; undefined when it wasn't asked for. */
export function loadedAnswer({ dehydrated }: Pick<PageState, 'dehydrated'>, route: string): unknown {
  return dehydrated.queries.find(({ queryKey }) => queryKey[0] === route)?.state.data
}
