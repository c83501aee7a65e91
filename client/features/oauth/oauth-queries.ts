import type { Api, CallInput } from '#shared/contract/calls.ts'

export const bindToSession = (api: Api, input: CallInput<'GET /api/oauth/bind-oauth-by-login'>) =>
  api.call('GET /api/oauth/bind-oauth-by-login', input)
export const fetchOauthCheck = (api: Api, input: CallInput<'GET /api/oauth/oauth-login-check'>) =>
  api.call('GET /api/oauth/oauth-login-check', input)
export const bindToPhone = (api: Api, input: CallInput<'POST /api/oauth/bind-oauth-by-no-login'>) =>
  api.call('POST /api/oauth/bind-oauth-by-no-login', input)
