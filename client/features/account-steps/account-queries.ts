import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const accountChoiceQuery = (api: Api) => callQuery(api, 'GET /api/auth/account-choice', {})
export const inviterInfoQuery = (api: Api, input: CallInput<'GET /api/user/info/get-user-info-by-uid'>) =>
  callQuery(api, 'GET /api/user/info/get-user-info-by-uid', input)
export const provePasswordReset = (api: Api, input: CallInput<'POST /api/auth/reset-password-one'>) =>
  api.call('POST /api/auth/reset-password-one', input)
export const resetPassword = (api: Api, input: CallInput<'POST /api/auth/reset-password-two'>) =>
  api.call('POST /api/auth/reset-password-two', input)
export const changePhone = (api: Api, input: CallInput<'POST /api/auth/rest/bind/phoneNum'>) =>
  api.call('POST /api/auth/rest/bind/phoneNum', input)
export const bindPhone = (api: Api, input: CallInput<'POST /api/auth/update/phoneNum'>) =>
  api.call('POST /api/auth/update/phoneNum', input)
export const proveOldPhone = (api: Api, input: CallInput<'POST /api/auth/validate/bind/sms'>) =>
  api.call('POST /api/auth/validate/bind/sms', input)
export const verifySession = (api: Api, input: CallInput<'POST /api/auth/verify'>) =>
  api.call('POST /api/auth/verify', input)
