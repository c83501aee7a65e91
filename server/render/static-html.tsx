import { hashKey, type QueryClient } from '@tanstack/react-query'
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

interface Wanted {
  spec: DataPartSpec<object>
  data: object
}

const cut = '<hr data-cut=""/>'

/** HTML of each part, made in one go: to begin a rendering costs as much as a small part. */
function renderAll(wanted: readonly Wanted[]): string[] {
  const list = wanted.map(({ spec, data }) => (
    <Fragment key={spec.name}>
      {spec.render(data)}
      <hr data-cut="" />
    </Fragment>
  ))
  const parts = renderToString(list).split(cut)
  if (parts.length !== wanted.length + 1) throw new Error('A part holds the mark that stands between parts.')
  return parts
}

/**
 * HTML of the parts that are equal on all pages, made once for each copy of the common data, and of those that depend on one
 * answer, made once for each answer. Every answer is asked for anew; the HTML is found by the answer itself, so it can never
 * be older, and it goes with it. The only place where strings are set into React's tree; a test holds pages with and without
 * it to the same bytes.
 */
export function createStaticHtml(): (page: PartsPage) => StaticHtml {
  const ofCommon = new WeakMap<CommonData, ReadonlyMap<string, string>>()
  const ofAnswer = new WeakMap<object, Map<string, string>>()
  const hashes = new Map<DataPartSpec<object>, string>()

  /** A part always asks the same: its question is put into words once. */
  function dataOf(spec: DataPartSpec<object>, { app, queryClient }: PartsPage): object | undefined {
    const hash = hashes.get(spec) ?? hashKey(spec.query(app.api).queryKey)
    hashes.set(spec, hash)
    return queryClient.getQueryCache().get<object>(hash)?.state.data
  }

  function makeStatic(app: AppContextValue): ReadonlyMap<string, string> {
    const html = (part: ReactNode): string =>
      renderToString(<AppContext.Provider value={app}>{part}</AppContext.Provider>)
    return new Map(Object.entries(staticParts).map(([name, part]) => [name, html(part(app.common))]))
  }

  function makeParts(page: PartsPage): void {
    const wanted: Wanted[] = []
    for (const spec of ownValue(dataParts, page.view.id) ?? []) {
      const data = dataOf(spec, page)
      if (data && !ofAnswer.get(data)?.has(spec.name)) wanted.push({ spec, data })
    }
    if (wanted.length === 0) return
    const parts = renderAll(wanted)
    for (const [index, { spec, data }] of wanted.entries()) {
      const known = ofAnswer.get(data) ?? new Map<string, string>()
      ofAnswer.set(data, known.set(spec.name, parts[index] ?? ''))
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
