import { expect, it } from 'vitest'
import { createUserLookup } from '#client/features/room/user-lookup.ts'
import type { Api } from '#shared/contract/calls.ts'

it('asks for one second’s people together, for nobody twice', async () => {
  const calls: object[] = []
  const due: (() => void)[] = []
  const api = {
    call: async (_: string, input: { userIds: string[] }) => {
      calls.push(input)
      return input.userIds.map((userId) => ({
        userId,
        nickname: `第 ${userId} 位`,
        headImg: null,
        userType: 'vip',
        isEstoppel: false,
      }))
    },
  } as unknown as Api
  const lookup = createUserLookup(api, (_, run) => due.push(run), { periodId: 12, groupId: 'room-1' })
  const asked = [lookup('1'), lookup('2'), lookup('1')]
  expect(calls).toEqual([])
  for (const run of due.splice(0)) run()
  expect((await Promise.all(asked)).map((user) => user?.nickname)).toEqual(['第 1 位', '第 2 位', '第 1 位'])
  await lookup('2')
  expect(calls).toEqual([{ periodId: 12, groupId: 'room-1', userIds: ['1', '2'] }])
})
