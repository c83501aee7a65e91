import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { AttemptClosedBy, AttemptState, type QuestionKind } from '#shared/contract/enums.ts'

export interface PaperFigures {
  people: number
  answering: number
  waiting: number
  scored: number
  closedByClock: number
  average: number | null
  highest: number | null
  lowest: number | null
}

/** How a paper went. */
export async function findFigures(db: Database, paperId: number): Promise<PaperFigures> {
  const { rows } = await sql<PaperFigures>`
    select count(distinct a.user_id)::int as people, count(*) filter (where a.state = ${sql.lit(AttemptState.answering)})::int as answering,
      count(*) filter (where a.state = ${sql.lit(AttemptState.handedIn)})::int as waiting,
      count(*) filter (where a.state = ${sql.lit(AttemptState.scored)})::int as scored,
      count(*) filter (where a.closed_by = ${sql.lit(AttemptClosedBy.clock)})::int as closed_by_clock,
      round(avg(a.score), 1)::float as average, max(a.score) as highest, min(a.score) as lowest
    from exam_attempts a where a.paper_id = ${paperId}`.execute(db)
  const [figures] = rows
  if (!figures) throw new Error('A count has one row.')
  return figures
}

/** Scored attempts by tenths of the total; all of it belongs to the last. */
export async function countTenths(db: Database, paperId: number): Promise<number[]> {
  const { rows } = await sql<{ tenth: number; count: number }>`
    select least(a.score * 10 / greatest(p.total_score, 1), 9)::int as tenth, count(*)::int as count
    from exam_attempts a join exam_papers p on p.id = a.paper_id where a.paper_id = ${paperId} and a.score is not null group by 1`.execute(
    db,
  )
  const counts = new Map(rows.map(({ tenth, count }) => [tenth, count]))
  return Array.from({ length: 10 }, (_, tenth) => counts.get(tenth) ?? 0)
}

export interface QuestionFiguresRow {
  id: number
  kind: QuestionKind
  stem: string
  score: number
  answered: number
  right: number
  average: number | null
  chosen: { key: number; count: number }[]
}

/** How each question went, over attempts that were handed in. */
export async function listQuestionFigures(db: Database, paperId: number): Promise<QuestionFiguresRow[]> {
  const { rows } = await sql<QuestionFiguresRow>`
    with done as (select a.id from exam_attempts a where a.paper_id = ${paperId} and a.state <> ${sql.lit(AttemptState.answering)})
    select q.id, q.kind, q.stem, q.score, coalesce(t.answered, 0) as answered, coalesce(t.full_marks, 0) as "right",
      case when n.total - coalesce(t.unmarked, 0) > 0 then round(coalesce(t.gained, 0)::numeric / (n.total - coalesce(t.unmarked, 0)), 1)::float end as average,
      coalesce(h.chosen, '[]'::jsonb) as chosen
    from exam_questions q cross join (select count(*)::int as total from done) n
    left join lateral (
      select count(*) filter (where w.answer <> '{}'::jsonb)::int as answered, count(*) filter (where w.score = q.score)::int as full_marks,
        count(*) filter (where w.score is null)::int as unmarked, sum(w.score)::int as gained
      from exam_answers w join done on done.id = w.attempt_id where w.question_id = q.id) t on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('key', c.key, 'count', c.count) order by c.key) as chosen from (
        select (o.value)::int as key, count(*)::int as count from exam_answers w join done on done.id = w.attempt_id,
          jsonb_array_elements_text(coalesce(w.answer -> 'options', '[]'::jsonb)) o
        where w.question_id = q.id group by 1) c) h on true
    where q.paper_id = ${paperId} order by q.sort`.execute(db)
  return rows
}
