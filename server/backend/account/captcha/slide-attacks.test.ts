import { expect, test } from 'vitest'
import { createPictureRandom } from './picture-random.ts'
import { likenesses, pickDecoys } from './slide-attacks.ts'
import { drawCards } from './thing-cards.ts'
import { things } from './thing-drawings.ts'

const random = createPictureRandom(Buffer.alloc(16, 7))

test('two drawings of a thing differ, and kinds are many', async () => {
  expect(Object.keys(things).length).toBeGreaterThanOrEqual(24)
  for (const [name, [one, other]] of Object.entries(things)) {
    const cards = await drawCards(
      random,
      [one, other, other, other, one, one, one].map((drawing) => ({ drawing, style: 'filled' as const, turn: 0 })),
    )
    const [first, ...rest] = cards
    if (!first) throw new Error(`${name} was not drawn.`)
    const alike = likenesses(first, rest).map(([, , , directions = 0]) => directions)
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
    expect([name, sum(alike.slice(0, 3)) < sum(alike.slice(3))]).toEqual([name, true])
  }
})

test.each([
  [5, 21, 0.2],
  [11, 27, 0.12],
])('with a likely right card, %i decoys mislead programs', (count, cards, most) => {
  let likest = 0
  let least = 0
  const puzzles = 600
  for (let puzzle = 0; puzzle < puzzles; puzzle++) {
    const scores = Array.from({ length: cards }, (_, card) =>
      [0, 1, 2].map(() => random.float(0, 1) + (card === 0 ? 0.1 : 0)),
    )
    const liker = pickDecoys(random, scores, count).filter(
      (index) => (scores[index]?.[0] ?? 0) > (scores[0]?.[0] ?? 0),
    ).length
    if (liker === 0) likest++
    if (liker === count) least++
  }
  expect(likest / puzzles).toBeLessThan(most)
  expect(least / puzzles).toBeLessThan(most)
})
