import { type RawBuilder, sql } from 'kysely'
import type { Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import {
  type AttemptClosedBy,
  AttemptState,
  PaperState,
  QuestionKind,
  type UnsavedReason,
} from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import { classOf, mayMark, teachesPaper } from './mark-right-store.ts'

export interface TaughtPaperRow {
  id: number
  title: string
  courseName: string
  beginAt: Date | null
  endAt: Date | null
  durationMin: number | null
  questionCount: number
  totalScore: number
  state: PaperState
  answering: number
  waiting: number
  scored: number
}

function taughtPapers(session: Session): RawBuilder<unknown> {
  return sql`exam_papers p left join products c on c.id = p.product_id
    where p.state <> ${sql.lit(PaperState.draft)} and p.url is null and ${teachesPaper(session)}`
}

/** Papers of the caller's courses; what is to be marked first. */
export async function listTaughtPapers(db: Database, session: Session, page: PageInput): Promise<TaughtPaperRow[]> {
  const { rows } = await sql<TaughtPaperRow>`
    select x.*, t.* from (
      select p.id, p.product_id, p.title, coalesce(c.name, '') as course_name, p.begin_at, p.end_at, p.duration_min, p.question_count, p.total_score, p.state
      from ${taughtPapers(session)}) x
    cross join lateral (
      select count(*) filter (where a.state = ${sql.lit(AttemptState.answering)})::int as answering,
        count(*) filter (where a.state = ${sql.lit(AttemptState.handedIn)})::int as waiting,
        count(*) filter (where a.state = ${sql.lit(AttemptState.scored)})::int as scored
      from exam_attempts a join exam_papers p on p.id = a.paper_id left join ${classOf(sql`a.user_id`)} on true
      where a.paper_id = x.id and ${mayMark(session)}) t
    order by t.waiting > 0 desc, x.begin_at desc nulls last, x.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  return rows
}

export async function countTaughtPapers(db: Database, session: Session): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from ${taughtPapers(session)} limit ${sql.lit(countLimit)}) c`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** An attempt as who marks it sees it. */
export interface TaughtAttemptRow {
  id: number
  paperId: number
  userId: number
  title: string
  courseName: string
  scheduleName: string | null
  nickname: string
  headImg: string | null
  attemptNo: number
  state: AttemptState
  begunAt: Date
  deadlineAt: Date | null
  submittedAt: Date | null
  closedBy: AttemptClosedBy | null
  toMark: number
  score: number | null
  totalScore: number
  releasedAt: Date | null
  version: number
  objectiveScore: number | null
}

/** SQL: short answers of an attempt `a` that wait for somebody. */
const toMark = sql<number>`(select count(*)::int from exam_answers w join exam_questions q on q.id = w.question_id
  where w.attempt_id = a.id and q.kind = ${sql.lit(QuestionKind.shortAnswer)} and w.score is null)`

const columns = sql`a.id, a.paper_id, a.user_id, p.title, coalesce(c.name, '') as course_name, k.name as schedule_name, u.nickname, u.head_img, a.attempt_no,
  a.state, a.begun_at, a.deadline_at, a.submitted_at, a.closed_by, ${toMark} as to_mark, a.score, p.total_score, a.released_at, a.version, a.objective_score`

function attemptsTo(session: Session): RawBuilder<unknown> {
  return sql`exam_attempts a join exam_papers p on p.id = a.paper_id join users u on u.id = a.user_id left join products c on c.id = p.product_id
    left join ${classOf(sql`a.user_id`)} on true where ${mayMark(session)}`
}

export interface QueueFilter extends PageInput {
  readonly state: number
  readonly paperId: number | undefined
}

function queueOf(session: Session, { state, paperId }: QueueFilter): RawBuilder<unknown> {
  return sql`${attemptsTo(session)} and a.state = ${sql.lit(state)} and a.user_id <> ${session.userId}
    and (${paperId ?? null}::bigint is null or a.paper_id = ${paperId ?? null}::bigint)`
}

/** SQL: what waits longest first, as the index over it has it; of what is scored the newest. */
function orderOf({ state }: QueueFilter): RawBuilder<unknown> {
  if (state === AttemptState.handedIn) return sql`a.submitted_at, a.id`
  return state === AttemptState.scored ? sql`a.scored_at desc, a.id desc` : sql`a.begun_at, a.id`
}

/** What waits longest first; of what is scored the newest. */
export async function listQueue(db: Database, session: Session, filter: QueueFilter): Promise<TaughtAttemptRow[]> {
  const { rows } = await sql<TaughtAttemptRow>`
    select ${columns} from ${queueOf(session, filter)} order by ${orderOf(filter)} limit ${rowsOf(filter)} offset ${offsetOf(filter)}`.execute(
    db,
  )
  return rows
}

export async function countQueue(db: Database, session: Session, filter: QueueFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from ${queueOf(session, filter)} limit ${sql.lit(countLimit)}) c`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** One that the caller may mark, in whatever state; undefined for every other. */
export async function findTaught(db: Database, session: Session, id: number): Promise<TaughtAttemptRow | undefined> {
  const { rows } = await sql<TaughtAttemptRow>`select ${columns} from ${attemptsTo(session)} and a.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export interface UnsavedRow {
  questionId: number
  answer: ExamAnswer
  reason: UnsavedReason
  device: string
  receivedAt: Date
}

/** More than this nobody looks through. */
const mostUnsaved = 500

/** What was kept apart, the newest last. */
export async function listUnsaved(db: Database, attemptId: number): Promise<UnsavedRow[]> {
  const { rows } = await sql<UnsavedRow>`
    select v.question_id, v.answer, v.reason, v.device, v.received_at from exam_unsaved_answers v
    where v.attempt_id = ${attemptId} order by v.id desc limit ${sql.lit(mostUnsaved)}`.execute(db)
  return rows.reverse()
}

export interface Mark {
  readonly questionId: number
  readonly score: number
  readonly comment: string
}

/** Holds an attempt as it was read, waiting or scored: its next version; undefined when it isn't so any more. */
export async function claimToMark(
  trx: Database,
  { id, version, state }: { id: number; version: number; state: AttemptState },
): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    update exam_attempts set version = version + 1 where id = ${id} and version = ${version} and state = ${state}
    returning version`.execute(trx)
  return rows[0]?.version
}

/** Marks short answers of an attempt that the caller holds; answers how many of them there were. */
export async function writeMarks(
  trx: Database,
  attemptId: number,
  { marks, by }: { marks: readonly Mark[]; by: number },
  now: Date,
): Promise<number> {
  const { rows } = await sql`
    update exam_answers w set score = x.score, comment = nullif(x.comment, ''), marked_by = ${by}, marked_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as x("questionId" bigint, score int, comment text)
    join exam_questions q on q.id = x."questionId" and q.kind = ${sql.lit(QuestionKind.shortAnswer)} and x.score <= q.score
    where w.attempt_id = ${attemptId} and w.question_id = q.id and w.answer <> '{}'::jsonb returning w.question_id`.execute(
    trx,
  )
  return rows.length
}

/** What short answers of an attempt have by now. */
export async function listMarks(
  db: Database,
  attemptId: number,
  questionIds: readonly number[],
): Promise<{ questionId: number; score: number | null }[]> {
  const { rows } = await sql<{ questionId: number; score: number | null }>`
    select w.question_id, w.score from exam_answers w
    where w.attempt_id = ${attemptId} and w.question_id = any(${[...questionIds]}::bigint[]) order by w.question_id`.execute(
    db,
  )
  return rows
}

/** The score of an attempt that the caller holds and in which nothing waits any more. */
export async function writeScore(trx: Database, id: number, by: number, now: Date): Promise<number> {
  const { rows } = await sql<{ score: number }>`
    update exam_attempts a set state = ${sql.lit(AttemptState.scored)}, scored_at = ${now}, scored_by = ${by},
      score = (select coalesce(sum(w.score), 0)::int from exam_answers w where w.attempt_id = a.id)
    where a.id = ${id} returning a.score`.execute(trx)
  return rows[0]?.score ?? 0
}

/** Releases scored attempts that the caller may mark and whose score wasn't released yet; one, or all of a paper. */
export async function releaseScores(
  trx: Database,
  session: Session,
  { paperId, id }: { paperId: number; id: number | undefined },
  now: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update exam_attempts set released_at = ${now} where released_at is null and state = ${sql.lit(AttemptState.scored)} and id in (
      select a.id from ${attemptsTo(session)} and a.paper_id = ${paperId} and a.user_id <> ${session.userId}
        and (${id ?? null}::bigint is null or a.id = ${id ?? null}::bigint)) returning id`.execute(trx)
  return rows.map((row) => row.id).sort((one, other) => one - other)
}

/** A learner of a paper whom the caller may give more time. */
export interface ExtendedLearner {
  title: string
  courseName: string
  paperState: PaperState
  endAt: Date | null
  durationMin: number | null
  attemptsAllowed: number
  attemptsUsed: number
}

/** Somebody who takes the paper's course, or has begun the paper; held against changes of its questions. Undefined for who hasn't to do with it. */
export async function findExtended(
  trx: Database,
  session: Session,
  { paperId, userId }: { paperId: number; userId: number },
): Promise<ExtendedLearner | undefined> {
  const { rows } = await sql<ExtendedLearner>`
    select p.title, coalesce(c.name, '') as course_name, p.state as paper_state, p.end_at, p.duration_min, p.attempts_allowed,
      (select count(*)::int from exam_attempts a where a.paper_id = p.id and a.user_id = u.id) as attempts_used
    from exam_papers p join users u on u.id = ${userId} left join products c on c.id = p.product_id left join ${classOf(sql`u.id`)} on true
    where p.id = ${paperId} and p.state <> ${sql.lit(PaperState.draft)} and p.url is null and ${mayMark(session)}
      and (p.product_id is null or exists (select 1 from enrolments n where n.user_id = u.id and n.product_id = p.product_id)
        or exists (select 1 from exam_attempts a where a.paper_id = p.id and a.user_id = u.id))
    for key share of p`.execute(trx)
  return rows[0]
}

/** So many minutes in all. */
export async function saveExtension(
  trx: Database,
  extension: { paperId: number; userId: number; extraMin: number; reason: string; by: number },
  now: Date,
): Promise<void> {
  const { paperId, userId, extraMin, reason, by } = extension
  await sql`
    insert into exam_extensions (paper_id, user_id, extra_min, reason, created_by, created_at)
    values (${paperId}, ${userId}, ${extraMin}, ${reason}, ${by}, ${now})
    on conflict (paper_id, user_id) do update set extra_min = excluded.extra_min, reason = excluded.reason, created_by = excluded.created_by,
      created_at = excluded.created_at`.execute(trx)
}

/** Moves the end of an attempt that the caller holds. */
export async function moveDeadline(trx: Database, id: number, deadlineAt: Date): Promise<void> {
  await sql`update exam_attempts set deadline_at = ${deadlineAt}, version = version + 1 where id = ${id}`.execute(trx)
}
