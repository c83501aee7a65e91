import { expect, test } from 'vitest'
import { letterSolvers, letterTemplates } from '../../../tests/support/letter-solvers.ts'
import { isFound, readPuzzle, slideSolvers } from '../../../tests/support/slide-solvers.ts'
import { drawLetters } from './letter-picture.ts'
import { createPictureRandom } from './picture-random.ts'
import { drawSlide } from './slide-picture.ts'

// `npm run bench captcha` tries all programs on 200 pictures; here some of them show that nothing fell apart.
const seedOf = (index: number): Buffer => Buffer.from(String(index).padStart(16, '0'))

test('programs that compare colours or edges find few holes', async () => {
  const solved = { template: 0, edgesNormalised: 0 }
  for (let index = 0; index < 6; index++) {
    const { x, picture, piece } = await drawSlide(1, createPictureRandom(seedOf(index)))
    const puzzle = await readPuzzle(picture, piece)
    for (const name of ['template', 'edgesNormalised'] as const) if (isFound(slideSolvers[name]?.(puzzle) ?? 0, x)) solved[name]++
  }
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
