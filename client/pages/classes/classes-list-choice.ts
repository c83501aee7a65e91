import { type ListChoice, type ListParams, listPath, readListChoice } from '#client/pages/catalogue-paths.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import type { CallInput } from '#shared/contract/calls.ts'

export const classesRoot = '/classes'

export function readClassesChoice({ params, search, common }: PageAddress<ListParams>): ListChoice {
  return readListChoice(classesRoot, params, search, common.classTypes)
}

/** No second level is no field: '0' never reaches the service. */
export function classesListInput({ one, two, page }: ListChoice): CallInput<'GET /api/classSystem/list-classSystem'> {
  return {
    pageNum: page,
    pageSize: 20,
    ...(one ? { subjectOneId: one.id } : {}),
    ...(two ? { subjectTwoId: two.id } : {}),
  }
}

export function classesListTitle({ one, two }: ListChoice): string {
  if (one && two) return `${one.name}${two.name}系统班`
  return one ? `${one.name}系统班` : '全部系统班'
}

export function classesListCrumbs({ one, two }: ListChoice): { text: string; href: string }[] {
  return [
    { text: '首页', href: '/' },
    { text: '系统班', href: classesRoot },
    ...(one ? [{ text: one.name, href: listPath(classesRoot, one, undefined) }] : []),
    ...(one && two ? [{ text: two.name, href: listPath(classesRoot, one, two) }] : []),
  ]
}
