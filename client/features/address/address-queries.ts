import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const addressesQuery = (api: Api) => callQuery(api, 'GET /api/user/address', {})
export const saveAddress = (api: Api, input: CallInput<'POST /api/user/address'>) =>
  api.call('POST /api/user/address', input)
