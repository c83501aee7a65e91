import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { staticParts } from '#client/app/static-parts.tsx'
import { AppContext, type AppContextValue } from '#client/features/common/app-context.ts'
import type { CommonData } from '#client/features/common/common-data.ts'
import type { StaticHtml } from '#client/features/common/static-part.tsx'

/**
 * HTML of the parts that are equal on all pages, made once for each copy of the common data. The only place where strings
 * are set into React's tree; a test holds pages with and without it to the same bytes.
 */
export function createStaticHtml(): (app: AppContextValue) => StaticHtml {
  const made = new WeakMap<CommonData, ReadonlyMap<string, string>>()

  function make(app: AppContextValue): ReadonlyMap<string, string> {
    const html = (part: ReactNode): string => renderToString(<AppContext.Provider value={app}>{part}</AppContext.Provider>)
    return new Map(Object.entries(staticParts).map(([name, part]) => [name, html(part(app.common))]))
  }

  return (app) => {
    // Before a page is rendered, never within: one rendering must not begin inside another.
    const parts = made.get(app.common) ?? make(app)
    made.set(app.common, parts)
    return (name) => parts.get(name)
  }
}
