import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const activityQuery = (api: Api, input: CallInput<'GET /api/activity/detail'>) =>
  callQuery(api, 'GET /api/activity/detail', input)
export const prizesQuery = (api: Api, input: CallInput<'GET /api/activity/my/prize'>) =>
  callQuery(api, 'GET /api/activity/my/prize', input)
export const couponInfoQuery = (api: Api, input: CallInput<'GET /api/coupon/info'>) =>
  callQuery(api, 'GET /api/coupon/info', input)
export const answerQueueQuery = (api: Api, input: CallInput<'GET /api/live-solution-room/queue'>) =>
  callQuery(api, 'GET /api/live-solution-room/queue', input)
export const drawLottery = (api: Api, input: CallInput<'POST /api/activity/lottery'>) =>
  api.call('POST /api/activity/lottery', input)
export const callNext = (api: Api, input: CallInput<'POST /api/live-solution-room/queue/call'>) =>
  api.call('POST /api/live-solution-room/queue/call', input)
export const endAnswer = (api: Api, input: CallInput<'POST /api/live-solution-room/queue/end'>) =>
  api.call('POST /api/live-solution-room/queue/end', input)
export const joinQueue = (api: Api, input: CallInput<'POST /api/live-solution-room/queue/join'>) =>
  api.call('POST /api/live-solution-room/queue/join', input)
export const leaveQueue = (api: Api, input: CallInput<'POST /api/live-solution-room/queue/leave'>) =>
  api.call('POST /api/live-solution-room/queue/leave', input)
