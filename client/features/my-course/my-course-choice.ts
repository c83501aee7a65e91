import type { CallInput } from '#shared/contract/calls.ts'
import { LectureType } from '#shared/contract/enums.ts'

/** What an address of the course page shows. */
export interface MyCourseChoice {
  /** 1 running, 2 ended, 0 all. */
  over: 0 | 1 | 2
  /** 'live' or 'video' narrows it. */
  type: 'live' | 'video' | undefined
  page: number
}

/** Reads an address; what can't be read is the usual: the running ones. */
export function readMyCourseChoice(search: URLSearchParams): MyCourseChoice {
  const over = search.get('over')
  const type = search.get('lectureType')
  const page = Number(search.get('page') ?? 1)
  return {
    over: over === null || over === '1' ? 1 : over === '2' ? 2 : 0,
    type: type === 'live' || type === 'video' ? type : undefined,
    page: Number.isSafeInteger(page) && page >= 1 ? Math.min(page, 10_000) : 1,
  }
}

/** The address of a choice. */
export function myCourseHref({ over = 1, type, page = 1 }: Partial<MyCourseChoice>): string {
  const query = new URLSearchParams({ over: String(over) })
  if (type) query.set('lectureType', type)
  if (page > 1) query.set('page', String(page))
  return `/user/course?${query}`
}

/** What the page asks for. */
export function myCoursesInput({ over, type, page }: MyCourseChoice): CallInput<'GET /api/user/my-course/list-v3'> {
  return {
    ...(over === 0 ? {} : { over }),
    ...(type ? { lectureType: LectureType[type] } : {}),
    pageNum: page,
    pageSize: 10,
  }
}
