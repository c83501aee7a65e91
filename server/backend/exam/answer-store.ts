import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { onePlan } from '#server/backend/db/one-plan.ts'
import type { UnsavedReason } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'

/** An answer as it stands. */
export interface AnswerRow {
  attemptId: number
  questionId: number
  answer: ExamAnswer
  isFlagged: boolean
  leaseNo: number
  seq: number
  savedAt: Date
  score: number | null
  comment: string | null
}

/** Answers of attempts. */
export async function listAnswers(db: Database, attemptIds: readonly number[]): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    ${onePlan} select w.attempt_id, w.question_id, w.answer, w.is_flagged, w.lease_no, w.seq, w.saved_at, w.score, w.comment
    from exam_answers w where w.attempt_id = any(${[...attemptIds]}::bigint[]) order by w.attempt_id, w.question_id`.execute(
    db,
  )
  return rows
}

/** An answer on its way, looked at and in one form. */
export interface CheckedAnswer {
  readonly questionId: number
  readonly answer: ExamAnswer
  readonly isFlagged: boolean
  readonly seq: number
}

/** Writes answers of an attempt that the caller holds; what stands there from a newer lease or with a higher number stays. */
export async function saveAnswers(
  trx: Database,
  attemptId: number,
  { answers, leaseNo }: { answers: readonly CheckedAnswer[]; leaseNo: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into exam_answers as w (attempt_id, question_id, answer, is_flagged, lease_no, seq, saved_at)
    select ${attemptId}::bigint, x."questionId", x.answer, x."isFlagged", ${leaseNo}::int, x.seq, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as x("questionId" bigint, answer jsonb, "isFlagged" boolean, seq bigint)
    on conflict (attempt_id, question_id) do update set answer = excluded.answer, is_flagged = excluded.is_flagged, lease_no = excluded.lease_no,
      seq = excluded.seq, saved_at = excluded.saved_at
      where (excluded.lease_no, excluded.seq) > (w.lease_no, w.seq)`.execute(trx)
}

/** What is kept of an attempt beside its answers: more is somebody who plays with us. */
const mostUnsaved = 500

/** Keeps answers that don't count, once each and at most 500 of an attempt; those that stand already aren't among them. */
export async function keepUnsaved(
  trx: Database,
  attemptId: number,
  {
    answers,
    leaseNo,
    device,
    reason,
  }: { answers: readonly CheckedAnswer[]; leaseNo: number; device: string; reason: UnsavedReason },
  now: Date,
): Promise<void> {
  await sql`
    insert into exam_unsaved_answers (attempt_id, question_id, answer, device, seq, reason, received_at)
    select ${attemptId}::bigint, x."questionId", x.answer, ${device}, x.seq, ${reason}::smallint, ${now}::timestamptz
    from (select *, row_number() over () as row_no
      from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as x("questionId" bigint, answer jsonb, seq bigint)) x
    where not exists (select 1 from exam_answers w where w.attempt_id = ${attemptId} and w.question_id = x."questionId"
      and w.lease_no = ${leaseNo} and w.seq >= x.seq)
      and (select count(*) from exam_unsaved_answers u where u.attempt_id = ${attemptId}) + x.row_no <= ${mostUnsaved}
    on conflict (attempt_id, question_id, device, seq) do nothing`.execute(trx)
}
