import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const answerRoomInfo = (api: Api, input: CallInput<'GET /api/live-solution-room/get-live-info'>) =>
  api.call('GET /api/live-solution-room/get-live-info', input)
export const answerLobbyQuery = (api: Api, input: CallInput<'GET /api/live-solution-room/lobby'>) =>
  callQuery(api, 'GET /api/live-solution-room/lobby', input)
export const queueStateQuery = (api: Api, input: CallInput<'GET /api/live-solution-room/queue/state'>) =>
  callQuery(api, 'GET /api/live-solution-room/queue/state', input)
export const checkRoomPassword = (api: Api, input: CallInput<'POST /api/live-solution-room/check-password'>) =>
  api.call('POST /api/live-solution-room/check-password', input)
