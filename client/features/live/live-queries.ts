import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

/** Open classes: on air, to come, and their replays. */
export const openLivesQuery = (api: Api, input: CallInput<'GET /api/home/open-live'>) =>
  callQuery(api, 'GET /api/home/open-live', input)
