import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { isPaperRevealed, revealedPapers } from '#server/backend/db/exam-seen-predicates.ts'
import { offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { type MistakeSource, MistakeState, type QuestionKind } from '#shared/contract/enums.ts'
import type { ExamKey, ExamOption } from '#shared/contract/exam-fields.ts'
import type { ReviewProgress } from './review-schedule.ts'

/** Nobody works off more than twenty a day: ten days of it are as good as any number behind them. */
const dueCounted = 200

/** A question of somebody's mistake book as it is shown. */
export interface MistakeRow {
  questionId: number
  paperId: number
  kind: QuestionKind
  stem: string
  picture: string | null
  options: ExamOption[]
  blankCount: number
  score: number
  paperTitle: string
  courseName: string
  state: MistakeState
  source: MistakeSource
  dueOn: string
  successes: number
  lapses: number
  createdAt: Date
}

export interface MistakeFilter {
  readonly userId: number
  readonly state: MistakeState
  readonly paperId?: number | undefined
}

/**
 * SQL: a mistake `m` is of one of the papers, or of the one that is asked for. What is listed is walked along by its day: `+ 0` keeps an
 * index by papers out of it, in which each paper would be looked for by itself.
 */
function isOf(papers: RawBuilder<unknown>, paperId: number | undefined): RawBuilder<unknown> {
  return paperId === undefined
    ? sql`m.paper_id + 0 = any(${papers})`
    : sql`m.paper_id = ${paperId}::bigint and ${paperId}::bigint = any(${papers})`
}

/** The page is chosen on the index first, and its questions looked up then. */
async function selectMistakes(
  db: Database,
  { userId, page }: { userId: number; page: RawBuilder<unknown> },
): Promise<MistakeRow[]> {
  const { rows } = await sql<MistakeRow>`
    with page as materialized (${page})
    select q.id as question_id, q.paper_id, q.kind, q.stem, q.picture, q.options, jsonb_array_length(coalesce(q.answer -> 'blanks', '[]')) as blank_count,
      q.score, p.title as paper_title, coalesce(c.name, '') as course_name, m.state, m.source, m.due_on, m.successes, m.lapses, m.created_at
    from page g join mistakes m on m.user_id = ${userId} and m.question_id = g.question_id
    join exam_questions q on q.id = m.question_id join exam_papers p on p.id = q.paper_id left join products c on c.id = p.product_id
    order by m.due_on, m.question_id`.execute(db)
  return rows
}

/** Mistakes in one state whose answers may be seen, those that are due soonest first. */
export function listMistakes(
  db: Database,
  { userId, state, paperId }: MistakeFilter,
  page: PageInput,
  now: Date,
): Promise<MistakeRow[]> {
  return selectMistakes(db, {
    userId,
    page: sql`select m.question_id from mistakes m
      where m.user_id = ${userId} and m.state = ${state} and ${isOf(revealedPapers(userId, now), paperId)}
      order by m.due_on, m.question_id limit ${rowsOf(page)} offset ${offsetOf(page)}`,
  })
}

/** SQL: mistakes `m` that come again by today. */
function due(userId: number, today: string): RawBuilder<unknown> {
  return sql`m.user_id = ${userId} and m.state = ${sql.lit(MistakeState.active)} and m.due_on <= ${today}::date`
}

/** What is asked today, what has waited longest first. */
export function listDue(
  db: Database,
  { userId, today, most }: { userId: number; today: string; most: number },
  now: Date,
): Promise<MistakeRow[]> {
  return selectMistakes(db, {
    userId,
    page: sql`select m.question_id from mistakes m
      where ${due(userId, today)} and ${isOf(revealedPapers(userId, now), undefined)} order by m.due_on, m.question_id limit ${most}`,
  })
}

/** How many there are in each state, and how many of them may be asked today, counted up to two hundred. */
export async function countBook(
  db: Database,
  { userId, today, paperId }: { userId: number; today: string; paperId?: number | undefined },
  now: Date,
): Promise<{ active: number; mastered: number; dismissed: number; due: number }> {
  const of = (state: MistakeState): RawBuilder<unknown> =>
    sql`coalesce(sum(m.mistakes) filter (where m.state = ${sql.lit(state)}), 0)::int`
  const isAmong = isOf(sql`(select papers from seen)::bigint[]`, paperId)
  const { rows } = await sql<{ active: number; mastered: number; dismissed: number; due: number }>`
    with seen as materialized (select ${revealedPapers(userId, now)} as papers)
    select ${of(MistakeState.active)} as active, ${of(MistakeState.mastered)} as mastered, ${of(MistakeState.dismissed)} as dismissed,
      (select count(*)::int from (
        select 1 from mistakes m where ${due(userId, today)} and ${isAmong} limit ${sql.lit(dueCounted)}) c) as due
    from mistake_counts m where m.user_id = ${userId} and ${isAmong}`.execute(db)
  return rows[0] ?? { active: 0, mastered: 0, dismissed: 0, due: 0 }
}

/** How many questions somebody has answered in the book since a moment. */
export async function countReviewed(db: Database, userId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct r.question_id)::int as count from mistake_reviews r
    where r.user_id = ${userId} and r.reviewed_at >= ${since} and r.client_key not like ${`${examKeyPrefix}%`}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Before the key of a review that was an exam's: no browser can send it. */
export const examKeyPrefix = 'exam:'

/** A question whose answers somebody may see, and where its repetition stands; null: it isn't in the book. */
export interface KnownQuestion {
  questionId: number
  paperId: number
  kind: QuestionKind
  options: ExamOption[]
  key: ExamKey
  explanation: string
  score: number
  halfForPart: boolean
  progress: ReviewProgress | null
}

type Joined = Omit<KnownQuestion, 'progress'> & { [K in keyof ReviewProgress]: ReviewProgress[K] | null }

function toKnown({
  state,
  dueOn,
  stability,
  difficulty,
  reps,
  lapses,
  successes,
  lastReviewedAt,
  ...rest
}: Joined): KnownQuestion {
  if (state === null || dueOn === null) return { ...rest, progress: null }
  const counts = { reps: reps ?? 0, lapses: lapses ?? 0, successes: successes ?? 0 }
  return { ...rest, progress: { state, dueOn, stability, difficulty, ...counts, lastReviewedAt } }
}

/** Locks the question in the book of its learner, so that of two answers the second finds the first; undefined when they may not see its answers. */
export async function lockQuestion(
  trx: Database,
  userId: number,
  questionId: number,
  now: Date,
): Promise<KnownQuestion | undefined> {
  // a statement of its own: what is read after the wait is what the first one left
  await sql`select 1 from mistakes m where m.user_id = ${userId} and m.question_id = ${questionId} for update`.execute(
    trx,
  )
  const { rows } = await sql<Joined>`
    select q.id as question_id, q.paper_id, q.kind, q.options, q.answer as key, q.explanation, q.score, p.half_for_part,
      m.state, m.due_on, m.stability, m.difficulty, m.reps, m.lapses, m.successes, m.last_reviewed_at
    from exam_questions q join exam_papers p on p.id = q.paper_id
    left join mistakes m on m.user_id = ${userId} and m.question_id = q.id
    where q.id = ${questionId} and ${isPaperRevealed('q.paper_id', userId, now)}`.execute(trx)
  const [row] = rows
  return row && toKnown(row)
}

/** Writes where the repetition of a question stands. */
export async function saveProgress(
  trx: Database,
  { userId, questionId, ...progress }: ReviewProgress & { userId: number; questionId: number },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('mistakes')
    .set({ ...progress, updatedAt: now })
    .where('mistakes.userId', '=', userId)
    .where('mistakes.questionId', '=', questionId)
    .execute()
}
