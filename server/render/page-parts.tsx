import type { QueryClient } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { dataParts, staticParts } from '#client/app/static-parts.tsx'
import { AppContext, type AppContextValue } from '#client/features/common/app-context.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import type { DataPartSpec } from '#client/features/common/data-part.tsx'
import type { StaticHtml } from '#client/features/common/static-part.tsx'
import type { PageView } from '#client/pages/page-view.ts'
import { ownValue } from '#shared/own-value.ts'

/** The page whose parts are made. */
export interface PartsPage {
  view: Pick<PageView, 'id'>
  app: AppContextValue
  queryClient: QueryClient
}

/** A part as it stands in every page that shares it. */
export interface PagePart {
  /** In UTF-8. */
  readonly bytes: Buffer
  /** Links by which browsers fetch its first pictures ahead: React writes them before everything else of a page. */
  readonly preloads: string
}

/** The parts of one page by their names, and by the answers that they show. */
export type PageParts = (...place: Parameters<StaticHtml>) => PagePart | undefined

interface Wanted {
  spec: DataPartSpec<object>
  data: object
}

const cut = '<hr data-cut=""/>'

const preloadLinks = /^(?:<link rel="preload" as="image"[^>]*>)*/

function toPart(html: string): PagePart {
  const [preloads = ''] = preloadLinks.exec(html) ?? []
  return { bytes: Buffer.from(html.slice(preloads.length)), preloads }
}

/** Each part, made in one go: to begin a rendering costs as much as a small part. */
function renderAll(wanted: readonly Wanted[]): PagePart[] {
  const list = wanted.map(({ spec, data }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once, on the server
    <Fragment key={index}>
      {spec.render(data)}
      <hr data-cut="" />
    </Fragment>
  ))
  const html = renderToString(list)
  // Whose links these are shows only when each is made for itself.
  if (wanted.length > 1 && html.startsWith('<link')) return wanted.flatMap((one) => renderAll([one]))
  const parts = html.split(cut)
  if (parts.length !== wanted.length + 1) throw new Error('A part holds the mark that stands between parts.')
  return parts.slice(0, -1).map(toPart)
}

/**
 * The parts that are equal on all pages, made once for each copy of the common data, and those that depend on one answer, made once
 * for each answer. Every answer is asked for anew; the HTML is found by the answer itself, so it can never be older, and it goes
 * with it. The only place where strings are set into React's tree; a test holds pages with and without it to the same bytes.
 */
export function createPageParts(): (page: PartsPage) => PageParts {
  const ofCommon = new WeakMap<CommonData, ReadonlyMap<string, PagePart>>()
  const ofAnswer = new WeakMap<object, Map<string, PagePart>>()

  function makeStatic(app: AppContextValue): ReadonlyMap<string, PagePart> {
    const html = (part: ReactNode): string =>
      renderToString(<AppContext.Provider value={app}>{part}</AppContext.Provider>)
    return new Map(Object.entries(staticParts).map(([name, part]) => [name, toPart(html(part(app.common)))]))
  }

  /** What the page was answered to the calls that its parts show. */
  function wantedBy({ queryClient }: PartsPage, specs: readonly DataPartSpec<object>[]): Wanted[] {
    return queryClient
      .getQueryCache()
      .getAll()
      .flatMap(({ queryKey: [route], state: { data } }) =>
        typeof data === 'object' && data !== null
          ? specs.filter((spec) => spec.route === route).map((spec) => ({ spec, data }))
          : [],
      )
  }

  function makeParts(page: PartsPage): void {
    const specs = ownValue(dataParts, page.view.id)
    if (specs === undefined) return
    const wanted = wantedBy(page, specs).filter(({ spec, data }) => !ofAnswer.get(data)?.has(spec.name))
    if (wanted.length === 0) return
    const parts = renderAll(wanted)
    for (const [index, { spec, data }] of wanted.entries()) {
      const known = ofAnswer.get(data) ?? new Map<string, PagePart>()
      ofAnswer.set(data, known.set(spec.name, parts[index] ?? toPart('')))
    }
  }

  return (page) => {
    // Before a page is rendered, never within: one rendering must not begin inside another.
    const { common } = page.app
    const parts = ofCommon.get(common) ?? makeStatic(page.app)
    ofCommon.set(common, parts)
    makeParts(page)
    return (name, data) => (data === undefined ? parts.get(name) : ofAnswer.get(data)?.get(name))
  }
}

/** The parts as a page that is streamed has them: their HTML among React's own. */
export function htmlOf(parts: PageParts | undefined): StaticHtml | undefined {
  return parts && ((name, data) => parts(name, data)?.bytes.toString())
}
