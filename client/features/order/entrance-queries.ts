import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

export const entranceOfCourseQuery = (api: Api) => callQuery(api, 'GET /api/user/entrance/get-by-login', {})
export const entranceOfOrderQuery = (api: Api, input: CallInput<'GET /api/user/entrance/get-by-order-no'>) =>
  callQuery(api, 'GET /api/user/entrance/get-by-order-no', input)
export const callTeacher = (api: Api, input: CallInput<'POST /api/user/entrance/call/teacher'>) =>
  api.call('POST /api/user/entrance/call/teacher', input)
export const readEntrance = (api: Api, input: CallInput<'POST /api/user/entrance/read'>) =>
  api.call('POST /api/user/entrance/read', input)
