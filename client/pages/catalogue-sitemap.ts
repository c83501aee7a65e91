import { listPath, type TypeNode } from '#client/pages/catalogue-paths.ts'
import type { SitemapEntry } from '#client/pages/define-page.ts'

const pageSize = 50
const mostPages = 1000

interface Paged<T> {
  records: readonly T[]
  pages: number
}

/** Every record of a paged list, 50 at a time. */
export async function listAll<T>(load: (page: { pageNum: number; pageSize: number }) => Promise<Paged<T>>): Promise<T[]> {
  const records: T[] = []
  for (let pageNum = 1; pageNum <= mostPages; pageNum += 1) {
    const page = await load({ pageNum, pageSize })
    records.push(...page.records)
    if (pageNum >= page.pages) break
  }
  return records
}

/** A list's root and every choice of its tree. */
export function typeEntries(root: string, types: readonly TypeNode[]): SitemapEntry[] {
  return [
    { path: root },
    ...types.flatMap((one) => [{ path: listPath(root, one, undefined) }, ...one.children.map((two) => ({ path: listPath(root, one, two) }))]),
  ]
}
