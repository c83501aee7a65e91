import type { CommonData } from '#client/features/common/common-data.ts'
import { withQuery } from '#client/pages/catalogue-paths.ts'
import { pageMoved, pageNotFound } from '#client/pages/page-outcome.ts'
import type { CallInput } from '#shared/contract/calls.ts'
import { collegeShows } from '#shared/rules/college-page.ts'

export type CollegeEntry = CommonData['colleges'][number]

/** The college of an address: a path; an id moves to its path, nothing to the first college. */
export function readCollege(
  id: string | undefined,
  search: URLSearchParams,
  colleges: CommonData['colleges'],
): CollegeEntry {
  if (id === undefined) {
    const [first] = colleges
    if (!first) throw pageNotFound()
    throw pageMoved(withQuery(`/college/${first.path}`, search), 302)
  }
  const found = colleges.find((college) => college.path === id)
  if (found) return found
  const byId = /^\d+$/.test(id) ? colleges.find((college) => String(college.id) === id) : undefined
  if (byId) throw pageMoved(withQuery(`/college/${byId.path}`, search))
  throw pageNotFound()
}

export function collegeCoursesInput(
  collegeId: number,
  typeId?: number,
): CallInput<'GET /api/college/course-type-list'> {
  return {
    collegeId,
    rest: true,
    pageNum: 1,
    pageSize: collegeShows.courses,
    ...(typeId === undefined ? {} : { typeId }),
  }
}

export function collegeLivesInput(collegeId: number): CallInput<'GET /api/home/open-live'> {
  return { collegeId, pageNum: 1, pageSize: collegeShows.lives }
}

export function moreClassesInput(collegeId: number): CallInput<'GET /api/modular/home-page/class-system'> {
  return { collegeId, pageSize: collegeShows.ownClasses + collegeShows.moreClasses }
}
