import { pageMoved, pageNotFound } from '#client/pages/page-outcome.ts'

/** A type of either tree, as far as an address needs it. */
export interface TypeNode {
  id: number
  name: string
  path: string
  children: readonly TypeNode[]
}

/** What the segments of a list's address choose. */
export interface ListChoice {
  one: TypeNode | undefined
  two: TypeNode | undefined
  page: number
}

export interface ListParams {
  p1?: string
  p2?: string
  p3?: string
}

const noChoice: readonly (string | undefined)[] = [undefined, '0', 'all']
const reserved: readonly string[] = ['live', 'video', 'play']

/** The one address of a choice: no placeholder where none is needed, no segment for page 1. */
export function listPath(root: string, one: TypeNode | undefined, two: TypeNode | undefined, page = 1): string {
  const segment = (node: TypeNode): string => encodeURIComponent(node.path)
  if (page > 1) return `${root}/${one ? segment(one) : 'all'}/${two ? segment(two) : '0'}/${page}`
  return [root, one && segment(one), two && segment(two)].filter(Boolean).join('/')
}

function findType(types: readonly TypeNode[], value: string | undefined): TypeNode | undefined {
  if (value === undefined || noChoice.includes(value)) return undefined
  const found =
    types.find((type) => type.path === value) ??
    (/^\d+$/.test(value) ? types.find((type) => String(type.id) === value) : undefined)
  if (!found || reserved.includes(value)) throw pageNotFound()
  return found
}

/** A page number as it stands in an address: no sign, no leading zero, five digits at most. */
export function readPageNumber(value: string | undefined): number {
  if (value === undefined) return 1
  if (!/^[1-9]\d{0,4}$/.test(value)) throw pageNotFound()
  return Number(value)
}

/** The id of a detail's address; one form only, `007` moves to `7`. */
export function readDetailId(id: string | undefined, root: string): number {
  if (id === undefined || !/^\d{1,15}$/.test(id) || Number(id) === 0) throw pageNotFound()
  if (id.startsWith('0')) throw pageMoved(`${root}/${Number(id)}`)
  return Number(id)
}

export function withQuery(path: string, search: URLSearchParams): string {
  const query = search.toString()
  return query ? `${path}?${query}` : path
}

/**
 * Reads subject, direction and page of a list. Every other form of the same choice (ids, placeholders, page 1, the
 * pager's `?page=` without script) moves to the one address; what doesn't exist is not found.
 */
export function readListChoice(
  root: string,
  params: ListParams,
  search: URLSearchParams,
  types: readonly TypeNode[],
): ListChoice {
  let one = findType(types, params.p1)
  if (!one && !noChoice.includes(params.p2))
    one = types.find((type) => type.children.some((child) => child.path === params.p2))
  const two = findType(one?.children ?? [], params.p2)
  const jump = search.get('page')
  const page = readPageNumber(jump && /^[1-9]\d{0,4}$/.test(jump) ? jump : params.p3)
  const rest = new URLSearchParams(search)
  rest.delete('page')
  const here = [root, params.p1, params.p2, params.p3].filter((part) => part !== undefined).join('/')
  const canonical = listPath(root, one, two, page)
  if (jump !== null || here !== decodeURIComponent(canonical)) throw pageMoved(withQuery(canonical, rest))
  return { one, two, page }
}
