import { drawLetters } from '#server/backend/account/captcha/letter-picture.ts'
import { createPictureRandom } from '#server/backend/account/captcha/picture-random.ts'
import { drawSlide, holesBeside } from '#server/backend/account/captcha/slide-picture.ts'
import { solveByCards } from '../support/card-solvers.ts'
import { letterSolvers, letterKnowledge } from '../support/letter-solvers.ts'
import { isFound, readPuzzle, slideSolvers } from '../support/slide-solvers.ts'
import type { BenchLine } from './bench-line.ts'

const pictures = 200
const mostSolved = 0.12

/** A picture that is the same in every run. */
const seedOf = (index: number): Buffer => Buffer.from(String(index).padStart(16, '0'))

function line(name: string, solved: number): BenchLine {
  return {
    name,
    value: `${((100 * solved) / pictures).toFixed(0)} % (${solved} of ${pictures})`,
    goal: `<= ${mostSolved * 100} %`,
    ok: solved / pictures <= mostSolved,
  }
}

/** How many captchas the usual programs solve from the pictures alone, and what drawing one costs. */
export async function captchaBench(): Promise<BenchLine[]> {
  const slides: Record<string, number> = {}
  const letters: Record<string, number> = {}
  const used = { slide: 0, letters: 0 }
  const known = await letterKnowledge()
  for (let index = 0; index < pictures; index++) {
    let before = process.cpuUsage()
    const { x, isUpper, picture, piece } = await drawSlide(1, createPictureRandom(seedOf(index)))
    const slideCost = process.cpuUsage(before)
    before = process.cpuUsage()
    const { text, picture: letterPicture } = await drawLetters(1, createPictureRandom(seedOf(index)))
    const letterCost = process.cpuUsage(before)
    used.slide += slideCost.user + slideCost.system
    used.letters += letterCost.user + letterCost.system
    const puzzle = await readPuzzle(picture, piece)
    const places = solveByCards(puzzle, holesBeside({ x, isUpper }))
    for (const [name, solve] of Object.entries(slideSolvers)) places[name] = solve(puzzle)
    for (const [name, place] of Object.entries(places)) slides[name] = (slides[name] ?? 0) + (isFound(place, x) ? 1 : 0)
    for (const [name, solve] of Object.entries(letterSolvers))
      letters[name] =
        (letters[name] ?? 0) + ((await solve(Buffer.from(letterPicture, 'base64'), known)) === text ? 1 : 0)
  }
  const cost = (name: string, microseconds: number, most: number): BenchLine => {
    const each = microseconds / 1000 / pictures
    return {
      name: `captcha: drawing ${name}, CPU`,
      value: `${each.toFixed(0)} ms`,
      goal: `< ${most} ms`,
      ok: each < most,
    }
  }
  return [
    ...Object.entries(slides).map(([name, solved]) => line(`captcha: slide solved by ${name}`, solved)),
    ...Object.entries(letters).map(([name, solved]) => line(`captcha: letters solved by ${name}`, solved)),
    cost('a slide puzzle', used.slide, 30),
    cost('letters', used.letters, 25),
  ]
}
