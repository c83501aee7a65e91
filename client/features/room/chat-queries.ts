import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const giftsQuery = (api: Api, input: CallInput<'GET /api/im/gift-list'>) =>
  callQuery(api, 'GET /api/im/gift-list', input)
export const enterGroup = (api: Api, input: CallInput<'GET /api/im/join-group'>) =>
  api.call('GET /api/im/join-group', input)
export const fetchRealUserIds = (api: Api, input: CallInput<'GET /api/im/list-real-userId'>) =>
  api.call('GET /api/im/list-real-userId', input)
export const studentsRoute = 'GET /api/im/list-student'
export const studentsQuery = (api: Api, input: CallInput<typeof studentsRoute>) => callQuery(api, studentsRoute, input)
export const fetchChatHistory = (api: Api, input: CallInput<'GET /api/im/message-history-list'>) =>
  api.call('GET /api/im/message-history-list', input)
export const sendSystemNotify = (api: Api, input: CallInput<'GET /api/im/send-system-notify'>) =>
  api.call('GET /api/im/send-system-notify', input)
export const memberDetailRoute = 'GET /api/im/user-detail'
export const memberDetailQuery = (api: Api, input: CallInput<typeof memberDetailRoute>) =>
  callQuery(api, memberDetailRoute, input)
export const muteMember = (api: Api, input: CallInput<'POST /api/im/estoppel'>) =>
  api.call('POST /api/im/estoppel', input)
export const giveGift = (api: Api, input: CallInput<'POST /api/im/give-gift'>) =>
  api.call('POST /api/im/give-gift', input)
export const recallMessage = (api: Api, input: CallInput<'POST /api/im/recall-msg'>) =>
  api.call('POST /api/im/recall-msg', input)
export const sendMessage = (api: Api, input: CallInput<'POST /api/im/send-msg'>) =>
  api.call('POST /api/im/send-msg', input)
export const fetchMemberNames = (api: Api, input: CallInput<'POST /api/im/user-info'>) =>
  api.call('POST /api/im/user-info', input)
