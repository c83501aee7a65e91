import type { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { App } from '#client/app/app.tsx'
import type { AppContextValue } from '#client/features/common/app-context.ts'
import { type StaticHtml, StaticHtmlContext } from '#client/features/common/static-part.tsx'
import type { PageState } from '#client/pages/page-state.ts'
import type { PageView } from '#client/pages/page-view.ts'
import { type DocumentParts, documentEnd, documentStart, documentState } from './document.ts'
import type { Pieces } from './pieces.ts'

export interface RenderInput {
  view: PageView
  queryClient: QueryClient
  app: AppContextValue
  /** HTML of the parts that are equal on all pages; without it they are rendered, too. */
  staticHtml?: StaticHtml
  state: PageState
  document: DocumentParts
}

/**
 * The whole page, when all its data are there: nothing suspends, so React writes no inline script and the
 * text stands in source order for crawlers and for visitors without JavaScript.
 */
export function renderComplete({ view, queryClient, app, staticHtml, state, document }: RenderInput): Pieces {
  const markup = renderToString(
    <StaticHtmlContext.Provider value={staticHtml}>
      <App view={view} queryClient={queryClient} app={app} />
    </StaticHtmlContext.Provider>,
  )
  return [documentStart(document), markup, ...documentState(state, document), documentEnd]
}

/** Whether a page carries an inline script that a browser would run: such a page can't be kept for others. */
export function hasInlineScript(html: string): boolean {
  for (const match of html.matchAll(/<script([^>]*)/g)) {
    const attributes = match[1] ?? ''
    // The import map is the same on all pages: the policy names its hash.
    if (!/ src=/.test(attributes) && !/type="(application\/(ld\+)?json|importmap)"/.test(attributes)) return true
  }
  return false
}
