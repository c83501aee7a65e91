import { callQuery } from '#client/features/common/call-query.ts'
import type { Api, CallInput } from '#shared/contract/calls.ts'

/** What a course's page asks before there is an order: what is owned, seats, clashes. */

/** What the learner has of a product. */
export const purchaseQuery = (api: Api, productId: number) => callQuery(api, 'GET /api/order/purchase', { productId })

export const seatsQuery = (api: Api, input: CallInput<'GET /api/course/schedule-seats'>) =>
  callQuery(api, 'GET /api/course/schedule-seats', input)

export const signUpFree = (api: Api, input: CallInput<'GET /api/course/sign-up'>) =>
  api.call('GET /api/course/sign-up', input)

export const classClashesQuery = (api: Api, input: CallInput<'GET /api/my-course/class-clashes'>) =>
  callQuery(api, 'GET /api/my-course/class-clashes', input)

export const fetchClassClashes = (api: Api, input: CallInput<'GET /api/my-course/class-clashes'>) =>
  api.call('GET /api/my-course/class-clashes', input)
