import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { enrolled, everEnrolled } from '#server/backend/db/predicates.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { type AnswersRevealed, AttemptState, ExamStatus, MistakeState, PaperState } from '#shared/contract/enums.ts'
import { examGraceMs } from '#shared/rules/exam-time.ts'
import { isScoreSeen, lastEnd } from '#server/backend/db/exam-seen-predicates.ts'

/** A paper with what one learner has to do with it. */
export interface OwnExam {
  id: number
  title: string
  intro: string
  courseId: number | null
  courseName: string
  beginAt: Date | null
  /** The learner's own: with the minutes that they were given. */
  endAt: Date | null
  durationMin: number | null
  extraMin: number
  attemptsAllowed: number
  attemptsUsed: number
  questionCount: number
  totalScore: number
  reveal: AnswersRevealed
  halfForPart: boolean
  isShuffled: boolean
  url: string | null
  paperState: PaperState
  /** May begin: no course is needed, or its time of service runs. */
  isActive: boolean
  status: ExamStatus
  canBegin: boolean
  /** The best that may be seen. */
  score: number | null
  deadlineAt: Date | null
  submittedAt: Date | null
  /** Of the last attempt that is over. */
  lastAttemptNo: number | null
}

/** SQL: an attempt `a` is under way at `now`. */
export function isUnderWay(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(a.state = ${sql.lit(AttemptState.answering)} and (a.deadline_at is null or a.deadline_at >= ${new Date(now.getTime() - examGraceMs)}))`
}

/** SQL: papers with which a learner has to do: those that they may take, and those that they have begun. */
function ownPapers(userId: number, now: Date, paperId: number | undefined): RawBuilder<unknown> {
  const isOut =
    paperId === undefined
      ? sql`p.state = ${sql.lit(PaperState.published)}`
      : sql`p.id = ${paperId} and p.state <> ${sql.lit(PaperState.draft)}`
  return sql`(
    select p.id, true as is_active, u.created_at as since from exam_papers p join users u on u.id = ${userId} where ${isOut} and p.product_id is null
    union all
    select p.id, true, min(n.begin_at) from enrolments n join exam_papers p on p.product_id = n.product_id and ${isOut}
      where n.user_id = ${userId} and ${enrolled('n', now)} group by p.id
    union all
    select p.id, false, min(n.begin_at) from enrolments n join exam_papers p on p.product_id = n.product_id and ${isOut}
      where n.user_id = ${userId} and ${everEnrolled('n')} group by p.id having not bool_or(${enrolled('n', now)})
    union all
    select distinct a.paper_id, false, null::timestamptz from exam_attempts a where a.user_id = ${userId})`
}

/**
 * SQL: the exams `x` of a learner. What was over before they came isn't among them, and without a time of service only what they have begun, unless
 * one is asked for by its number.
 */
export function ownExams(userId: number, now: Date, paperId?: number): RawBuilder<unknown> {
  const isPublished = sql`p.state = ${sql.lit(PaperState.published)}`
  return sql`(
    select p.id, p.title, p.intro, p.product_id as course_id, coalesce(c.name, '') as course_name, p.begin_at, w.end_at, p.duration_min, w.extra_min,
      p.attempts_allowed, p.question_count, p.total_score, p.reveal, p.half_for_part, p.is_shuffled, p.url, p.state as paper_state, o.is_active,
      t.used as attempts_used, t.score, t.last_no as last_attempt_no, l.submitted_at, case when t.is_under_way then l.deadline_at end as deadline_at,
      case when t.is_under_way then ${sql.lit(ExamStatus.answering)}
        when t.used > 0 then case when t.score is not null and l.is_seen then ${sql.lit(ExamStatus.scored)} else ${sql.lit(ExamStatus.handedIn)} end
        when p.begin_at > ${now} then ${sql.lit(ExamStatus.notBegun)}
        when w.end_at <= ${now} then ${sql.lit(ExamStatus.missed)}
        else ${sql.lit(ExamStatus.open)} end as status,
      ${isPublished} and p.url is null and p.question_count > 0 and o.is_active and not t.is_under_way and t.used < p.attempts_allowed
        and (p.begin_at is null or p.begin_at <= ${now}) and (w.end_at is null or w.end_at > ${now}) as can_begin
    from (select q.id, bool_or(q.is_active) as is_active, min(q.since) as since from ${ownPapers(userId, now, paperId)} q
      where (${paperId ?? null}::bigint is null or q.id = ${paperId ?? null}::bigint) group by q.id) o
    join exam_papers p on p.id = o.id and p.state <> ${sql.lit(PaperState.draft)}
    left join products c on c.id = p.product_id
    cross join lateral (
      select p.end_at + make_interval(mins => y.extra_min) as end_at, y.extra_min
      from (select coalesce((select v.extra_min from exam_extensions v where v.paper_id = p.id and v.user_id = ${userId}), 0) as extra_min) y) w
    cross join lateral (select ${lastEnd('p')} as last_end) z
    cross join lateral (
      select count(*)::int as used, coalesce(bool_or(${isUnderWay(now)}), false) as is_under_way,
        max(a.score) filter (where ${isScoreSeen('z.last_end', now)}) as score, max(a.attempt_no) filter (where not ${isUnderWay(now)}) as last_no
      from exam_attempts a where a.paper_id = p.id and a.user_id = ${userId}) t
    left join lateral (
      select a.deadline_at, coalesce(a.submitted_at, case when not ${isUnderWay(now)} then a.deadline_at end) as submitted_at, ${isScoreSeen('z.last_end', now)} as is_seen
      from exam_attempts a where a.paper_id = p.id and a.user_id = ${userId} order by a.attempt_no desc limit 1) l on true
    where t.used > 0 or ${paperId ?? null}::bigint is not null or (o.is_active and (w.end_at is null or w.end_at > o.since))) x`
}

/** SQL: an exam `x` is handed in or missed. */
export const isOver = sql<boolean>`x.status in (${sql.lit(ExamStatus.handedIn)}, ${sql.lit(ExamStatus.scored)}, ${sql.lit(ExamStatus.missed)})`

/** What can be taken or is under way first, by its end; what hasn't begun, by its beginning; then what is over, the newest first. */
export async function listOwnExams(
  db: Database,
  userId: number,
  filter: PageInput & { readonly id?: number | undefined; readonly isOver: boolean | undefined },
  now: Date,
): Promise<OwnExam[]> {
  const wanted = filter.isOver ?? null
  const { rows } = await sql<OwnExam>`
    select x.* from ${ownExams(userId, now, filter.id)}
    where (${wanted}::boolean is null or (${isOver}) = ${wanted}::boolean)
    order by ${isOver}, x.status = ${sql.lit(ExamStatus.notBegun)},
      case when x.status = ${sql.lit(ExamStatus.notBegun)} then x.begin_at when not (${isOver}) then coalesce(x.deadline_at, x.end_at) end nulls last,
      case when ${isOver} then coalesce(x.submitted_at, x.end_at) end desc nulls last, x.id desc
    limit ${rowsOf(filter)} offset ${offsetOf(filter)}`.execute(db)
  return rows
}

/** How many are still to be taken and how many are over; `id`: of one paper alone. */
export async function countOwnExams(
  db: Database,
  userId: number,
  id: number | undefined,
  now: Date,
): Promise<{ open: number; over: number }> {
  const { rows } = await sql<{ open: number; over: number }>`
    select count(*) filter (where not c.is_over)::int as open, count(*) filter (where c.is_over)::int as over
    from (select ${isOver} as is_over from ${ownExams(userId, now, id)} limit ${sql.lit(countLimit)}) c`.execute(db)
  return rows[0] ?? { open: 0, over: 0 }
}

/** One paper as its learner sees it; undefined for who has nothing to do with it, and for drafts. */
export async function findOwnExam(db: Database, userId: number, id: number, now: Date): Promise<OwnExam | undefined> {
  const { rows } = await sql<OwnExam>`select x.* from ${ownExams(userId, now, id)}`.execute(db)
  return rows[0]
}

/** Questions in a learner's mistake book that are to be repeated: in all, and until a day. */
export async function countMistakes(
  db: Database,
  userId: number,
  day: string,
): Promise<{ mistakes: number; mistakesDue: number }> {
  const { rows } = await sql<{ mistakes: number; mistakesDue: number }>`
    select count(*)::int as mistakes, count(*) filter (where m.due_on <= ${day}::date)::int as mistakes_due
    from mistakes m where m.user_id = ${userId} and m.state = ${sql.lit(MistakeState.active)}`.execute(db)
  return rows[0] ?? { mistakes: 0, mistakesDue: 0 }
}
