import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMessageSequence } from '#client/features/room/message-sequence.ts'
import { buildRecall, buildText } from '#client/features/room/room-test-data.ts'

const all = Array.from({ length: 60 }, (_, index) => buildText(index + 1))

describe('the messages of a room', () => {
  it('hold each number once, in order, whatever was lost', () => {
    const deliveries = fc.array(fc.integer({ min: 1, max: all.length }), { maxLength: 200 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), deliveries, deliveries, (known, before, after) => {
        const sequence = createMessageSequence()
        const deliver = (seq: number): void => void sequence.add(all.slice(seq - 1, seq))
        before.forEach(deliver)
        sequence.begin(all.slice(Math.max(0, known - 10), known))
        after.forEach(deliver)
        sequence.noteLast(all.length)
        while (sequence.hasGap()) sequence.add(all.slice(sequence.lastSeq(), sequence.lastSeq() + 7))
        expect(sequence.messages().map(({ seq }) => seq)).toEqual(
          all.slice(Math.max(0, known - 10)).map(({ seq }) => seq),
        )
      }),
      { numRuns: 300 },
    )
  })
  it('lose a recalled one’s words, even when it comes later', () => {
    const sequence = createMessageSequence()
    sequence.add([buildRecall(4, [2])])
    sequence.begin(all.slice(0, 3))
    expect(sequence.messages().map(({ seq, text, recalled }) => [seq, text, recalled])).toMatchObject([
      [1, {}, false],
      [2, null, true],
      [3, {}, false],
      [4, null, false],
    ])
  })
  it('grow upward by overlapping pages and keep the newest', () => {
    const sequence = createMessageSequence()
    sequence.begin(all.slice(20, 30))
    sequence.addOlder(all.slice(10, 25))
    expect(sequence.messages().map(({ seq }) => seq)).toEqual(all.slice(10, 30).map(({ seq }) => seq))
    sequence.trim(5)
    expect(sequence.messages().map(({ seq }) => seq)).toEqual([26, 27, 28, 29, 30])
    expect(sequence.add(all.slice(30, 31))).toHaveLength(1)
  })
})
