import type { AppContextValue } from '#client/features/common/app-context.ts'
import type { PageEntry } from '#client/pages/page-table.ts'
import { ownValue } from '#shared/own-value.ts'

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
 * What a visit to a page in view would wait for and everybody gets alike: its script and its styles. Its data are asked for
 * when somebody points at the link: most links in view are never followed, and their data cost what the hit didn't.
 */
export async function warmPage({ env }: AppContextValue, page: PageEntry): Promise<void> {
  fetchStyles(ownValue(env.css, page.id) ?? [])
  const loaded = await page.load()
  await loaded.component()
}
