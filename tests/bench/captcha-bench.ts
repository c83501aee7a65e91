import { readable } from '#server/backend/account/captcha/letter-outlines.ts'
import { drawLetters } from '#server/backend/account/captcha/letter-picture.ts'
import { createPictureRandom } from '#server/backend/account/captcha/picture-random.ts'
import { drawSlide, holesBeside } from '#server/backend/account/captcha/slide-picture.ts'
import { speakLetters } from '#server/backend/account/captcha/spoken-letters.ts'
import type { CaptchaLevel } from '#server/backend/context/captcha-drawing.ts'
import { imageCaptchaLength } from '#shared/rules/captcha-rules.ts'
import { solveByCards } from '../support/card-solvers.ts'
import { guessLetters, learnVoices } from '../support/letter-ears.ts'
import { letterKnowledge, letterSolvers } from '../support/letter-solvers.ts'
import { isFound, readPuzzle, slideSolvers } from '../support/slide-solvers.ts'
import type { BenchLine } from './bench-line.ts'

// CAPTCHA_PICTURES (500) of each kind and level; CAPTCHA_LEVELS (1,2,3); CAPTCHA_SOLVERS: only those with one of these words in
// their name, as "slide" and "letters" are.
const pictures = Number(process.env.CAPTCHA_PICTURES ?? 500)
const levels = (process.env.CAPTCHA_LEVELS ?? '1,2,3').split(',').map((level) => Number(level) as CaptchaLevel)
const wanted = process.env.CAPTCHA_SOLVERS?.split(',')
/** A blind guess takes one hole of twelve: 8.3 %. */
const mostSolved = 0.12

/** A picture that is the same in every run. */
const seedOf = (index: number): Buffer => Buffer.from(String(index).padStart(16, '0'))
const isWanted = (name: string): boolean => wanted === undefined || wanted.some((word) => name.includes(word))

const shareOf = (solved: number): string => `${((100 * solved) / pictures).toFixed(1)} % (${solved} of ${pictures})`

/** What each program has solved, and what drawing has cost (microseconds). */
interface Tally {
  readonly solved: Map<string, number>
  readonly known: Awaited<ReturnType<typeof letterKnowledge>>
  slideCost: number
  lettersCost: number
}

function count({ solved }: Tally, name: string, isSolved: boolean): void {
  solved.set(name, (solved.get(name) ?? 0) + (isSolved ? 1 : 0))
}

/** The answer of some work and the processor's time that it took, microseconds. */
async function costOf<T>(work: () => Promise<T>): Promise<[T, number]> {
  const before = process.cpuUsage()
  const done = await work()
  const { user, system } = process.cpuUsage(before)
  return [done, user + system]
}

async function trySlide(level: CaptchaLevel, index: number, tally: Tally): Promise<void> {
  const named = (name: string): string => `slide of level ${level} solved by ${name}`
  const solvers = Object.entries(slideSolvers).filter(([name]) => isWanted(named(name)))
  if (solvers.length === 0 && !isWanted(named('OfCards'))) return
  const [puzzle, cost] = await costOf(() => drawSlide(level, createPictureRandom(seedOf(index))))
  tally.slideCost += cost
  const pictures = await readPuzzle(puzzle.picture, puzzle.piece)
  const byCards = isWanted(named('OfCards')) ? solveByCards(pictures, holesBeside(puzzle)) : {}
  for (const [name, place] of Object.entries(byCards)) count(tally, named(name), isFound(place, puzzle.x))
  for (const [name, solve] of solvers) count(tally, named(name), isFound(solve(pictures), puzzle.x))
}

async function tryLetters(level: CaptchaLevel, index: number, tally: Tally): Promise<void> {
  const named = (name: string): string => `letters of level ${level} solved by ${name}`
  const solvers = Object.entries(letterSolvers).filter(([name]) => isWanted(named(name)))
  if (solvers.length === 0) return
  const [letters, cost] = await costOf(() => drawLetters(level, createPictureRandom(seedOf(index))))
  tally.lettersCost += cost
  for (const [name, solve] of solvers)
    count(tally, named(name), (await solve(Buffer.from(letters.picture, 'base64'), tally.known)) === letters.text)
}

/** The sound that stands for letters: a program that has its clips hears them, which its narrow limit is for. */
function soundLine(): BenchLine[] {
  const name = 'sound of letters'
  if (!isWanted(name)) return []
  const voices = learnVoices()
  let solved = 0
  for (let index = 0; index < pictures; index++) {
    const random = createPictureRandom(seedOf(index))
    const text = Array.from({ length: imageCaptchaLength }, () => random.pick(readable)).join('')
    if (guessLetters(speakLetters(text, random), voices) === text) solved++
  }
  return [{ name: `captcha: ${name} heard by its clips`, value: shareOf(solved), goal: 'none: bounded', ok: true }]
}

/** How many captchas the usual programs solve from what is shown alone, on each level, and what drawing one costs. */
export async function captchaBench(): Promise<BenchLine[]> {
  const tally: Tally = { solved: new Map(), known: await letterKnowledge(), slideCost: 0, lettersCost: 0 }
  for (const level of levels)
    for (let index = 0; index < pictures; index++) {
      await trySlide(level, index, tally)
      await tryLetters(level, index, tally)
    }
  const cost = (name: string, microseconds: number, most: number): BenchLine => {
    const each = microseconds / 1000 / pictures / levels.length
    return {
      name: `captcha: drawing ${name}, CPU`,
      value: `${each.toFixed(0)} ms`,
      goal: `< ${most} ms`,
      ok: each < most,
    }
  }
  return [
    ...[...tally.solved].map(([name, solved]) => ({
      name: `captcha: ${name}`,
      value: shareOf(solved),
      goal: `<= ${mostSolved * 100} %`,
      ok: solved / pictures <= mostSolved,
    })),
    ...soundLine(),
    cost('a slide puzzle', tally.slideCost, 30),
    cost('letters', tally.lettersCost, 25),
  ]
}
