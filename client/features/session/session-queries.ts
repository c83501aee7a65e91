import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const phoneIsRealQuery = (api: Api) => callQuery(api, 'GET /api/auth/check/virtual/phoneNum', {})
export const fetchPhoneIsReal = (api: Api) => api.call('GET /api/auth/check/virtual/phoneNum', {})
export const logOut = (api: Api) => api.call('GET /api/auth/logout', {})
export const ownLivesQuery = (api: Api, input: CallInput<'GET /api/my-course/list-course-live'>) =>
  callQuery(api, 'GET /api/my-course/list-course-live', input)
export const userRoute = 'GET /api/user/info'
export const userQuery = (api: Api) => callQuery(api, userRoute, {})

export const menuCountsRoute = 'GET /api/user/menu-counts'
export const menuCountsQuery = (api: Api) => callQuery(api, menuCountsRoute, {})
