import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

/** What is read of learners' works. */

export const workListQuery = (api: Api, input: CallInput<'GET /api/student-work/list'>) =>
  callQuery(api, 'GET /api/student-work/list', input)

export const workCategoriesQuery = (api: Api) => callQuery(api, 'GET /api/student-work/category-list', {})

export const workDetailQuery = (api: Api, id: number) => callQuery(api, 'GET /api/student-work/details', { id })
