import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const fetchMessageCheck = (api: Api) => api.call('GET /api/notify-message/check-review', {})
export const messageQuery = (api: Api, input: CallInput<'GET /api/notify-message/detail'>) =>
  callQuery(api, 'GET /api/notify-message/detail', input)
export const messageListRoute = 'GET /api/notify-message/get-message'
export const messageListQuery = (api: Api, input: CallInput<typeof messageListRoute>) =>
  callQuery(api, messageListRoute, input)
export const readAllMessages = (api: Api) => api.call('POST /api/notify-message/all-read', {})
export const confirmMessage = (api: Api, input: CallInput<'POST /api/notify-message/user-confirm'>) =>
  api.call('POST /api/notify-message/user-confirm', input)
export const readMessage = (api: Api, input: CallInput<'POST /api/notify-message/user-read'>) =>
  api.call('POST /api/notify-message/user-read', input)
