import type { ClientRouterOptions } from '#client/app/client-router.tsx'
import type { PageMatch } from '#client/pages/match-page.ts'
import type { PageEntry } from '#client/pages/page-table.ts'
import { ownValue } from '#shared/own-value.ts'

const staleMs = 60_000

/** Into the browser's cache only: what isn't shown yet styles nothing. */
function fetchStyles(files: readonly string[]): void {
  for (const href of files) {
    if (document.querySelector(`link[href="${href}"]`)) continue
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.as = 'style'
    link.href = href
    document.head.append(link)
  }
}

/**
 * What a visit to a page in view would wait for: its script, its styles and, of a page that everybody gets alike, the data
 * that decide it. Less than a visit asks for, since most links in view are never followed.
 */
export async function warmPage({ app, queryClient }: ClientRouterOptions, { page, params }: PageMatch<PageEntry>, url: URL): Promise<void> {
  fetchStyles(ownValue(app.env.css, page.id) ?? [])
  const loaded = await page.load()
  await loaded.component()
  if (loaded.cache === 'never') return
  const { critical } = loaded.data({ api: app.api, common: app.common, params, search: url.searchParams })
  await Promise.all(critical.map((query) => queryClient.prefetchQuery({ ...query, staleTime: staleMs })))
}
