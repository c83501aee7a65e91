import { slide } from '#shared/rules/captcha-rules.ts'
import { expect, test } from 'vitest'
import { letterSolvers, letterKnowledge } from '../../../../tests/support/letter-solvers.ts'
import { solveByCards } from '../../../../tests/support/card-solvers.ts'
import { isFound, readPuzzle, slideSolvers } from '../../../../tests/support/slide-solvers.ts'
import { drawLetters } from './letter-picture.ts'
import { createPictureRandom } from './picture-random.ts'
import { drawSlide, holePlaces, holesBeside } from './slide-picture.ts'

// `npm run bench captcha` tries all programs on 200 pictures; here some of them show that nothing fell apart.
const seedOf = (index: number): Buffer => Buffer.from(String(index).padStart(16, '0'))

test('programs that compare pictures of things find few holes', async () => {
  const solved: Record<string, number> = {}
  for (let index = 0; index < 6; index++) {
    const { x, isUpper, picture, piece } = await drawSlide(1, createPictureRandom(seedOf(index)))
    const puzzle = await readPuzzle(picture, piece)
    const found = {
      ...solveByCards(puzzle, holesBeside({ x, isUpper })),
      template: slideSolvers.template?.(puzzle) ?? 0,
    }
    for (const [name, place] of Object.entries(found)) solved[name] = (solved[name] ?? 0) + (isFound(place, x) ? 1 : 0)
  }
  expect(Object.keys(solved)).toEqual(expect.arrayContaining(['orientedOfCards', 'maskOfCards', 'template']))
  for (const count of Object.values(solved)) expect(count).toBeLessThanOrEqual(2)
}, 20_000)

test('guessing among the holes succeeds less than one in ten', async () => {
  for (let index = 0; index < 6; index++) {
    const { x, isUpper } = await drawSlide(1, createPictureRandom(seedOf(index)))
    const places = holesBeside({ x, isUpper }).map((hole) => hole.x)
    expect(places.filter((place) => isFound(place, x))).toEqual([x])
    expect(places.length).toBeGreaterThan(10)
    expect(Math.min(...places)).toBeGreaterThanOrEqual(holePlaces.from)
    expect(Math.max(...places)).toBeLessThanOrEqual(holePlaces.to)
    // no place passes for two of them
    for (const [number, place] of places.slice(1).entries())
      expect(place - (places[number] ?? 0)).toBeGreaterThan(2 * slide.tolerance)
  }
})

test('programs that read outlines or single letters read few pictures', async () => {
  const known = await letterKnowledge()
  const solved: Record<string, number> = {}
  for (let index = 0; index < 6; index++) {
    const { text, picture } = await drawLetters(1, createPictureRandom(seedOf(index)))
    for (const name of index < 3 ? ['segmentation', 'outlinesSmoothed'] : ['outlinesSmoothed'])
      if ((await letterSolvers[name]?.(Buffer.from(picture, 'base64'), known)) === text)
        solved[name] = (solved[name] ?? 0) + 1
  }
  for (const count of Object.values(solved)) expect(count).toBeLessThanOrEqual(1)
}, 60_000)
