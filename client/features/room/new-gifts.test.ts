import { expect, it } from 'vitest'
import { withNewGifts } from '#client/features/room/new-gifts.ts'
import { buildText } from '#client/features/room/room-test-data.ts'
import type { ImMessage } from '#shared/contract/im-fields.ts'

function buildGift(seq: number, recalled = false): ImMessage {
  return {
    ...buildText(seq),
    type: 'custom',
    text: null,
    gift: { giftId: seq, name: '小红花', img: '/g.webp', count: 1 },
    recalled,
  }
}
const seqsOf = (messages: readonly ImMessage[]): number[] => messages.map(({ seq }) => seq)

it('shows every new present in order, despite words after it', () => {
  const messages = [
    buildGift(1),
    buildText(2),
    buildGift(3),
    buildText(4),
    buildGift(5, true),
    buildGift(6),
    buildText(7),
  ]
  const waiting = withNewGifts([], messages, { seq: 2, time: 0 })
  expect(seqsOf(waiting)).toEqual([3, 6])
  expect(seqsOf(withNewGifts(waiting, [...messages, buildGift(8)], { seq: 7, time: 0 }))).toEqual([3, 6, 8])
  expect(withNewGifts(waiting, messages, { seq: 7, time: 0 })).toBe(waiting)
})

it('shows none that was given while the line was cut', () => {
  expect(seqsOf(withNewGifts([], [buildGift(1), buildGift(60)], { seq: 0, time: 50_000 }))).toEqual([60])
})

it('shows the newest twenty of a heap', () => {
  const heap = Array.from({ length: 50 }, (_, index) => buildGift(index + 1))
  expect(seqsOf(withNewGifts([], heap, { seq: 0, time: 0 }))).toEqual(seqsOf(heap.slice(-20)))
})

it('shows equal presents of one person once, with their number', () => {
  const equal = [1, 2, 3].map((seq) => ({
    ...buildGift(seq),
    gift: { giftId: 9, name: '小红花', img: '/g.webp', count: 1 },
  }))
  const [first, ...others] = withNewGifts([], equal, { seq: 0, time: 0 })
  expect(first).toMatchObject({ seq: 1, gift: { count: 3 } })
  expect(others).toEqual([])
})
