import type { Database } from '#server/backend/db/database.ts'
import { MistakeSource, type QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import { isMistake } from '#shared/rules/exam-answers.ts'
import {
  deleteMistakes,
  listCollected,
  listOtherHistory,
  listStandings,
  lockMistakes,
  type OtherHistory,
  papersOf,
  saveStandings,
  takeBackLapses,
} from './collect-store.ts'
import { examKeyPrefix } from './mistake-store.ts'
import { newProgress, review } from './review-schedule.ts'
import { insertMistakes, insertReviews } from './review-store.ts'

/** A question of an attempt with what it gained. */
export interface MarkedQuestion {
  readonly questionId: number
  readonly kind: QuestionKind
  readonly score: number
  /** Null: somebody has still to mark it. */
  readonly gained: number | null
  /** `{}`: not answered. */
  readonly answer: ExamAnswer
}

/**
 * Puts what was wrong in an attempt into its learner's mistake book: objective questions that aren't wholly right, short answers below 60 %.
 * Each question is in it once; what was there and is wrong again counts as forgotten and is asked again, also when it was mastered or put
 * away. The same attempt again changes nothing, so that it may be called once for what the machine marks and once more for the rest.
 * Call in the transaction that writes the scores.
 */
export async function collectMistakes(
  trx: Database,
  { userId, attemptId, questions }: { userId: number; attemptId: number; questions: readonly MarkedQuestion[] },
  now: Date,
): Promise<void> {
  const wrong = questions
    .filter(({ kind, gained, score }) => gained !== null && isMistake(kind, gained, score))
    .sort((one, other) => one.questionId - other.questionId)
  if (wrong.length === 0) return
  const ids = wrong.map(({ questionId }) => questionId)
  const clientKey = `${examKeyPrefix}${attemptId}`
  const papers = await papersOf(trx, ids)
  const fresh = ids.flatMap((questionId) => {
    const paperId = papers.get(questionId)
    return paperId === undefined ? [] : [{ ...newProgress(now), questionId, paperId, source: MistakeSource.exam }]
  })
  await insertMistakes(trx, userId, fresh, now)
  const standings = await listStandings(trx, userId, ids)
  const collected = await listCollected(trx, userId, clientKey, ids)
  const answers = new Map(wrong.map(({ questionId, answer }) => [questionId, answer]))
  const lapsed = standings
    .filter(({ questionId }) => !collected.has(questionId))
    .map((before) => {
      const after = review(before, false, now)
      const { questionId, dueOn: dueBefore } = before
      return { ...after, questionId, dueBefore, answer: answers.get(questionId) ?? {} }
    })
  await saveStandings(trx, userId, lapsed, now)
  await insertReviews(
    trx,
    lapsed.map(({ questionId, answer, dueBefore, dueOn: dueAfter }) => {
      return { userId, questionId, clientKey, answer, isRight: false, dueBefore, dueAfter }
    }),
    now,
  )
}

/**
 * Lets go of what an attempt has put into the book and what isn't wrong any more, now that its marks were put right. A question that nothing else
 * is known of leaves the book. One that its learner has repeated keeps what they answered: it is put away, unless they got it wrong themselves, have
 * added it, or another exam has it wrong; then it stays as it is. Call in the transaction that writes the marks.
 */
export async function releaseMistakes(
  trx: Database,
  { userId, attemptId, questions }: { userId: number; attemptId: number; questions: readonly MarkedQuestion[] },
  now: Date,
): Promise<void> {
  const ids = questions
    .filter(({ kind, gained, score }) => gained !== null && !isMistake(kind, gained, score))
    .map(({ questionId }) => questionId)
  if (ids.length === 0) return
  const clientKey = `${examKeyPrefix}${attemptId}`
  await lockMistakes(trx, userId, ids)
  const histories = await listOtherHistory(trx, userId, clientKey, ids)
  const isWanted = ({ source, isWrong }: OtherHistory): boolean => isWrong || source === MistakeSource.added
  const idOf = ({ questionId }: OtherHistory): number => questionId
  const gone = histories.filter((one) => !one.isKnown && !isWanted(one)).map(idOf)
  const kept = histories.filter((one) => one.isKnown || isWanted(one))
  if (gone.length > 0) await deleteMistakes(trx, userId, gone)
  const away = kept.filter((one) => !isWanted(one)).map(idOf)
  if (kept.length > 0) await takeBackLapses(trx, { userId, clientKey }, { questionIds: kept.map(idOf), away }, now)
}
