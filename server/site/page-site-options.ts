import type { Page } from '#client/pages/define-page.ts'
import type { SecurityHeaders } from '#server/http/security-headers.ts'
import type { Upstream } from '#server/proxy/upstream.ts'
import type { Manifest } from '#server/render/manifest.ts'
import type { CommonStore } from './common-store.ts'
import type { PageBudgets } from './page-budgets.ts'

/** What a site is made of. */
export interface PageSiteOptions {
  pages: readonly Page[]
  upstream: Upstream
  common: CommonStore
  manifest: () => Manifest
  origin: string
  brandName: string
  envLabel: string
  /** `meta` elements of the home page, for search engines. */
  verification?: readonly { readonly name: string; readonly content: string }[]
  ttlFactor: number
  /** How many proxies stand before us. */
  trustProxy: number
  budgets?: PageBudgets
  securityHeaders: SecurityHeaders
  onError: (error: unknown, where: string) => void
  /** Milliseconds of a render. */
  onRender?: (route: string, kind: 'complete' | 'streamed', ms: number) => void
}
