import { type RawBuilder, sql } from 'kysely'
import { AnswersRevealed, AttemptState } from '#shared/contract/enums.ts'
import { examGraceMs } from '#shared/rules/exam-time.ts'

// What of a result may be seen, and when. A paper that keeps something back until its end keeps it until its last learner's end.

/** SQL: when a paper is over for everybody, those with more minutes and those who still write too, should its end have come nearer; null: never. */
export function lastEnd(paper: string): RawBuilder<Date | null> {
  const p = sql.ref(paper)
  return sql`case when ${p}.end_at is not null then greatest(
    ${p}.end_at + make_interval(mins => coalesce((select max(v.extra_min) from exam_extensions v where v.paper_id = ${p}.id), 0)),
    (select max(w.deadline_at) from exam_attempts w where w.paper_id = ${p}.id and w.state = ${sql.lit(AttemptState.answering)})) end`
}

function isPast(end: RawBuilder<unknown>, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(${end} is null or ${end} < ${new Date(now.getTime() - examGraceMs)})`
}

/** SQL: the score of an attempt `a` of a paper `p` with its `lastEnd` may be seen: when it was released, else at once or after the end. */
export function isScoreSeen(end: string, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(a.state = ${sql.lit(AttemptState.scored)}
    and (a.released_at is not null or p.reveal = ${sql.lit(AnswersRevealed.afterHandingIn)} or ${isPast(sql.ref(end), now)}))`
}

/** SQL: right answers of a paper `p` may be seen by who has handed it in. */
export function isRevealed(end: string, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(p.reveal = ${sql.lit(AnswersRevealed.afterHandingIn)}
    or (p.reveal = ${sql.lit(AnswersRevealed.afterEnd)} and ${sql.ref(end)} is not null and ${isPast(sql.ref(end), now)}))`
}

/** SQL: nothing more of a scored attempt `a` of a paper `p` will become visible by itself. */
export function isSettled(end: string, now: Date): RawBuilder<boolean> {
  return sql<boolean>`(p.reveal = ${sql.lit(AnswersRevealed.afterHandingIn)} or ${isPast(sql.ref(end), now)})`
}

/** SQL: attempts `a` of somebody that are handed in, of papers `p` whose answers they may see. */
function revealedTo(userId: number, now: Date): RawBuilder<unknown> {
  return sql`exam_attempts a join exam_papers p on p.id = a.paper_id cross join lateral (select ${lastEnd('p')} as last_end) z
    where a.user_id = ${userId} and a.state <> ${sql.lit(AttemptState.answering)} and ${isRevealed('z.last_end', now)}`
}

/** SQL: an array of the papers whose answers somebody may see; for counting. */
export function revealedPapers(userId: number, now: Date): RawBuilder<number[]> {
  return sql`array(select distinct a.paper_id from ${revealedTo(userId, now)})`
}

/** SQL: the answers of a paper may be seen by somebody; for few rows. */
export function isPaperRevealed(paperId: string, userId: number, now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from ${revealedTo(userId, now)} and a.paper_id = ${sql.ref(paperId)})`
}
