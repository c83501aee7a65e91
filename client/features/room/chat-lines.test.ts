import { expect, it } from 'vitest'
import { recalledText, recallers } from '#client/features/room/chat-lines.ts'
import { buildSystem, buildText } from '#client/features/room/room-test-data.ts'
import { SystemMessage } from '#shared/contract/enums.ts'

// Said by 唐昀, whose id is 7.
const message = buildText(1)

it('says of a message that is gone whose it was and who took it back, and calls who reads 你', () => {
  const teacher = { userId: '9', name: '林老师' }
  expect(recalledText(message, undefined, '8')).toBe('唐昀 撤回了一条消息')
  expect(recalledText(message, undefined, '7')).toBe('你撤回了一条消息')
  expect(recalledText(message, teacher, '8')).toBe('林老师 撤回了 唐昀 的一条消息')
  expect(recalledText(message, teacher, '7')).toBe('林老师 撤回了你的一条消息')
  expect(recalledText(message, teacher, '9')).toBe('你撤回了 唐昀 的一条消息')
})

it('finds who took each message back', () => {
  const recalls = [buildSystem(3, SystemMessage.recall, { seqs: [1, 2], userId: '9' }), buildSystem(4, SystemMessage.mute, { userId: '7' })]
  expect([...recallers([message, ...recalls])]).toEqual([
    [1, '9'],
    [2, '9'],
  ])
})
