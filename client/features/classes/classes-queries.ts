import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

/** What is read of programmes. */

export const classesListQuery = (api: Api, input: CallInput<'GET /api/classSystem/list-classSystem'>) =>
  callQuery(api, 'GET /api/classSystem/list-classSystem', input)

export const classesDetailQuery = (api: Api, id: number) =>
  callQuery(api, 'GET /api/classSystem/get-classSystem-V2', { id })

/** What suits after it. */
export const relatedClassesQuery = (api: Api, id: number) =>
  callQuery(api, 'GET /api/course-detail/more-class-system-recommend', { id })
