import { expect, it } from 'vitest'
import { createUserLookup } from '#client/features/room/user-lookup.ts'
import type { Api } from '#shared/contract/calls.ts'

it('asks for all the people of one second in one call, and for nobody twice', async () => {
  const calls: string[][] = []
  const due: (() => void)[] = []
  const api = {
    call: async (_: string, { userIds }: { userIds: string[] }) => {
      calls.push(userIds)
      return userIds.map((userId) => ({ userId, nickname: `第 ${userId} 位`, headImg: null, userType: 'vip', isEstoppel: false }))
    },
  } as unknown as Api
  const lookup = createUserLookup(api, (_, run) => due.push(run))
  const asked = [lookup('room-1', '1'), lookup('room-1', '2'), lookup('room-1', '1')]
  expect(calls).toEqual([])
  for (const run of due.splice(0)) run()
  expect((await Promise.all(asked)).map((user) => user?.nickname)).toEqual(['第 1 位', '第 2 位', '第 1 位'])
  await lookup('room-1', '2')
  expect(calls).toEqual([['1', '2']])
})
