import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { publishedPost } from '#server/backend/db/predicates.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import type { DecisionAct, ForumTarget } from '#shared/contract/enums.ts'

export interface NewReport {
  readonly caseId: number
  readonly reporterId: number
  readonly target: ForumTarget
  readonly targetId: number
  readonly clause: string
  readonly words: string
  readonly pictures: readonly string[]
  readonly at: Date
}

/** Undefined when they have reported this text before. */
export async function insertReport(trx: Database, { pictures, ...report }: NewReport): Promise<number | undefined> {
  const row = await trx
    .insertInto('forumReports')
    .values({ ...report, pictures: JSON.stringify(pictures) })
    .onConflict((conflict) => conflict.columns(['reporterId', 'target', 'targetId']).doNothing())
    .returning('forumReports.id')
    .executeTakeFirst()
  return row?.id
}

/** Whether somebody reported what a case is about. */
export async function isReporter(db: Database, caseId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('forumReports')
    .select('forumReports.id')
    .where('forumReports.caseId', '=', caseId)
    .where('forumReports.reporterId', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether somebody reported what a decision is about. */
export async function reportedDecided(db: Database, decisionId: number, userId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from forum_reports r join forum_cases k on k.id = r.case_id
    where k.decision_id = ${decisionId} and r.reporter_id = ${userId} limit 1`.execute(db)
  return rows.length > 0
}

export interface ReportRow {
  id: number
  caseId: number
  reporterId: number
  reporterNickname: string
  target: ForumTarget
  targetId: number
  clause: string
  words: string
  pictures: string[]
  at: Date
  toldAt: Date | null
}

/** Reports of one case are shown so far. */
const mostOfCase = 50

export async function listReportsOf(db: Database, caseId: number): Promise<ReportRow[]> {
  const { rows } =
    await sql<ReportRow>`select r.*, u.nickname as reporter_nickname from forum_reports r join users u on u.id = r.reporter_id
    where r.case_id = ${caseId} order by r.id limit ${sql.lit(mostOfCase)}`.execute(db)
  return rows
}

/** Reports of texts of others than `userId`, the newest first. */
export async function listReports(
  db: Database,
  { userId, reporterId }: { userId: number; reporterId?: number | undefined },
  page: PageInput,
): Promise<{ rows: ReportRow[]; total: number }> {
  const found = sql`from forum_reports r join forum_cases k on k.id = r.case_id where k.author_id <> ${userId}
    and (${reporterId ?? null}::bigint is null or r.reporter_id = ${reporterId ?? null}::bigint)`
  const { rows } = await sql<ReportRow>`select r.*, u.nickname as reporter_nickname from (select r.* ${found}
      order by r.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}) r join users u on u.id = r.reporter_id order by r.id desc`.execute(
    db,
  )
  const total = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 ${found} limit ${countLimit}) f`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}

/** A report to be told of, or that was. */
export interface OwnReportRow {
  id: number
  target: ForumTarget
  postId: number
  title: string
  clause: string
  words: string
  at: Date
  dueAt: Date
  toldAt: Date | null
  act: DecisionAct | null
  /** An appeal was won: what was told first no longer holds. */
  isOverturned: boolean
}

/** What somebody has reported, the newest first. The title is that of the post as long as everybody may see it. */
export async function listOwnReports(
  db: Database,
  userId: number,
  page: PageInput,
): Promise<{ rows: OwnReportRow[]; total: number }> {
  const found = sql`from forum_reports r where r.reporter_id = ${userId}`
  const { rows } =
    await sql<OwnReportRow>`select r.id, r.target, k.post_id, case when ${publishedPost('p')} then p.title else '' end as title,
      r.clause, r.words, r.at, k.due_at, r.told_at, case when r.told_at is not null then d.act end as act,
      d.overturned_at is not null as is_overturned
    from (select r.* ${found} order by r.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}) r
    join forum_cases k on k.id = r.case_id join forum_posts p on p.id = k.post_id left join forum_decisions d on d.id = k.decision_id
    order by r.id desc`.execute(db)
  const total = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 ${found} limit ${countLimit}) f`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}

/** Marks the reports that a decision answers as told, and says whose they are. */
export async function takeAnswered(
  trx: Database,
  decisionId: number,
  now: Date,
): Promise<{ id: number; reporterId: number; postId: number }[]> {
  const { rows } = await sql<{ id: number; reporterId: number; postId: number }>`
    update forum_reports r set told_at = ${now} from forum_cases k where k.id = r.case_id and k.decision_id = ${decisionId} and r.told_at is null
    returning r.id, r.reporter_id, k.post_id`.execute(trx)
  return rows
}

/** Who was told what came of their reports by this decision. */
export async function listTold(trx: Database, decisionId: number): Promise<number[]> {
  const { rows } = await sql<{ reporterId: number }>`select r.reporter_id from forum_reports r
    join forum_cases k on k.id = r.case_id where k.decision_id = ${decisionId} and r.told_at is not null`.execute(trx)
  return rows.map(({ reporterId }) => reporterId)
}

/** Whether a report or an appeal, other than one about `userId`'s own text, shows this picture. */
export async function isProof(db: Database, userId: number, url: string, ownerId: number): Promise<boolean> {
  const list = JSON.stringify([url])
  const { rows } = await sql`select 1 from forum_reports r join forum_cases k on k.id = r.case_id
      where r.reporter_id = ${ownerId} and r.pictures @> ${list}::jsonb and k.author_id <> ${userId}
    union all select 1 from forum_appeals a where a.user_id = ${ownerId} and a.pictures @> ${list}::jsonb limit 1`.execute(
    db,
  )
  return rows.length > 0
}
