import { expect, it } from 'vitest'
import { mergeGifts, recalledText, recallers } from '#client/features/room/chat-lines.ts'
import { buildSystem, buildText } from '#client/features/room/room-test-data.ts'
import { SystemMessage } from '#shared/contract/enums.ts'

// Said by 唐昀, whose id is 7.
const message = buildText(1)

it('a recalled message says whose it was and who recalled', () => {
  const teacher = { userId: '9', name: '林老师' }
  expect(recalledText(message, undefined, '8')).toBe('唐昀 撤回了一条消息')
  expect(recalledText(message, undefined, '7')).toBe('你撤回了一条消息')
  expect(recalledText(message, teacher, '8')).toBe('林老师 撤回了 唐昀 的一条消息')
  expect(recalledText(message, teacher, '7')).toBe('林老师 撤回了你的一条消息')
  expect(recalledText(message, teacher, '9')).toBe('你撤回了 唐昀 的一条消息')
})

it('finds who took each message back', () => {
  const recalls = [
    buildSystem(3, SystemMessage.recall, { seqs: [1, 2], userId: '9' }),
    buildSystem(4, SystemMessage.mute, { userId: '7' }),
  ]
  expect([...recallers([message, ...recalls])]).toEqual([
    [1, '9'],
    [2, '9'],
  ])
})

it('equal presents share a line until somebody speaks', () => {
  const gift = (seq: number, userId: string, giftId = 1) => {
    const said = buildText(seq)
    return {
      ...said,
      from: { ...said.from, userId },
      type: 'custom' as const,
      text: null,
      gift: { giftId, name: '小红花', img: '/g.webp', count: 1 },
    } as typeof said
  }
  const lines = [gift(1, '7'), gift(2, '8'), gift(3, '7'), gift(4, '7', 2), buildText(5), gift(6, '7')]
  expect(mergeGifts(lines).map(({ message, newest, count }) => [message.seq, newest.seq, count])).toEqual([
    [1, 3, 2],
    [2, 2, 1],
    [4, 4, 1],
    [5, 5, 1],
    [6, 6, 1],
  ])
})
