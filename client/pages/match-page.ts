import type { PageParams } from '#client/pages/page-view.ts'
import { ownValue } from '#shared/own-value.ts'

/** What matching needs of a page. */
interface Matchable {
  path: string
  where: Readonly<Record<string, RegExp>>
}

export interface PageMatch<P> {
  page: P
  params: PageParams
}

interface Compiled<P> {
  page: P
  pattern: RegExp
  names: readonly string[]
}

/** What a page's path is as an expression; the test beside it proves each of them linear. */
export function compilePage<P extends Matchable>(page: P): Compiled<P> {
  const names: string[] = []
  let optionals = 0
  const source = page.path
    .split('/')
    .filter(Boolean)
    .map((segment) => {
      const found = /^:(\w+)(\?)?(\.html)?$/.exec(segment)
      if (!found) return `/${segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
      const [, name = '', optional, suffix] = found
      names.push(name)
      const value = (ownValue(page.where, name)?.source ?? '[^/]+').replace(/^\^|\$$/g, '')
      if (!optional) return `/(${value})${suffix ? '\\.html' : ''}`
      // A later optional segment can't be there without the earlier one.
      optionals += 1
      return `(?:/(${value})`
    })
    .join('')
  return { page, pattern: new RegExp(`^${source || '/'}${')?'.repeat(optionals)}$`), names }
}

/** A matcher over the pages in their order: the first that fits wins. */
export function createPageMatcher<P extends Matchable>(
  pages: readonly P[],
): (pathname: string) => PageMatch<P> | undefined {
  const compiled = pages.map((page) => compilePage(page))
  return (pathname) => {
    const path = decodePath(pathname)
    if (path === undefined) return undefined
    for (const { page, pattern, names } of compiled) {
      const found = pattern.exec(path)
      if (!found) continue
      return { page, params: Object.fromEntries(names.map((name, index) => [name, found[index + 1]])) }
    }
    return undefined
  }
}

/** Decodes segment by segment; undefined for a malformed escape or an escaped slash. */
export function decodePath(pathname: string): string | undefined {
  if (!pathname.includes('%')) return pathname
  if (/%2f|%5c|%00/i.test(pathname)) return undefined
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
