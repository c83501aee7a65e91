import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { CaseKind, ForumTarget, PostStatus } from '#shared/contract/enums.ts'

/** A case as it is decided upon. */
export interface CaseRow {
  id: number
  kind: CaseKind
  target: ForumTarget
  targetId: number
  postId: number
  plateId: number
  authorId: number
  openedAt: Date
  dueAt: Date
  claimedBy: number | null
  claimedUntil: Date | null
  decisionId: number | null
  closedAt: Date | null
}

/** A case as the queue shows it. */
export interface QueueRow extends CaseRow {
  title: string
  summary: string
  plateName: string
  authorNickname: string
  claimerNickname: string | null
  reports: number
}

/** Cases that somebody may look at: of these plates, or all (null); never those of their own texts. */
export interface QueueScope {
  readonly plateIds: readonly number[] | null
  readonly userId: number
}

export interface QueueFilter {
  readonly kind?: CaseKind | undefined
  readonly plateId?: number | undefined
  readonly after?: { readonly dueAt: Date; readonly id: number } | undefined
}

const columns = sql`k.id, k.kind, k.target, k.target_id, k.post_id, k.plate_id, k.author_id, k.opened_at, k.due_at, k.claimed_by,
  k.claimed_until, k.decision_id, k.closed_at`

function within({ plateIds, userId }: QueueScope): RawBuilder<boolean> {
  const ofPlates = plateIds === null ? sql<boolean>`true` : sql<boolean>`k.plate_id = any(${plateIds}::bigint[])`
  return sql<boolean>`k.closed_at is null and k.author_id <> ${userId} and ${ofPlates}`
}

/** The next open cases, what is due first first: an index is read as far as the page goes, however long the queue is. */
export async function listQueue(
  db: Database,
  scope: QueueScope,
  { kind, plateId, after }: QueueFilter,
  most: number,
): Promise<QueueRow[]> {
  // only what is asked, and how many as a number: the plan reads the index from where the page begins, and joins so few
  const asked = sql.join(
    [
      kind === undefined ? sql`` : sql`and k.kind = ${kind}`,
      plateId === undefined ? sql`` : sql`and k.plate_id = ${plateId}`,
      after === undefined ? sql`` : sql`and (k.due_at, k.id) > (${after.dueAt}::timestamptz, ${after.id}::bigint)`,
    ],
    sql` `,
  )
  const { rows } = await sql<QueueRow>`
    select ${columns}, case when k.target = 2 then v.title else p.title end as title, l.name as plate_name, u.nickname as author_nickname,
      w.nickname as claimer_nickname, case k.target when 3 then left(c.content, 200) when 2 then left(v.content_html, 2000) else p.summary end as summary,
      (select count(*)::int from forum_reports r where r.case_id = k.id) as reports
    from (select ${columns} from forum_cases k where ${within(scope)} ${asked} order by k.due_at, k.id limit ${sql.lit(most)}) k
    join forum_posts p on p.id = k.post_id join forum_plates l on l.id = k.plate_id join users u on u.id = k.author_id
    left join forum_post_revisions v on k.target = 2 and v.id = k.target_id left join forum_comments c on k.target = 3 and c.id = k.target_id
    left join users w on w.id = k.claimed_by
    order by k.due_at, k.id`.execute(db)
  return rows
}

