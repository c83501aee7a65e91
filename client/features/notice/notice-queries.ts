import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const platformNoticesQuery = (api: Api, input: CallInput<'GET /api/platform/notice/platform-notice-by-user'>) =>
  callQuery(api, 'GET /api/platform/notice/platform-notice-by-user', input)
export const sendNoticeLog = (api: Api, input: CallInput<'POST /api/platform/notice/add-platform-user-log'>) =>
  api.call('POST /api/platform/notice/add-platform-user-log', input)
