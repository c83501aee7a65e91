import { type RawBuilder, sql } from 'kysely'
import { AnswersRevealed, AttemptState } from '#shared/contract/enums.ts'
import { examGraceMs } from '#shared/rules/exam-time.ts'

/** SQL: right answers of a paper `p` may be seen by who has handed it in: what is kept until the end is kept until its last learner's. */
function isRevealed(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(p.reveal = ${sql.lit(AnswersRevealed.afterHandingIn)} or (p.reveal = ${sql.lit(AnswersRevealed.afterEnd)}
    and p.end_at + make_interval(mins => coalesce((select max(v.extra_min) from exam_extensions v where v.paper_id = p.id), 0), secs => 10) < ${now}
    and not exists (select 1 from exam_attempts w where w.paper_id = p.id and w.state = ${sql.lit(AttemptState.answering)}
      and w.deadline_at >= ${new Date(now.getTime() - examGraceMs)})))`
}

function revealedTo(userId: number, now: Date): RawBuilder<unknown> {
  return sql`exam_attempts a join exam_papers p on p.id = a.paper_id
    where a.user_id = ${userId} and a.state <> ${sql.lit(AttemptState.answering)} and ${isRevealed(now)}`
}

/** SQL: an array of the papers whose answers somebody may see; for counting. */
export function revealedPapers(userId: number, now: Date): RawBuilder<number[]> {
  return sql`array(select distinct a.paper_id from ${revealedTo(userId, now)})`
}

/** SQL: the answers of a paper may be seen by somebody; for few rows. */
export function isPaperRevealed(paperId: string, userId: number, now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${revealedTo(userId, now)} and a.paper_id = ${sql.ref(paperId)})`
}
