import type { ComponentType } from 'react'
import type { AskLogin } from '#shared/rules/page-guards.ts'

/** base: header, footer, side menu; default: header, footer; fixedMenu: like base with complaint; logoOnly; viewPlay: bare. */
export type Layout = 'base' | 'default' | 'fixedMenu' | 'logoOnly' | 'viewPlay'

export type PageParams = Readonly<Record<string, string | undefined>>

/** One decided page: what `App` shows, the same on the server and in the browser. */
export interface PageView {
  /** Id of the page, or 'error'. */
  id: string
  status: number
  pathname: string
  /** Query with its '?', or ''. */
  search: string
  params: PageParams
  layout: Layout
  Component: ComponentType<PageProps> | undefined
  /** What the page has read in its address; not in the state, the browser reads it anew. */
  choice?: unknown
  /** Message of the error page when `status` isn't 200. */
  message?: string
  askLogin?: AskLogin
  /** Title of a page that isn't shown: because a login is missing, or because its data are late. */
  title?: string
  /** The frame of a page whose data are late: the browser opens the page itself, with what follows in the stream. */
  isPending?: true
}

/** What a screen gets; `C` is what its page's `parse` returns. */
export interface PageProps<C = unknown> {
  params: PageParams
  /** Query with its '?', or ''. */
  search: string
  choice: C
}

/** A page as nothing is known of it but its address: no screen, no guard. */
export function emptyView(
  page: { readonly id: string; readonly layout: Layout },
  { pathname, search }: Pick<URL, 'pathname' | 'search'>,
  params: PageParams,
): PageView {
  return { id: page.id, status: 200, pathname, search, params, layout: page.layout, Component: undefined }
}
