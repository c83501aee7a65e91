import { describe, expect, it } from 'vitest'
import { buildText } from '#client/features/room/room-test-data.ts'
import { piecesAround, spokenUntil } from '#client/features/room/use-replay-chat.ts'

describe('the chat beside a replay', () => {
  it('loads this piece and the last, the next shortly before', () => {
    expect(piecesAround(0)).toEqual([0])
    expect(piecesAround(599)).toEqual([0, 1])
    expect(piecesAround(600)).toEqual([0, 1])
    expect(piecesAround(3000)).toEqual([4, 5])
    expect(piecesAround(-1)).toEqual([0])
  })

  it('shows what was said by then, and goes back too', () => {
    const messages = [1, 5, 5, 9].map((offsetSec, index) => ({ ...buildText(index + 1), offsetSec }))
    expect(spokenUntil(messages, 0, 10)).toEqual([])
    expect(spokenUntil(messages, 5.4, 10).map(({ seq }) => seq)).toEqual([1, 2, 3])
    expect(spokenUntil(messages, 60, 2).map(({ seq }) => seq)).toEqual([3, 4])
  })
})
