import { type AnswersRevealed, QuestionKind } from '#shared/contract/enums.ts'
import type { ExamKey } from '#shared/contract/exam-fields.ts'
import type { ExamPictureName } from '../../pictures/exam-pictures.ts'
import type { Subject } from '../seed-types.ts'

/** What somebody answered to a short question, and what the teacher gave for it. */
export interface SeedShortAnswer {
  readonly text: string
  readonly score: number
  readonly comment: string
}

export interface SeedQuestion {
  readonly kind: QuestionKind
  readonly stem: string
  readonly options: readonly string[]
  readonly key: ExamKey
  readonly explanation: string
  readonly score: number
  readonly picture?: ExamPictureName
  /** Of short questions, from the best to the weakest. */
  readonly answers?: readonly SeedShortAnswer[]
}

export interface SeedPaper {
  readonly title: string
  readonly subject: Subject
  /** Name of the course whose learners take it; left out: everybody. */
  readonly course?: string
  readonly intro: string
  /** When it is taken, as seen from the moment at which the demo stands. */
  readonly window: 'always' | 'coming' | 'open' | 'past'
  readonly minutes?: number
  readonly attempts: number
  readonly reveal: AnswersRevealed
  readonly halfForPart?: boolean
  readonly questions: readonly SeedQuestion[]
}

type Picture = { readonly picture?: ExamPictureName }
type Options = readonly [string, string, string, string]

/** One of four is right; the place of the right one counts from 0. */
export function single(stem: string, options: Options, right: number, [explanation, more = {}]: readonly [string, Picture?]): SeedQuestion {
  return { kind: QuestionKind.single, stem, options, key: { options: [right] }, explanation, score: 6, ...more }
}

/** Several are right. */
export function multiple(stem: string, options: readonly string[], right: readonly number[], explanation: string): SeedQuestion {
  return { kind: QuestionKind.multiple, stem, options, key: { options: [...right] }, explanation, score: 8 }
}

/** True or false. */
export function statement(stem: string, isTrue: boolean, explanation: string): SeedQuestion {
  return { kind: QuestionKind.trueFalse, stem, options: [], key: { isTrue }, explanation, score: 4 }
}

/** Each `____` is a blank, with every wording that is right for it. */
export function fillIn(stem: string, blanks: readonly (readonly string[])[], explanation: string): SeedQuestion {
  const key = { blanks: blanks.map((wordings) => [...wordings]) }
  return { kind: QuestionKind.fillIn, stem, options: [], key, explanation, score: 6 }
}

/** In words; `text` is what a good answer says. */
export function short(stem: string, text: string, explanation: string, answers: readonly SeedShortAnswer[] = []): SeedQuestion {
  return { kind: QuestionKind.shortAnswer, stem, options: [], key: { text }, explanation, score: 16, answers }
}
