import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const aiLiveRoute = 'GET /api/ai-live/get-live-info'
export const fetchAiLive = (api: Api, input: CallInput<typeof aiLiveRoute>) => api.call(aiLiveRoute, input)
export const peopleCountQuery = (api: Api, input: CallInput<'GET /api/ai-live/get-live-people-count'>) =>
  callQuery(api, 'GET /api/ai-live/get-live-people-count', input)
export const classNoticeQuery = (api: Api, input: CallInput<'GET /api/class-schedule/detailNotice'>) =>
  callQuery(api, 'GET /api/class-schedule/detailNotice', input)
export const classOfCourseQuery = (api: Api, input: CallInput<'GET /api/live/class-of-course'>) =>
  callQuery(api, 'GET /api/live/class-of-course', input)
export const enterLiveRoute = 'GET /api/live/enter/play'
export const fetchRoomEntry = (api: Api, input: CallInput<'GET /api/live/room-entry'>) =>
  api.call('GET /api/live/room-entry', input)
export const roomLobbyQuery = (api: Api, input: CallInput<'GET /api/live/room-lobby'>) =>
  callQuery(api, 'GET /api/live/room-lobby', input)
export const lessonListQuery = (api: Api, input: CallInput<'GET /api/period/get-period-list'>) =>
  callQuery(api, 'GET /api/period/get-period-list', input)
export const fetchFilmAddress = (api: Api, input: CallInput<'GET /api/vod/address'>) =>
  api.call('GET /api/vod/address', input)
export const lessonQuery = (api: Api, input: CallInput<'GET /api/vod/lesson'>) =>
  callQuery(api, 'GET /api/vod/lesson', input)
export const openFilm = (api: Api, input: CallInput<'GET /api/vod/period/play'>) =>
  api.call('GET /api/vod/period/play', input)
export const coachFilmQuery = (api: Api, input: CallInput<'GET /api/vod/teach-coach/play'>) =>
  callQuery(api, 'GET /api/vod/teach-coach/play', input)
export const fetchCoachFilm = (api: Api, input: CallInput<'GET /api/vod/teach-coach/play'>) =>
  api.call('GET /api/vod/teach-coach/play', input)
export const reportAiLive = (api: Api, input: CallInput<'POST /api/ai-live/report-period-log'>) =>
  api.call('POST /api/ai-live/report-period-log', input)
export const heartbeat = (api: Api, input: CallInput<'POST /api/vod/heartbeat'>) =>
  api.call('POST /api/vod/heartbeat', input)
export const takeOver = (api: Api, input: CallInput<'POST /api/vod/take-over'>) =>
  api.call('POST /api/vod/take-over', input)
