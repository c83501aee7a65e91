import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

/** Everything that a search of the school finds, a page of it. */
export const searchQuery = (api: Api, input: CallInput<'GET /api/search/all'>) =>
  callQuery(api, 'GET /api/search/all', input)
