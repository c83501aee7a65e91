import { expect, test } from 'vitest'
import { letterSolvers, letterTemplates } from '../../../tests/support/letter-solvers.ts'
import { solveByCards } from '../../../tests/support/card-solvers.ts'
import { isFound, readPuzzle, slideSolvers } from '../../../tests/support/slide-solvers.ts'
import { drawLetters } from './letter-picture.ts'
import { createPictureRandom } from './picture-random.ts'
import { drawSlide, holesBeside } from './slide-picture.ts'

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
  for (const count of Object.values(solved)) expect(count).toBeLessThanOrEqual(3)
}, 20_000)

test('a program that takes the letters apart reads few pictures', async () => {
  const templates = await letterTemplates()
  let solved = 0
  for (let index = 0; index < 3; index++) {
    const { text, picture } = await drawLetters(1, createPictureRandom(seedOf(index)))
    if ((await letterSolvers.segmentation?.(Buffer.from(picture, 'base64'), templates)) === text) solved++
  }
  expect(solved).toBeLessThanOrEqual(1)
}, 20_000)
