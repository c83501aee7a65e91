import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const profileQuery = (api: Api) => callQuery(api, 'GET /api/user/info/profile', {})
export const saveProfile = (api: Api, input: CallInput<'POST /api/user/info/profile'>) =>
  api.call('POST /api/user/info/profile', input)
export const updateUser = (api: Api, input: CallInput<'POST /api/user/info/update'>) =>
  api.call('POST /api/user/info/update', input)
