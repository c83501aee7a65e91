import type { CommonData } from '#client/features/common/common-data.ts'
import { type ListChoice, type ListParams, listPath, readListChoice } from '#client/pages/catalogue-paths.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { type CourseSort, courseSorts, LectureType } from '#shared/contract/enums.ts'

export const courseRoot = '/course'

/** Everything that the address of a course list says. */
export interface CourseChoice extends ListChoice {
  sort: CourseSort
  type: 'live' | 'video' | undefined
  trial: boolean
  free: boolean
}

/** Values that exist, for the cache's key; anything else is as if it weren't there. */
export const courseQuery = {
  sort: /^(?:new|popular|price-asc|price-desc)$/,
  type: /^(?:live|video)$/,
  trial: /^1$/,
  free: /^1$/,
} as const

export function readCourseChoice(params: ListParams, search: URLSearchParams, common: CommonData): CourseChoice {
  const type = search.get('type')
  return {
    ...readListChoice(courseRoot, params, search, common.courseTypes),
    sort: courseSorts.find((sort) => sort === search.get('sort')) ?? 'default',
    type: type === 'live' || type === 'video' ? type : undefined,
    trial: search.get('trial') === '1',
    free: search.get('free') === '1',
  }
}

export function courseListInput(choice: CourseChoice): CallInput<'GET /api/common/course-list-page'> {
  return {
    sort: choice.sort,
    pageNum: choice.page,
    pageSize: 20,
    ...(choice.one ? { subjectOneId: choice.one.id } : {}),
    ...(choice.two ? { learnId: choice.two.id } : {}),
    ...(choice.type ? { lectureType: LectureType[choice.type] } : {}),
    ...(choice.trial ? { trial: true } : {}),
    ...(choice.free ? { isCharge: false } : {}),
  }
}

/** The address of a choice with some of it changed; a change of anything but the page begins at page 1. */
export function courseListHref(choice: CourseChoice, change: Partial<CourseChoice> = {}): string {
  const next = { ...choice, page: 1, ...change }
  const query = new URLSearchParams()
  if (next.sort !== 'default') query.set('sort', next.sort)
  if (next.type) query.set('type', next.type)
  if (next.trial) query.set('trial', '1')
  if (next.free) query.set('free', '1')
  const text = query.toString()
  return listPath(courseRoot, next.one, next.two, next.page) + (text ? `?${text}` : '')
}

/** '插画：造型基础', '插画课程', '全部课程'. */
export function courseListTitle({ one, two, type, free }: CourseChoice): string {
  const kind = `${free ? '免费' : ''}${type === 'live' ? '直播课' : type === 'video' ? '录播课' : '课程'}`
  if (two && one) return `${one.name}${two.name}${kind}`
  if (one) return `${one.name}${kind}`
  return kind === '课程' ? '全部课程' : `全部${kind}`
}

/** Where the list stands: 首页 › 课程 › 插画 › 造型基础. */
export function courseListCrumbs({ one, two }: CourseChoice): { text: string; href: string }[] {
  return [
    { text: '首页', href: '/' },
    { text: '课程', href: courseRoot },
    ...(one ? [{ text: one.name, href: listPath(courseRoot, one, undefined) }] : []),
    ...(one && two ? [{ text: two.name, href: listPath(courseRoot, one, two) }] : []),
  ]
}
