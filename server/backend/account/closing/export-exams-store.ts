import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { AnswersRevealed } from '#shared/contract/enums.ts'
import type { AnswerLine } from './export-exams.ts'

/** A learner's answers in exams, behind the one that was read last; what they gave only where it may be seen by now. */
export async function listExportedAnswers(
  db: Database,
  userId: number,
  after: AnswerLine | undefined,
  most: number,
): Promise<AnswerLine[]> {
  const { rows } = await sql<AnswerLine>`
    select w.attempt_id, w.question_id, p.title, a.attempt_no, q.stem, w.answer, w.saved_at,
      case when a.settled_at is not null and p.reveal <> ${sql.lit(AnswersRevealed.never)} then w.score end as score,
      case when a.settled_at is not null or a.released_at is not null then w.comment end as comment
    from exam_answers w join exam_attempts a on a.id = w.attempt_id join exam_papers p on p.id = a.paper_id join exam_questions q on q.id = w.question_id
    where a.user_id = ${userId} and (w.attempt_id, w.question_id) > (${after?.attemptId ?? 0}::bigint, ${after?.questionId ?? 0}::bigint)
    order by w.attempt_id, w.question_id limit ${most}`.execute(db)
  return rows
}
