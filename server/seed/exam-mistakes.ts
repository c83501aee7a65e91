import { sql } from 'kysely'
import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { saveProgress } from '#server/backend/mistake/mistake-store.ts'
import { dismiss, type ReviewProgress, review } from '#server/backend/mistake/review-schedule.ts'
import { insertReviews } from '#server/backend/mistake/review-store.ts'
import type { Desk } from './learner-class.ts'

/** How the learner went on with one mistake after the other: right, wrong, put away; what follows the last sign is still to come. */
const practised = ['++++', '++++', '++', '', '+', '', 'x', '+-', '', '', '++', ''] as const
const breakfastMinutes = 7 * 60 + 50

type Standing = ReviewProgress & { questionId: number; answer: string }

async function practise(trx: DatabaseTransaction, { userId, now }: Desk, standing: Standing, marks: string) {
  const { questionId } = standing
  let progress: ReviewProgress = standing
  for (const [index, mark] of [...marks].entries()) {
    const at = new Date(shanghaiTime(progress.dueOn, breakfastMinutes + index))
    if (progress.dueOn >= shanghaiDay(now)) return
    const before = progress
    progress = mark === 'x' ? dismiss(before, true) : review(before, mark === '+', at)
    const { reps, lapses, stability, difficulty, state, successes, dueOn, lastReviewedAt } = progress
    const next = { reps, lapses, stability, difficulty, state, successes, dueOn, lastReviewedAt }
    await saveProgress(trx, { ...next, userId, questionId }, at)
    if (mark === 'x') return
    await insertReviews(
      trx,
      [
        {
          userId,
          questionId,
          clientKey: `seed-${questionId}-${index}`,
          answer: {},
          isRight: mark === '+',
          dueBefore: before.dueOn,
          dueAfter: dueOn,
        },
      ],
      at,
    )
  }
}

/** Lets the learner have repeated a part of their mistakes on the days on which they were asked. */
export async function practiseMistakes(trx: DatabaseTransaction, desk: Desk): Promise<void> {
  const { rows } = await sql<Standing>`
    select m.question_id, m.state, m.due_on, m.stability, m.difficulty, m.reps, m.lapses, m.successes, m.last_reviewed_at
    from mistakes m where m.user_id = ${desk.userId} order by m.created_at, m.question_id`.execute(trx)
  for (const [index, standing] of rows.entries())
    await practise(trx, desk, standing, practised[index % practised.length] ?? '')
}
