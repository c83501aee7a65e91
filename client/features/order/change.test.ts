import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { callQuery } from '#client/features/common/call-query.ts'
import { makeChange } from '#client/features/common/change.ts'
import { cancelOrder } from '#client/features/order/order-queries.ts'
import type { Api } from '#shared/contract/calls.ts'

const minute = 60_000

/** Counts what goes out; whatever it is, it is answered. */
function countCalls(): { api: Api; asked: string[] } {
  const asked: string[] = []
  const api = {
    call: async (route: string) => {
      asked.push(route)
      return {}
    },
  } as unknown as Api
  return { api, asked }
}

test('a cancelled order is asked anew, other things are not', async () => {
  const { api, asked } = countCalls()
  const queries = new QueryClient()
  const order = { ...callQuery(api, 'GET /api/order/detail', { orderNo: '2026031100000001' }), staleTime: minute }
  const user = { ...callQuery(api, 'GET /api/user/info', {}), staleTime: minute }
  await Promise.all([queries.fetchQuery(order), queries.fetchQuery(user)])
  await makeChange(cancelOrder, { orderNo: '2026031100000001' }, { api, queries })
  asked.length = 0
  await Promise.all([queries.fetchQuery(order), queries.fetchQuery(user)])
  expect(asked).toEqual(['GET /api/order/detail'])
  queries.clear()
})

test('a change that fails makes nothing old', async () => {
  const { api, asked } = countCalls()
  const queries = new QueryClient()
  const order = { ...callQuery(api, 'GET /api/order/detail', { orderNo: '2026031100000001' }), staleTime: minute }
  await queries.fetchQuery(order)
  const failing = { call: () => Promise.reject(new Error('offline')) } as unknown as Api
  await expect(makeChange(cancelOrder, { orderNo: '1' }, { api: failing, queries })).rejects.toThrow('offline')
  asked.length = 0
  await queries.fetchQuery(order)
  expect(asked).toEqual([])
  queries.clear()
})
