import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { type AttemptClosedBy, AttemptState, type PaperState } from '#shared/contract/enums.ts'
import type { ExamLayout } from '#shared/contract/exam-fields.ts'
import { examGraceMs } from '#shared/rules/exam-time.ts'

/** An attempt as its calls need it. */
export interface AttemptRow {
  id: number
  paperId: number
  userId: number
  attemptNo: number
  state: AttemptState
  begunAt: Date
  deadlineAt: Date | null
  layout: ExamLayout
  leaseNo: number
  leaseDevice: string
  submittedAt: Date | null
  closedBy: AttemptClosedBy | null
  receiptNo: string | null
  answeredCount: number | null
  answersSha256: string | null
  score: number | null
  releasedAt: Date | null
  version: number
  /** Of its paper. */
  paperState: PaperState
  title: string
  questionCount: number
}

const columns = sql`a.id, a.paper_id, a.user_id, a.attempt_no, a.state, a.begun_at, a.deadline_at, a.layout, a.lease_no, a.lease_device, a.submitted_at,
  a.closed_by, a.receipt_no, a.answered_count, a.answers_sha256, a.score, a.released_at, a.version, p.state as paper_state, p.title, p.question_count`

/** A learner's own attempt, held until the transaction ends: whoever saves, hands in, takes over or closes it waits for each other. */
export async function lockOwnAttempt(trx: Database, userId: number, id: number): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    select ${columns} from exam_attempts a join exam_papers p on p.id = a.paper_id
    where a.id = ${id} and a.user_id = ${userId} for update of a`.execute(trx)
  return rows[0]
}

/** The one that is under way for the learner, held; undefined without one. */
export async function lockOpenAttempt(trx: Database, userId: number, paperId: number): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    select ${columns} from exam_attempts a join exam_papers p on p.id = a.paper_id
    where a.paper_id = ${paperId} and a.user_id = ${userId} and a.state = ${sql.lit(AttemptState.answering)} for update of a`.execute(
    trx,
  )
  return rows[0]
}

/** One by its number, else the last that isn't under way. */
export async function findAttempt(
  db: Database,
  userId: number,
  { paperId, attemptNo }: { paperId: number; attemptNo: number | undefined },
): Promise<AttemptRow | undefined> {
  const { rows } = await sql<AttemptRow>`
    select ${columns} from exam_attempts a join exam_papers p on p.id = a.paper_id
    where a.paper_id = ${paperId} and a.user_id = ${userId} and a.state <> ${sql.lit(AttemptState.answering)}
      and (${attemptNo ?? null}::int is null or a.attempt_no = ${attemptNo ?? null}::int)
    order by a.attempt_no desc limit 1`.execute(db)
  return rows[0]
}

export interface NewAttempt {
  readonly paperId: number
  readonly userId: number
  readonly attemptsAllowed: number
  readonly deadlineAt: Date | null
  readonly layout: ExamLayout
  readonly device: string
}

/** Begins the next attempt; false when one is under way by now, or all were used. */
export async function insertAttempt(trx: Database, attempt: NewAttempt, now: Date): Promise<boolean> {
  const { paperId, userId, attemptsAllowed, deadlineAt, layout, device } = attempt
  const { rows } = await sql`
    insert into exam_attempts (paper_id, user_id, attempt_no, state, begun_at, deadline_at, layout, lease_no, lease_device, lease_at)
    select ${paperId}::bigint, ${userId}::bigint, n.no, ${sql.lit(AttemptState.answering)}, ${now}, ${deadlineAt}::timestamptz, ${JSON.stringify(layout)}::jsonb, 0,
      ${device}, ${now}
    from (select coalesce(max(a.attempt_no), 0) + 1 as no from exam_attempts a where a.paper_id = ${paperId} and a.user_id = ${userId}) n
    where n.no <= ${attemptsAllowed}
    on conflict do nothing returning id`.execute(trx)
  return rows.length > 0
}

/** From now on this device writes. Answers the number of its lease. */
export async function takeLease(trx: Database, id: number, device: string, now: Date): Promise<number> {
  const { rows } = await sql<{ leaseNo: number }>`
    update exam_attempts set lease_no = lease_no + 1, lease_device = ${device}, lease_at = ${now} where id = ${id} returning lease_no`.execute(
    trx,
  )
  return rows[0]?.leaseNo ?? 0
}

/** Attempts whose time is over, the oldest first, held; those that somebody holds are left to them. */
export async function lockOverdue(trx: Database, most: number, now: Date): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select ${columns} from exam_attempts a join exam_papers p on p.id = a.paper_id
    where a.state = ${sql.lit(AttemptState.answering)} and a.deadline_at < ${new Date(now.getTime() - examGraceMs)}
    order by a.deadline_at, a.id limit ${most} for update of a skip locked`.execute(trx)
  return rows
}

/** When the next attempt that isn't over ends; undefined without one. */
export async function findNextDeadline(db: Database, now: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ deadlineAt: Date }>`
    select a.deadline_at from exam_attempts a
    where a.state = ${sql.lit(AttemptState.answering)} and a.deadline_at >= ${new Date(now.getTime() - examGraceMs)}
    order by a.deadline_at limit 1`.execute(db)
  return rows[0]?.deadlineAt
}

/** What an attempt ends with. */
export interface Closing {
  readonly id: number
  readonly submittedAt: Date
  readonly closedBy: AttemptClosedBy
  readonly receiptNo: string
  readonly answeredCount: number
  readonly answersSha256: string
  readonly objectiveScore: number
  /** Null while somebody has to mark. */
  readonly score: number | null
  readonly scores: readonly { readonly questionId: number; readonly score: number }[]
}

/** Ends attempts that the caller holds. */
export async function writeClosings(trx: Database, closings: readonly Closing[], now: Date): Promise<void> {
  const ends = closings.map(({ scores: _scores, ...end }) => end)
  await sql`
    update exam_attempts a set state = case when x.score is null then ${sql.lit(AttemptState.handedIn)} else ${sql.lit(AttemptState.scored)} end,
      submitted_at = x."submittedAt", closed_by = x."closedBy", receipt_no = x."receiptNo", answered_count = x."answeredCount",
      answers_sha256 = x."answersSha256", objective_score = x."objectiveScore", score = x.score,
      scored_at = case when x.score is null then null else ${now}::timestamptz end, version = a.version + 1
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as x(id bigint, "submittedAt" timestamptz, "closedBy" smallint, "receiptNo" text,
      "answeredCount" int, "answersSha256" text, "objectiveScore" int, score int)
    where a.id = x.id and a.state = ${sql.lit(AttemptState.answering)}`.execute(trx)
  const scores = closings.flatMap(({ id, scores }) => scores.map((one) => ({ id, ...one })))
  if (scores.length > 0)
    await sql`
      update exam_answers w set score = x.score
      from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as x(id bigint, "questionId" bigint, score int)
      where w.attempt_id = x.id and w.question_id = x."questionId"`.execute(trx)
}
