import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { onePlan } from '#server/backend/db/one-plan.ts'
import type { QuestionKind } from '#shared/contract/enums.ts'
import type { ExamKey, ExamOption } from '#shared/contract/exam-fields.ts'

/** A question with its key: never leaves the server as it is. */
export interface QuestionRow {
  id: number
  paperId: number
  kind: QuestionKind
  stem: string
  picture: string | null
  options: ExamOption[]
  answer: ExamKey
  explanation: string
  score: number
}

/** The questions of papers, each paper's in their order. */
export async function listQuestions(db: Database, paperIds: readonly number[]): Promise<QuestionRow[]> {
  const { rows } = await sql<QuestionRow>`
    ${onePlan} select q.id, q.paper_id, q.kind, q.stem, q.picture, q.options, q.answer, q.explanation, q.score
    from exam_questions q where q.paper_id = any(${[...paperIds]}::bigint[]) order by q.paper_id, q.sort`.execute(db)
  return rows
}

/** Questions as far as answers depend on them. */
export interface QuestionShape {
  id: number
  paperId: number
  kind: QuestionKind
  optionKeys: number[]
  blankCount: number
}

export async function listShapes(db: Database, ids: readonly number[]): Promise<QuestionShape[]> {
  const { rows } = await sql<QuestionShape>`
    ${onePlan} select q.id, q.paper_id, q.kind, coalesce((select jsonb_agg(o -> 'key') from jsonb_array_elements(q.options) o), '[]'::jsonb) as option_keys,
      coalesce(jsonb_array_length(q.answer -> 'blanks'), 0) as blank_count
    from exam_questions q where q.id = any(${[...ids]}::bigint[])`.execute(db)
  return rows
}

/** Kinds of a paper in its order, with how many questions and what they give. */
export async function listParts(
  db: Database,
  paperId: number,
): Promise<{ kind: QuestionKind; count: number; score: number }[]> {
  const { rows } = await sql<{ kind: QuestionKind; count: number; score: number }>`
    select q.kind, count(*)::int as count, sum(q.score)::int as score from exam_questions q where q.paper_id = ${paperId}
    group by q.kind order by min(q.sort)`.execute(db)
  return rows
}

/** Those of the papers in which a part of the right options gives half. */
export async function findHalfForPart(db: Database, paperIds: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('examPapers')
    .select('examPapers.id')
    .where('examPapers.id', 'in', [...paperIds])
    .where('examPapers.halfForPart', '=', true)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
