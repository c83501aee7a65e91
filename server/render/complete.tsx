import { randomBytes } from 'node:crypto'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { App } from '#client/app/app.tsx'
import type { AppContextValue } from '#client/features/common/app-context.ts'
import { type StaticHtml, StaticHtmlContext } from '#client/features/common/static-part.tsx'
import type { PageState } from '#client/pages/page-state.ts'
import type { PageView } from '#client/pages/page-view.ts'
import { type DocumentParts, documentEnd, documentStart, documentState } from './document.ts'
import type { PagePart, PageParts } from './page-parts.tsx'
import type { Pieces } from './pieces.ts'

export interface RenderInput {
  view: PageView
  queryClient: QueryClient
  app: AppContextValue
  /** The parts that pages share; without them they are rendered, too. */
  parts?: PageParts
  state: PageState
  document: DocumentParts
}

/** Stands in React's markup for a part; nobody outside of this process knows it, so no text can say it. */
const mark = `\u0000${randomBytes(9).toString('base64url')} `
const markEnd = '\u0000'

/**
 * Renders with a mark for each part, and puts the parts' bytes into their places behind React: what pages share is neither joined
 * to the markup nor put into UTF-8 again.
 */
function renderWithParts(page: ReactNode, parts: PageParts | undefined): Pieces {
  if (!parts) return [renderToString(page)]
  const used: PagePart[] = []
  const marked: StaticHtml = (name, data) => {
    const part = parts(name, data)
    return part && `${mark}${used.push(part) - 1}${markEnd}`
  }
  const markup = renderToString(<StaticHtmlContext.Provider value={marked}>{page}</StaticHtmlContext.Provider>)
  const [first = '', ...rest] = markup.split(mark)
  return [
    used.map(({ preloads }) => preloads).join(''),
    first,
    ...rest.flatMap((text) => {
      const end = text.indexOf(markEnd)
      return [used[Number(text.slice(0, end))]?.bytes ?? '', text.slice(end + 1)]
    }),
  ]
}

/**
 * The whole page, when all its data are there: nothing suspends, so React writes no inline script and the
 * text stands in source order for crawlers and for visitors without JavaScript.
 */
export function renderComplete({ view, queryClient, app, parts, state, document }: RenderInput): Pieces {
  const markup = renderWithParts(<App view={view} queryClient={queryClient} app={app} />, parts)
  return [documentStart(document), ...markup, ...documentState(state, document), documentEnd]
}

const script = Buffer.from('<script')

/** Whether a page carries an inline script that a browser would run: such a page can't be kept for others. */
export function hasInlineScript(html: Pieces): boolean {
  for (const piece of html) {
    // Shared pieces are JSON, which has no "<", and parts; no part needs a script of its own.
    if (typeof piece !== 'string') {
      if (piece.includes(script)) return true
      continue
    }
    for (const match of piece.matchAll(/<script([^>]*)/g)) {
      const attributes = match[1] ?? ''
      // The import map is the same on all pages: the policy names its hash.
      if (!/ src=/.test(attributes) && !/type="(application\/(ld\+)?json|importmap)"/.test(attributes)) return true
    }
  }
  return false
}
