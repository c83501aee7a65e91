import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

/** What is read of courses. */

export const courseListQuery = (api: Api, input: CallInput<'GET /api/common/course-list-page'>) =>
  callQuery(api, 'GET /api/common/course-list-page', input)

export const courseDetailQuery = (api: Api, id: number) => callQuery(api, 'GET /api/course/course-detail', { id })

/** The lessons of a course. */
export const courseOutlineQuery = (api: Api, courseId: number) => callQuery(api, 'GET /api/course/period', { courseId })

/** What suits after it. */
export const relatedCoursesQuery = (api: Api, courseId: number) =>
  callQuery(api, 'GET /api/course/more-course-info', { courseId })
