import { listPath, type TypeNode } from '#client/pages/catalogue-paths.ts'
import type { SitemapEntry } from '#client/pages/define-page.ts'

/** A list's root and every choice of its tree. */
export function typeEntries(root: string, types: readonly TypeNode[]): SitemapEntry[] {
  return [
    { path: root },
    ...types.flatMap((one) => [
      { path: listPath(root, one, undefined) },
      ...one.children.map((two) => ({ path: listPath(root, one, two) })),
    ]),
  ]
}
