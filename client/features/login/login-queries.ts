import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput, CallOptions } from '#shared/contract/calls.ts'

export const fetchCaptchaSound = (api: Api, input: CallInput<'GET /api/auth/captcha/audio'>) =>
  api.call('GET /api/auth/captcha/audio', input)
export const fetchCaptcha = (api: Api, input: CallInput<'GET /api/auth/captcha/get'>, options?: CallOptions) =>
  api.call('GET /api/auth/captcha/get', input, options)
export const phoneExistsQuery = (api: Api, input: CallInput<'GET /api/auth/check/phoneNum/exist'>) =>
  callQuery(api, 'GET /api/auth/check/phoneNum/exist', input)
export const fetchPhoneExists = (api: Api, input: CallInput<'GET /api/auth/check/phoneNum/exist'>) =>
  api.call('GET /api/auth/check/phoneNum/exist', input)
export const fetchRandomNickname = (
  api: Api,
  input: CallInput<'GET /api/auth/random-nickname'>,
  options?: CallOptions,
) => api.call('GET /api/auth/random-nickname', input, options)
export const sendOwnCode = (api: Api, input: CallInput<'GET /api/auth/rest/bind/sms'>) =>
  api.call('GET /api/auth/rest/bind/sms', input)
export const phoneRegionsQuery = (api: Api) => callQuery(api, 'GET /api/common/country-phone-region', {})
export const requiredFieldsQuery = (api: Api, input: CallInput<'GET /api/common/require-fields'>) =>
  callQuery(api, 'GET /api/common/require-fields', input)
export const fetchAuthorizeUrl = (api: Api, input: CallInput<'GET /api/oauth/get-authorizeUrl'>) =>
  api.call('GET /api/oauth/get-authorizeUrl', input)
export const checkCaptcha = (api: Api, input: CallInput<'POST /api/auth/captcha/block/check'>) =>
  api.call('POST /api/auth/captcha/block/check', input)
export const logIn = (api: Api, input: CallInput<'POST /api/auth/login'>) => api.call('POST /api/auth/login', input)
export const register = (api: Api, input: CallInput<'POST /api/auth/register'>) =>
  api.call('POST /api/auth/register', input)
export const sendCode = (api: Api, input: CallInput<'POST /api/auth/sendSms'>) =>
  api.call('POST /api/auth/sendSms', input)
