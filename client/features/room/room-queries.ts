import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput, CallOptions } from '#shared/contract/calls.ts'

export const classEndRoute = 'GET /api/live-info/class-end'
export const classEndQuery = (api: Api, input: CallInput<typeof classEndRoute>) => callQuery(api, classEndRoute, input)
export const liveInfoRoute = 'GET /api/live-info/get-live-info-v2'
export const liveInfoQuery = (api: Api, input: CallInput<typeof liveInfoRoute>) => callQuery(api, liveInfoRoute, input)
export const fetchLiveInfo = (api: Api, input: CallInput<typeof liveInfoRoute>) => api.call(liveInfoRoute, input)
export const manageConfigQuery = (api: Api, input: CallInput<'GET /api/live-info/manage-config'>) =>
  callQuery(api, 'GET /api/live-info/manage-config', input)
export const fetchReplayTimeline = (
  api: Api,
  input: CallInput<'GET /api/live-info/replay-timeline'>,
  options?: CallOptions,
) => api.call('GET /api/live-info/replay-timeline', input, options)
export const streamStateQuery = (api: Api, input: CallInput<'GET /api/live-info/stream-state'>) =>
  callQuery(api, 'GET /api/live-info/stream-state', input)
export const setReminder = (api: Api, input: CallInput<'POST /api/live-info/reminder'>) =>
  api.call('POST /api/live-info/reminder', input)
export const reopenRoom = (api: Api, input: CallInput<'POST /api/live-info/reopen'>) =>
  api.call('POST /api/live-info/reopen', input)
export const shareRoom = (api: Api, input: CallInput<'POST /api/live-info/room-share'>) =>
  api.call('POST /api/live-info/room-share', input)
export const evaluateClass = (api: Api, input: CallInput<'POST /api/live-info/save'>) =>
  api.call('POST /api/live-info/save', input)
export const startRoom = (api: Api, input: CallInput<'POST /api/live-info/start'>) =>
  api.call('POST /api/live-info/start', input)
