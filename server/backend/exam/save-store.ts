import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { AttemptState, PaperState } from '#shared/contract/enums.ts'
import { examGraceMs } from '#shared/rules/exam-time.ts'
import type { CheckedAnswer } from './answer-store.ts'

/** A batch of answers on its way, looked at, without files. */
export interface WaitingSave {
  readonly attemptId: number
  readonly userId: number
  readonly device: string
  readonly leaseNo: number
  /** When it arrived. */
  readonly at: Date
  readonly answers: readonly CheckedAnswer[]
}

/** A batch that stands. */
export interface Standing {
  deadlineAt: Date | null
}

/**
 * Writes batches of many learners in one statement, each whole or not at all; undefined for those that can't be written just so: whoever
 * sent them isn't the writer, the time is over, or a question isn't of the paper. The attempts are held meanwhile, as everywhere.
 */
export async function saveMany(db: Database, saves: readonly WaitingSave[]): Promise<(Standing | undefined)[]> {
  const lines = saves.flatMap(({ answers, ...save }, index) =>
    answers.map((answer) => ({ index, total: answers.length, ...save, ...answer })),
  )
  const { rows } = await sql<{ index: number; deadlineAt: Date | null }>`
    with x as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as x(index int, total int, "attemptId" bigint, "userId" bigint, device text, "leaseNo" int,
        at timestamptz, "questionId" bigint, answer jsonb, "isFlagged" boolean, seq bigint)),
    a as materialized (
      select t.id, t.user_id, t.paper_id, t.state, t.deadline_at, t.lease_no, t.lease_device from exam_attempts t
      where t.id in (select x."attemptId" from x) order by t.id for update),
    fit as materialized (
      select x.*, a.deadline_at, count(*) over (partition by x.index) = x.total as is_whole
      from x join a on a.id = x."attemptId" and a.user_id = x."userId" and a.state = ${sql.lit(AttemptState.answering)} and a.lease_no = x."leaseNo"
        and a.lease_device = x.device and (a.deadline_at is null or a.deadline_at >= x.at - make_interval(secs => ${sql.lit(examGraceMs / 1000)}))
      join exam_papers p on p.id = a.paper_id and p.state = ${sql.lit(PaperState.published)}
      join exam_questions q on q.id = x."questionId" and q.paper_id = a.paper_id),
    put as (
      insert into exam_answers as w (attempt_id, question_id, answer, is_flagged, lease_no, seq, saved_at)
      select distinct on (f."attemptId", f."questionId") f."attemptId", f."questionId", f.answer, f."isFlagged", f."leaseNo", f.seq, f.at
      from fit f where f.is_whole order by f."attemptId", f."questionId", f.seq desc
      on conflict (attempt_id, question_id) do update set answer = excluded.answer, is_flagged = excluded.is_flagged, lease_no = excluded.lease_no,
        seq = excluded.seq, saved_at = excluded.saved_at where (excluded.lease_no, excluded.seq) > (w.lease_no, w.seq))
    select distinct f.index, f.deadline_at from fit f where f.is_whole`.execute(db)
  const standing = new Map(rows.map(({ index, deadlineAt }) => [index, { deadlineAt }]))
  return saves.map((_save, index) => standing.get(index))
}
