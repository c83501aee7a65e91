import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { releaseMistakes } from '#server/backend/mistake/collect-mistakes.ts'
import { lockQuestion, saveProgress } from '#server/backend/mistake/mistake-store.ts'
import { review } from '#server/backend/mistake/review-schedule.ts'
import { insertReviews } from '#server/backend/mistake/review-store.ts'
import { MistakeState, QuestionKind } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { patientBackendOfFile } from '../support/backend-of-file.ts'
import { hold, untilWaiting } from '../support/held-rows.ts'
import { answerWrong, type BuiltPaper, buildPaper, rightAnswers } from '../support/mistake-steps.ts'

const backend = patientBackendOfFile()

interface Book {
  readonly learner: Learner
  readonly paper: BuiltPaper
  readonly attemptId: number
  readonly questionId: number
}

/** A learner with one question in the book, asked today, that one more right answer masters. */
async function buildBook(): Promise<Book> {
  const learner = await registerLearner(backend)
  const paper = await buildPaper(backend, { kinds: [QuestionKind.single] })
  const attemptId = await answerWrong(backend, learner, paper)
  await backend.db.updateTable('mistakes').set({ successes: 3 }).where('userId', '=', learner.userId).execute()
  backend.clock.set(backend.clock.now() + dayMs)
  return { learner, paper, attemptId, questionId: paper.questionIds[0] ?? 0 }
}

const bookOf = ({ learner }: Book) =>
  backend.db
    .selectFrom('mistakes')
    .select(['state', 'reps', 'lapses', 'successes'])
    .where('userId', '=', learner.userId)
    .execute()
const reviewsOf = async ({ learner }: Book): Promise<boolean[]> => {
  const reviews = backend.db.selectFrom('mistakeReviews').select('isRight').where('userId', '=', learner.userId)
  return (await reviews.orderBy('id').execute()).map(({ isRight }) => isRight)
}

const holdQuestion = (trx: DatabaseTransaction, { learner, questionId }: Book) =>
  lockQuestion(trx, learner.userId, questionId, new Date(backend.clock.now()))

/** What the call writes for a right answer in the day's queue, once it holds the question. */
async function answerRight(trx: DatabaseTransaction, book: Book): Promise<void> {
  const now = new Date(backend.clock.now())
  const { userId } = book.learner
  const { questionId } = book
  const before = (await holdQuestion(trx, book))?.progress
  if (!before) throw new Error('The question is not in the book.')
  const after = review(before, true, now)
  await saveProgress(trx, { ...after, userId, questionId }, now)
  const given = { answer: rightAnswers[QuestionKind.single], isRight: true, clientKey: 'key-of-the-queue' }
  const days = { dueBefore: before.dueOn, dueAfter: after.dueOn }
  await insertReviews(trx, [{ userId, questionId, ...given, ...days }], now)
}

/** The right answer in the day's queue, stopped after it is written: how many are mastered can't be counted yet. */
async function stopAnswer({ learner, questionId }: Book) {
  const held = await hold(backend, (trx) =>
    sql`select 1 from mistake_counts where user_id = ${learner.userId} for update`.execute(trx),
  )
  const answered = backend.as(learner.cookie).call('POST /api/exam/mistake/answer', {
    questionId,
    clientKey: 'key-of-the-queue',
    answer: rightAnswers[QuestionKind.single],
  })
  await untilWaiting(backend, 1)
  return { held, answered }
}

/** The marks of the first exam are put right: the question wasn't wrong after all. */
const letGo = (trx: DatabaseTransaction, { learner, attemptId, questionId }: Book): Promise<void> => {
  const right = {
    questionId,
    kind: QuestionKind.single,
    score: 5,
    gained: 5,
    answer: rightAnswers[QuestionKind.single],
  }
  return releaseMistakes(trx, { userId: learner.userId, attemptId, questions: [right] }, new Date(backend.clock.now()))
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('in the middle of', () => {
  test('an answer another exam finds it wrong, and both count', async () => {
    const book = await buildBook()
    const held = await hold(backend, (trx) => holdQuestion(trx, book))
    const collected = answerWrong(backend, book.learner, book.paper, { attemptNo: 2 })
    await untilWaiting(backend, 1)
    await held.release((trx) => answerRight(trx, book))
    await collected
    expect(await bookOf(book)).toEqual([{ state: MistakeState.active, reps: 3, lapses: 2, successes: 0 }])
    expect(await reviewsOf(book)).toEqual([false, true, false])
  })

  test('an answer the exam lets go, and the answer stays', async () => {
    const book = await buildBook()
    const { held, answered } = await stopAnswer(book)
    const released = backend.database.transaction((trx) => letGo(trx, book))
    await untilWaiting(backend, 2)
    await held.release()
    expect((await answered).state).toBe(MistakeState.mastered)
    await released
    expect(await bookOf(book)).toEqual([{ state: MistakeState.mastered, reps: 2, lapses: 0, successes: 4 }])
    expect(await reviewsOf(book)).toEqual([true])
  })

  test('letting go another exam puts it in anew', async () => {
    const book = await buildBook()
    const held = await hold(backend, (trx) => holdQuestion(trx, book))
    const collected = answerWrong(backend, book.learner, book.paper, { attemptNo: 2 })
    await untilWaiting(backend, 1)
    await held.release((trx) => letGo(trx, book))
    await collected
    expect(await bookOf(book)).toEqual([{ state: MistakeState.active, reps: 1, lapses: 1, successes: 0 }])
    expect(await reviewsOf(book)).toEqual([false])
  })
})