/** How many are late, counted to `most`. */
export async function countOverdue(db: Database, scope: QueueScope, now: Date, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from
    (select 1 from forum_cases k where ${within(scope)} and k.due_at < ${now} limit ${most}) late`.execute(db)
  return rows[0]?.total ?? 0
}

export async function findCase(db: Database, id: number): Promise<QueueRow | undefined> {
  const { rows } = await sql<QueueRow>`
    select ${columns}, case when k.target = 2 then v.title else p.title end as title, l.name as plate_name, u.nickname as author_nickname,
      w.nickname as claimer_nickname, '' as summary, (select count(*)::int from forum_reports r where r.case_id = k.id) as reports
    from forum_cases k join forum_posts p on p.id = k.post_id join forum_plates l on l.id = k.plate_id join users u on u.id = k.author_id
    left join forum_post_revisions v on k.target = 2 and v.id = k.target_id left join users w on w.id = k.claimed_by
    where k.id = ${id}`.execute(db)
  return rows[0]
}

/** A case that nobody else changes until the transaction ends. Its post is held before it, as by everybody who writes. */
export async function lockCase(trx: Database, id: number): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`select ${columns} from forum_cases k where k.id = ${id} for update`.execute(trx)
  return rows[0]
}

/** Takes an open case for somebody; false when another one has it. */
export async function claimCase(
  trx: Database,
  { id, userId, now, until }: { id: number; userId: number; now: Date; until: Date },
): Promise<boolean> {
  const { rows } =
    await sql`update forum_cases set claimed_by = ${userId}, claimed_until = ${until} where id = ${id} and closed_at is null
    and (claimed_by is null or claimed_by = ${userId} or claimed_until <= ${now}) returning id`.execute(trx)
  return rows.length > 0
}

/** Gives a case back; false when it wasn't theirs. */
export async function releaseCase(trx: Database, id: number, userId: number): Promise<boolean> {
  const { rows } = await sql`update forum_cases set claimed_by = null, claimed_until = null
    where id = ${id} and claimed_by = ${userId} returning id`.execute(trx)
  return rows.length > 0
}

/** Ends the open cases of a text with a decision: the one that was decided, and reports of it, too. */
export async function closeCases(
  trx: Database,
  {
    caseId,
    target,
    targetId,
    decisionId,
    now,
  }: {
    caseId: number | null
    target: ForumTarget
    targetId: number
    decisionId: number
    now: Date
  },
): Promise<void> {
  await sql`update forum_cases set decision_id = ${decisionId}, closed_at = ${now}, claimed_by = null, claimed_until = null
    where closed_at is null and (id = ${caseId}::bigint or (kind = ${sql.lit(CaseKind.report)} and target = ${target} and target_id = ${targetId}))`.execute(
    trx,
  )
}

/** Opens again what a decision had ended, unless it is open by now or its text waits no longer. */
export async function reopenCases(trx: Database, decisionId: number): Promise<void> {
  await sql`update forum_cases k set decision_id = null, closed_at = null where k.decision_id = ${decisionId}
    and not exists (select 1 from forum_cases o where o.kind = k.kind and o.target = k.target and o.target_id = k.target_id and o.closed_at is null)
    and (k.kind = ${sql.lit(CaseKind.report)}
      or k.target = ${sql.lit(ForumTarget.post)} and exists (select 1 from forum_posts p where p.id = k.target_id and p.status = ${sql.lit(PostStatus.pending)} and p.deleted_at is null)
      or k.target = ${sql.lit(ForumTarget.revision)} and exists (select 1 from forum_post_revisions v join forum_posts p on p.id = v.post_id
        where v.id = k.target_id and v.status = ${sql.lit(PostStatus.pending)} and p.deleted_at is null)
      or k.target = ${sql.lit(ForumTarget.comment)} and exists (select 1 from forum_comments c join forum_posts p on p.id = c.post_id
        where c.id = k.target_id and c.status = ${sql.lit(PostStatus.pending)} and c.deleted_at is null and p.deleted_at is null))`.execute(
    trx,
  )
}

/** The open case of reports of a text, or a new one: it isn't held, so that who reports the same waits for nobody. */
export async function openReportCase(
  trx: Database,
  {
    target,
    targetId,
    postId,
    plateId,
    authorId,
    now,
    dueAt,
  }: {
    target: ForumTarget
    targetId: number
    postId: number
    plateId: number
    authorId: number
    now: Date
    dueAt: Date
  },
): Promise<number> {
  const open = await findReportCase(trx, target, targetId)
  if (open !== undefined) return open
  const { rows } = await sql<{ id: number }>`
    insert into forum_cases (kind, target, target_id, post_id, plate_id, author_id, opened_at, due_at)
    values (${sql.lit(CaseKind.report)}, ${target}, ${targetId}, ${postId}, ${plateId}, ${authorId}, ${now}, ${dueAt})
    on conflict (kind, target, target_id) where closed_at is null do nothing returning id`.execute(trx)
  // somebody else's first report came between
  const id = rows[0]?.id ?? (await findReportCase(trx, target, targetId))
  if (id === undefined) throw new Error('A report has no case.')
  return id
}

async function findReportCase(trx: Database, target: ForumTarget, targetId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select k.id from forum_cases k where k.kind = ${sql.lit(CaseKind.report)}
    and k.target = ${target} and k.target_id = ${targetId} and k.closed_at is null`.execute(trx)
  return rows[0]?.id
}

/** Late cases that nobody was reminded of, marked as reminded of. */
export async function takeLateCases(trx: Database, now: Date, most: number): Promise<number> {
  const { rows } = await sql`update forum_cases set alerted_at = ${now} where id in (
    select id from forum_cases where closed_at is null and due_at < ${now} and alerted_at is null order by due_at limit ${most} for update skip locked)
    returning id`.execute(trx)
  return rows.length
}
