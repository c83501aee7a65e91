import type { Database } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { collectMistakes } from '#server/backend/mistake/collect-mistakes.ts'
import { listMarked, lockUnsettled, markSettled, type SettledAttempt } from './settle-store.ts'

/** The message to who didn't stand before the result when it came; once an attempt, whoever says it first. */
export async function tellScore(trx: Database, attempt: SettledAttempt, now: Date): Promise<void> {
  const { id, userId, paperId, attemptNo, title, courseName, score, totalScore } = attempt
  await notify(trx, now, {
    userId,
    topic: 'exam',
    ref: `exam-scored:${id}`,
    title: '考试成绩出来了',
    text: `${courseName === '' ? '' : `《${courseName}》的`}「${title}」得了 ${score} 分，满分 ${totalScore} 分。`,
    button: { name: '看成绩', url: `/exam/${paperId}?view=result&attempt=${attemptNo}` },
  })
}

/**
 * What follows once a result may be seen, once an attempt: what was wrong goes into the mistake book, unless the paper never shows its answers, and
 * its learner is told (`isTold`). Attempts whose result may not be seen yet wait for the clock. Answers how many there were.
 */
export async function settleAttempts(
  trx: Database,
  ids: readonly number[],
  { now, isTold }: { now: Date; isTold: boolean },
): Promise<number> {
  const attempts = await lockUnsettled(trx, ids, now)
  if (attempts.length === 0) return 0
  const revealed = attempts.filter(({ isRevealed }) => isRevealed).map(({ id }) => id)
  const marked = Map.groupBy(await listMarked(trx, revealed), ({ attemptId }) => attemptId)
  for (const attempt of attempts) {
    const { id: attemptId, userId } = attempt
    await collectMistakes(trx, { userId, attemptId, questions: marked.get(attemptId) ?? [] }, now)
    if (isTold) await tellScore(trx, attempt, now)
  }
  await markSettled(
    trx,
    attempts.map(({ id }) => id),
    now,
  )
  return attempts.length
}
