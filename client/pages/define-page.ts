import type { PageTag } from '#shared/rules/page-tags.ts'
import type { ComponentType } from 'react'
import type { PageQuery } from '#client/features/common/call-query.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import type { Layout, PageParams, PageProps } from '#client/pages/page-view.ts'
import type { Api } from '#shared/contract/calls.ts'
import type { PageAccess } from '#shared/rules/page-guards.ts'
import type { ShareCard } from '#shared/rules/share-card.ts'

/** Parameters named in a path: '/course/:p1?/:p2?' gives { p1?: string, p2?: string }. */
export type ParamsOf<P extends string> = P extends `${infer Head}/${infer Tail}`
  ? ParamOf<Head> & ParamsOf<Tail>
  : ParamOf<P>
type ParamOf<S extends string> = S extends `:${infer Name}?`
  ? { [K in Name]?: string }
  : S extends `:${infer Name}.html`
    ? { [K in Name]: string }
    : S extends `:${infer Name}`
      ? { [K in Name]: string }
      : unknown

/** An address that a page is to read. */
export interface PageAddress<P = PageParams> {
  params: P
  search: URLSearchParams
  common: CommonData
}

export interface PageInput<P = PageParams, C = unknown> extends PageAddress<P> {
  api: Api
  /** What the page's `parse` has read in the address. */
  choice: C
}

/** Adds what has been loaded; `read` answers undefined for a query that failed or isn't there. */
export interface LoadedInput<P = PageParams, C = unknown> extends PageInput<P, C> {
  read: <T>(query: PageQuery<T>) => T | undefined
}

export interface PageData {
  /** They decide status and title; without them there is no page. */
  critical: readonly PageQuery[]
  /** Awaited with the critical ones, but the page stands without them. */
  wanted?: readonly PageQuery[]
  /** Streamed when they are late; read by useSuspenseQuery inside a `Section`. */
  deferred?: readonly PageQuery[]
}

export interface PageHead {
  title: string
  description: string
  keywords?: string
  /** Path and query of the canonical address. */
  canonical: string
  noindex?: boolean
  /** What the picture for sharing shows; none is told of on a page that isn't for search engines. */
  card?: ShareCard | undefined
  ogType?: 'website' | 'article'
  /** Paths of feeds that tell of what is new here. */
  feeds?: readonly { type: string; title: string; href: string }[]
}

export interface CachePolicy {
  /** Seconds fresh, then seconds served stale while a new one is made, then seconds served stale when that fails. */
  ttl: number
  swr: number
  sie: number
  /** Query names that belong to the key, each with the values that exist; other values bypass the cache. */
  query?: Readonly<Record<string, RegExp | readonly string[]>>
  /** Names that the page reads, too, and whose answers aren't kept. A name in neither list changes nothing: it gets the kept page. */
  bypass?: readonly string[]
  /** What isn't there may come, or come back, at any moment: its 404 and 410 are for nobody to keep. */
  missing?: 'never'
  /** Surrogate tags, for purging. */
  tags: (params: PageParams) => readonly PageTag[]
}

export interface SitemapEntry {
  path: string
  /** ISO day or time at which what the page shows last changed; left out when it isn't known. */
  lastmod?: string
}

/** One file of a sitemap. */
export interface SitemapPart {
  /** From 1. */
  number: number
  /** ISO day or time of the last change in it. */
  lastmod?: string
}

export interface SitemapInput {
  api: Api
  common: CommonData
}

/** Very many entries: their parts are known beforehand, each of at most 50,000, and are read for themselves. */
export interface SitemapParts {
  parts: (input: SitemapInput) => Promise<readonly SitemapPart[]>
  entries: (input: SitemapInput, part: number) => AsyncIterable<SitemapEntry>
}

/** The addresses of a page declaration: a list, what is read bit by bit, or parts (`entitySitemap`). */
export type SitemapSource =
  | SitemapParts
  | ((input: SitemapInput) => Promise<readonly SitemapEntry[]> | readonly SitemapEntry[] | AsyncIterable<SitemapEntry>)

export interface Page {
  id: string
  path: string
  where: Readonly<Record<string, RegExp>>
  layout: Layout
  access: PageAccess
  isAuthPage: boolean
  /** For learners, and visitors see under the login what it is: its data are a public read, its screen knows who looks. */
  isShownToVisitors: boolean
  /** One-time secrets stand in its address: no referrer tells of it. */
  hasSecretAddress: boolean
  cache: CachePolicy | 'never'
  sitemap: 'no' | SitemapSource
  parse: (address: PageAddress) => unknown
  data: (input: PageInput) => PageData
  /** Runs when the critical data are there; may throw `pageNotFound()` or `pageMoved()`. */
  settle: ((input: LoadedInput) => void) | undefined
  head: (input: LoadedInput) => PageHead
  component: () => Promise<ComponentType<PageProps>>
}

interface PageDeclaration<P extends string, C> {
  path: P
  /** A pattern for each parameter that isn't any segment; anchored by the matcher. */
  where?: { [K in keyof ParamsOf<P>]?: RegExp }
  layout: Layout
  access?: PageAccess
  isAuthPage?: boolean
  isShownToVisitors?: boolean
  hasSecretAddress?: boolean
  cache: CachePolicy | 'never'
  sitemap?: Page['sitemap']
  /** Reads the address, once: data, settle, head and screen get the same. May throw `pageNotFound()` or `pageMoved()`. */
  parse?: (address: PageAddress<ParamsOf<P>>) => C
  data?: (input: PageInput<ParamsOf<P>, C>) => PageData
  settle?: (input: LoadedInput<ParamsOf<P>, C>) => void
  head: (input: LoadedInput<ParamsOf<P>, C>) => PageHead
  component: () => Promise<ComponentType<PageProps<C>>>
}

/**
 * Declares a page: its id is the basename of its screen's file, so that the build finds the screen's script and style.
 * Read by the router, the page handler, the edge plan, the sitemap, warm-up and `npm run list-pages`.
 */
export function definePage<P extends string, C = undefined>(id: string, page: PageDeclaration<P, C>): Page {
  return {
    id,
    path: page.path,
    where: (page.where ?? {}) as Readonly<Record<string, RegExp>>,
    layout: page.layout,
    access: page.access ?? 'anyone',
    isAuthPage: page.isAuthPage ?? false,
    isShownToVisitors: page.isShownToVisitors ?? false,
    hasSecretAddress: page.hasSecretAddress ?? false,
    cache: page.cache,
    sitemap: page.sitemap ?? 'no',
    parse: (page.parse ?? (() => undefined)) as Page['parse'],
    data: (page.data ?? (() => ({ critical: [] }))) as Page['data'],
    settle: page.settle as Page['settle'],
    head: page.head as Page['head'],
    component: page.component as Page['component'],
  }
}

/** What a page's functions get for an address, which is read here. Throws what `parse` throws. */
export function readAddress(page: Page, { api, ...address }: PageAddress & { api: Api }): PageInput {
  return { ...address, api, choice: page.parse(address) }
}
