import * as z from 'zod/mini'
import { endpoint } from '#shared/contract/endpoint.ts'
import { LiveCard, PageNum, pageOf, pageSize } from '#shared/contract/fields.ts'

/** A learner's own classes (spec §7). */
export const myCourseApi = {
  /** Classes that are on or come, the soonest first: of the courses that the caller is enrolled in, and those that they teach. Each has its room. */
  liveList: endpoint('GET /api/my-course/list-course-live', {
    access: 'user',
    input: z.object({ pageNum: PageNum, pageSize: pageSize(16) }),
    output: pageOf(LiveCard),
  }),
}
