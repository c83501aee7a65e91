import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { notDraft } from '#server/backend/db/predicates.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { type AnswersRevealed, PaperState } from '#shared/contract/enums.ts'
import type { NewQuestion } from '#shared/contract/staff-exam.ts'

/** What the office sets of a paper. */
export interface PaperSettings {
  readonly title: string
  readonly intro: string
  readonly productId: number | null
  readonly beginAt: Date | null
  readonly endAt: Date | null
  readonly durationMin: number | null
  readonly attemptsAllowed: number
  readonly reveal: AnswersRevealed
  readonly halfForPart: boolean
  readonly isShuffled: boolean
  readonly url: string | null
}

export interface StaffPaperRow extends PaperSettings {
  readonly id: number
  readonly courseName: string
  readonly state: PaperState
  readonly version: number
  readonly questionCount: number
  readonly totalScore: number
  readonly attempts: number
  readonly updatedAt: Date
  readonly publishedAt: Date | null
}

const columns = sql`p.id, p.title, p.intro, p.product_id, coalesce(c.name, '') as course_name, p.begin_at, p.end_at, p.duration_min, p.attempts_allowed,
  p.reveal, p.half_for_part, p.is_shuffled, p.url, p.state, p.version, p.question_count, p.total_score, p.updated_at, p.published_at,
  (select count(*)::int from exam_attempts a where a.paper_id = p.id) as attempts`

export interface PaperFilter {
  readonly state: number | undefined
  readonly productId: number | undefined
}

function papersOf({ state, productId }: PaperFilter): RawBuilder<unknown> {
  return sql`exam_papers p left join products c on c.id = p.product_id
    where (${state ?? null}::int is null or p.state = ${state ?? null}::int)
      and (${productId ?? null}::bigint is null or p.product_id = ${productId ?? null}::bigint)`
}

/** The last changed first. */
export async function listPapers(db: Database, filter: PaperFilter, page: PageInput): Promise<StaffPaperRow[]> {
  const { rows } = await sql<StaffPaperRow>`
    select ${columns} from ${papersOf(filter)} order by p.updated_at desc, p.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  return rows
}

export async function countPapers(db: Database, filter: PaperFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (select 1 from ${papersOf(filter)} limit ${sql.lit(countLimit)}) c`.execute(db)
  return rows[0]?.total ?? 0
}

export async function findPaper(db: Database, id: number): Promise<StaffPaperRow | undefined> {
  const { rows } = await sql<StaffPaperRow>`
    select ${columns} from exam_papers p left join products c on c.id = p.product_id where p.id = ${id}`.execute(db)
  return rows[0]
}

/** The same, held alone: nobody begins it or changes it until the transaction ends. */
export async function lockPaperAlone(trx: Database, id: number): Promise<StaffPaperRow | undefined> {
  // held first: what is read with it may have changed while this waited
  const { rows } = await sql`select 1 from exam_papers where id = ${id} for update`.execute(trx)
  return rows.length === 0 ? undefined : findPaper(trx, id)
}

/** Whether it is a course or programme that learners may have. */
export async function isProduct(db: Database, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from products p where p.id = ${id} and ${notDraft('p')}`.execute(db)
  return rows.length > 0
}

export async function insertPaper(
  trx: Database,
  settings: PaperSettings,
  by: number,
  now: Date,
): Promise<{ id: number; version: number }> {
  return trx
    .insertInto('examPapers')
    .values({ ...settings, state: PaperState.draft, createdBy: by, createdAt: now, updatedAt: now })
    .returning(['examPapers.id', 'examPapers.version'])
    .executeTakeFirstOrThrow()
}

/** Changes a paper that the caller holds; answers its next version. */
export async function updatePaper(
  trx: Database,
  id: number,
  values: Partial<PaperSettings> & { state?: PaperState; questionCount?: number; totalScore?: number },
  now: Date,
): Promise<number> {
  const { version } = await trx
    .updateTable('examPapers')
    .set((eb) => ({
      ...values,
      ...(values.state === PaperState.published ? { publishedAt: now } : {}),
      version: eb('examPapers.version', '+', 1),
      updatedAt: now,
    }))
    .where('examPapers.id', '=', id)
    .returning('examPapers.version')
    .executeTakeFirstOrThrow()
  return version
}

/** Puts these in the place of a paper's questions; only while nobody has begun it. */
export async function replaceQuestions(
  trx: Database,
  paperId: number,
  questions: readonly NewQuestion[],
): Promise<void> {
  await trx.deleteFrom('examQuestions').where('examQuestions.paperId', '=', paperId).execute()
  if (questions.length === 0) return
  await trx
    .insertInto('examQuestions')
    .values(
      questions.map(({ options, key, ...question }, sort) => ({
        ...question,
        paperId,
        sort,
        options: JSON.stringify(options),
        answer: JSON.stringify(key),
      })),
    )
    .execute()
}
