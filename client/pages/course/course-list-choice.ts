import { filterInput, filterQuery, readFilters } from '#client/features/common/list-filters.ts'
import { type CourseFilters, courseFilters } from '#client/features/course/course-filters.ts'
import { type ListChoice, type ListParams, listPath, readListChoice } from '#client/pages/catalogue-paths.ts'
import type { PageAddress } from '#client/pages/define-page.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'

export const courseRoot = '/course'

/** Everything that the address of a course list says. */
export interface CourseChoice extends ListChoice {
  filters: CourseFilters
}

export function readCourseChoice({ params, search, common }: PageAddress<ListParams>): CourseChoice {
  return {
    ...readListChoice(courseRoot, params, search, common.courseTypes),
    filters: readFilters(courseFilters, search),
  }
}

export function courseListInput({
  one,
  two,
  page,
  filters,
}: CourseChoice): CallInput<'GET /api/common/course-list-page'> {
  return {
    ...filterInput(courseFilters, filters),
    pageNum: page,
    pageSize: 20,
    ...(one ? { subjectOneId: one.id } : {}),
    ...(two ? { learnId: two.id } : {}),
  }
}

/** What changes from one choice to another. */
interface CourseChange extends Partial<ListChoice> {
  filters?: Partial<CourseFilters>
}

/** The address of a choice with some of it changed; a change of anything but the page begins at page 1. */
export function courseListHref(choice: CourseChoice, { filters, ...change }: CourseChange = {}): string {
  const { one, two, page } = { ...choice, page: 1, ...change }
  return listPath(courseRoot, one, two, page) + filterQuery(courseFilters, { ...choice.filters, ...filters })
}

/** '插画：造型基础', '插画课程', '全部课程'. */
export function courseListTitle({ one, two, filters: { lectureType, isCharge } }: CourseChoice): string {
  const type = lectureType === LectureType.live ? '直播课' : lectureType === LectureType.video ? '录播课' : '课程'
  const kind = `${isCharge === false ? '免费' : ''}${type}`
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
