import type { CommonData } from '#client/features/common/common-data.ts'
import { readPageNumber, withQuery } from '#client/pages/catalogue-paths.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import { pageMoved, pageNotFound } from '#client/pages/page-outcome.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import type { WorkCategory, WorkDetail } from '#shared/contract/work.ts'
import { workUrl } from '#shared/rules/detail-url.ts'

export const workRoot = '/works'

type College = CommonData['colleges'][number]

/** The id of a work's address; one form only, `007.html` moves to `7.html`. */
export function readWorkId({ params: { id }, search }: PageAddress<{ id: string }>): number {
  if (!/^\d{1,15}$/.test(id) || Number(id) === 0) throw pageNotFound('作品不存在')
  if (id.startsWith('0')) throw pageMoved(withQuery(workUrl(Number(id)), search))
  return Number(id)
}

export interface WorkListChoice {
  college: College | undefined
  /** Whether there is such a category, the data say. */
  categoryId: number | undefined
  page: number
}

export interface WorkListParams {
  college?: string
  categoryId?: string
  page?: string
}

const noChoice: readonly (string | undefined)[] = [undefined, 'all', '0']

/** What a list's address chooses: a college by path or id, a category by id, a page. */
export function readWorkList({ params, search, common: { colleges } }: PageAddress<WorkListParams>): WorkListChoice {
  const jump = search.get('page')
  const page = readPageNumber(jump && /^[1-9]\d{0,4}$/.test(jump) ? jump : params.page)
  const college = noChoice.includes(params.college)
    ? undefined
    : (colleges.find(({ path }) => path === params.college) ?? colleges.find(({ id }) => String(id) === params.college))
  if (!college && !noChoice.includes(params.college)) throw pageNotFound()
  const word = noChoice.includes(params.categoryId) ? undefined : params.categoryId
  if (word !== undefined && !/^[1-9]\d{0,14}$/.test(word)) throw pageNotFound()
  return { college, categoryId: word === undefined ? undefined : Number(word), page }
}

/** The one address of a list: placeholders only where something follows, no segment for page 1. */
export function workListPath(college: { path: string } | undefined, categoryId: number | undefined, page = 1): string {
  if (page > 1) return `${workRoot}/${college?.path ?? 'all'}/${categoryId ?? 0}/${page}`
  return [workRoot, college?.path ?? (categoryId === undefined ? undefined : 'all'), categoryId]
    .filter((part) => part !== undefined)
    .join('/')
}

/** Sends every other form of the choice to the one address; a category leads its college along. What isn't there is not found. */
export function settleWorkList(
  choice: WorkListChoice,
  { params, search, common: { colleges } }: PageAddress<WorkListParams>,
  categories: readonly WorkCategory[],
): void {
  const category = findWorkCategory(categories, choice)
  if (choice.categoryId !== undefined && !category) throw pageNotFound()
  const college = choice.college ?? colleges.find(({ id }) => id === category?.collegeId)
  const canonical = workListPath(college, choice.categoryId, choice.page)
  const here = [workRoot, params.college, params.categoryId, params.page].filter((part) => part !== undefined).join('/')
  const rest = new URLSearchParams(search)
  rest.delete('page')
  if (here !== canonical || search.has('page')) throw pageMoved(withQuery(canonical, rest))
}

/** The chosen category, when it is one of the chosen college. */
export function findWorkCategory(
  categories: readonly WorkCategory[],
  { college, categoryId }: WorkListChoice,
): WorkCategory | undefined {
  const found = categories.find(({ id }) => id === categoryId)
  return found && (!college || found.collegeId === college.id) ? found : undefined
}

export function workListInput({ college, categoryId, page }: WorkListChoice): CallInput<'GET /api/student-work/list'> {
  return {
    pageNum: page,
    pageSize: 16,
    ...(college ? { collegeId: college.id } : {}),
    ...(categoryId ? { categoryId } : {}),
  }
}

export function workListTitle({ college }: WorkListChoice, category: WorkCategory | undefined): string {
  if (category) return `${category.name}作品`
  return college ? `${college.name}学员作品` : '学员作品'
}

export function workListCrumbs(
  { college }: WorkListChoice,
  category: WorkCategory | undefined,
): { text: string; href: string }[] {
  return [
    { text: '首页', href: '/' },
    { text: '学员作品', href: workRoot },
    ...(college ? [{ text: college.name, href: workListPath(college, undefined) }] : []),
    ...(category ? [{ text: category.name, href: workListPath(college, category.id) }] : []),
  ]
}

export function workCrumbs(work: WorkDetail): { text: string; href: string }[] {
  return [
    { text: '首页', href: '/' },
    { text: '学员作品', href: workRoot },
    { text: work.college.name, href: workListPath(work.college, undefined) },
    { text: work.category.name, href: workListPath(work.college, work.category.id) },
    { text: work.title, href: workUrl(work.id) },
  ]
}
