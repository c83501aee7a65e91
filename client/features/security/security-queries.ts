import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const unbindIdentity = (api: Api, input: CallInput<'GET /api/oauth/unbind-oauth'>) =>
  api.call('GET /api/oauth/unbind-oauth', input)
export const dataExportQuery = (api: Api) => callQuery(api, 'GET /api/user/data-export', {})
export const securityRoute = 'GET /api/user/info/security'
export const securityQuery = (api: Api) => callQuery(api, securityRoute, {})
export const sessionsRoute = 'GET /api/user/sessions'
export const sessionsQuery = (api: Api) => callQuery(api, sessionsRoute, {})
export const askDataExport = (api: Api, input: CallInput<'POST /api/user/data-export'>) =>
  api.call('POST /api/user/data-export', input)
export const endAccount = (api: Api, input: CallInput<'POST /api/user/deregister'>) =>
  api.call('POST /api/user/deregister', input)
export const keepAccount = (api: Api) => api.call('POST /api/user/deregister/cancel', {})
export const setFirstPassword = (api: Api, input: CallInput<'POST /api/user/info/fast-set-password'>) =>
  api.call('POST /api/user/info/fast-set-password', input)
export const endSession = (api: Api, input: CallInput<'POST /api/user/sessions/end'>) =>
  api.call('POST /api/user/sessions/end', input)
export const endOtherSessions = (api: Api) => api.call('POST /api/user/sessions/end-others', {})
