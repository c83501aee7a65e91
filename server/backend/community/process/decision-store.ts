import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { publishedPost } from '#server/backend/db/predicates.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { type BanDays, DecisionAct, type ForumTarget } from '#shared/contract/enums.ts'

/** A decision as its row has it. */
export interface DecisionRow {
  id: number
  caseId: number | null
  act: DecisionAct
  target: ForumTarget | null
  targetId: number | null
  postId: number | null
  authorId: number
  title: string
  content: string
  textKey: string | null
  clause: string | null
  reason: string
  note: string
  banDays: BanDays | null
  byId: number
  at: Date
  tellAt: Date
  toldAt: Date | null
  takenBackAt: Date | null
  lapsedAt: Date | null
  overturnedAt: Date | null
}

export type NewDecision = Omit<DecisionRow, 'id' | 'toldAt' | 'takenBackAt' | 'lapsedAt' | 'overturnedAt'>

export async function insertDecision(trx: Database, decision: NewDecision): Promise<number> {
  const row = await trx
    .insertInto('forumDecisions')
    .values(decision)
    .returning('forumDecisions.id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function findDecision(db: Database, id: number): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`select d.* from forum_decisions d where d.id = ${id}`.execute(db)
  return rows[0]
}

/** A decision that nobody else changes until the transaction ends. */
export async function lockDecision(trx: Database, id: number): Promise<DecisionRow | undefined> {
  const { rows } = await sql<DecisionRow>`select d.* from forum_decisions d where d.id = ${id} for update`.execute(trx)
  return rows[0]
}

const untold = sql<boolean>`d.told_at is null and d.taken_back_at is null and d.lapsed_at is null`

/** Decisions whose time to be told has come, the oldest first. */
export async function listDue(db: Database, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select d.id from forum_decisions d where ${untold} and d.tell_at <= ${now}
    order by d.tell_at, d.id limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Says of a decision, once, what became of it; false when that is known. */
export async function endDecision(
  trx: Database,
  id: number,
  end: 'toldAt' | 'takenBackAt' | 'lapsedAt',
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('forumDecisions')
    .set({ [end]: now })
    .where('forumDecisions.id', '=', id)
    .where('forumDecisions.toldAt', 'is', null)
    .where('forumDecisions.takenBackAt', 'is', null)
    .where('forumDecisions.lapsedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function setOverturned(trx: Database, id: number, now: Date): Promise<void> {
  await trx.updateTable('forumDecisions').set({ overturnedAt: now }).where('forumDecisions.id', '=', id).execute()
}

/** A decision with the names that staff see. */
export interface NamedDecision extends DecisionRow {
  authorNickname: string
  byNickname: string
}

/** Decisions about somebody, about a text, or all; the newest first. */
export async function listDecisions(
  db: Database,
  { authorId, target, targetId }: { authorId?: number | undefined; target?: ForumTarget; targetId?: number },
  page: PageInput,
): Promise<{ rows: NamedDecision[]; total: number }> {
  const found = sql`from forum_decisions d where (${authorId ?? null}::bigint is null or d.author_id = ${authorId ?? null}::bigint)
    and (${target ?? null}::smallint is null or (d.target = ${target ?? null}::smallint and d.target_id = ${targetId ?? null}::bigint))`
  const { rows } = await sql<NamedDecision>`select d.*, u.nickname as author_nickname, s.nickname as by_nickname
    from (select d.* ${found} order by d.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}) d
    join users u on u.id = d.author_id join users s on s.id = d.by_id order by d.id desc`.execute(db)
  const total = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 ${found} limit ${countLimit}) f`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export async function findNamedDecision(db: Database, id: number): Promise<NamedDecision | undefined> {
  const { rows } = await sql<NamedDecision>`select d.*, u.nickname as author_nickname, s.nickname as by_nickname
    from forum_decisions d join users u on u.id = d.author_id join users s on s.id = d.by_id where d.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** What stands against somebody: told, and not overturned. */
export async function countRecord(
  db: Database,
  authorId: number,
): Promise<{ posts: number; refused: number; removed: number; warned: number; banned: number }> {
  const { rows } = await sql<{ posts: number; refused: number; removed: number; warned: number; banned: number }>`
    select (select count(*)::int from (select 1 from forum_posts p where p.user_id = ${authorId} and ${publishedPost('p')} limit 1000) n) as posts,
      count(*) filter (where d.act = ${sql.lit(DecisionAct.refuse)})::int as refused, count(*) filter (where d.act = ${sql.lit(DecisionAct.remove)})::int as removed,
      count(*) filter (where d.act = ${sql.lit(DecisionAct.warn)})::int as warned, count(*) filter (where d.ban_days is not null)::int as banned
    from forum_decisions d where d.author_id = ${authorId} and d.told_at is not null and d.overturned_at is null`.execute(
    db,
  )
  return rows[0] ?? { posts: 0, refused: 0, removed: 0, warned: 0, banned: 0 }
}

/** What is told of a decision to whom it is about, with the appeal and the ban. */
export interface OwnDecisionRow extends DecisionRow {
  banUntil: Date | null
  banIsActive: boolean | null
  appealWords: string | null
  appealPictures: string[] | null
  appealAt: Date | null
  appealDueAt: Date | null
  appealDecidedAt: Date | null
  appealIsWon: boolean | null
  appealAnswer: string | null
}

const ownColumns = (now: Date): RawBuilder<unknown> => sql`d.*, b.until_at as ban_until,
  (b.lifted_at is null and (b.until_at is null or b.until_at > ${now})) as ban_is_active,
  a.words as appeal_words, a.pictures as appeal_pictures, a.at as appeal_at, a.due_at as appeal_due_at, a.decided_at as appeal_decided_at,
  a.is_won as appeal_is_won, a.answer as appeal_answer`
const ownJoins = sql`left join forum_bans b on b.decision_id = d.id left join forum_appeals a on a.decision_id = d.id`

/** What was told to somebody about their own texts; what kept a report's text was about nobody's wrong. */
export async function listOwnDecisions(
  db: Database,
  userId: number,
  now: Date,
  page: PageInput,
): Promise<{ rows: OwnDecisionRow[]; total: number }> {
  const found = sql`from forum_decisions d where d.author_id = ${userId} and d.told_at is not null and d.act <> ${sql.lit(DecisionAct.keep)}`
  const { rows } = await sql<OwnDecisionRow>`select ${ownColumns(now)}
    from (select d.* ${found} order by d.id desc limit ${rowsOf(page)} offset ${offsetOf(page)}) d ${ownJoins} order by d.id desc`.execute(
    db,
  )
  const total = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 ${found} limit ${countLimit}) f`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}

export async function findOwnDecision(
  db: Database,
  userId: number,
  id: number,
  now: Date,
): Promise<OwnDecisionRow | undefined> {
  const { rows } = await sql<OwnDecisionRow>`select ${ownColumns(now)} from forum_decisions d ${ownJoins}
    where d.id = ${id} and d.author_id = ${userId} and d.told_at is not null and d.act <> ${sql.lit(DecisionAct.keep)}`.execute(
    db,
  )
  return rows[0]
}

/** What the author's news say of a text that was looked at. */
export async function insertReview(
  trx: Database,
  review: {
    target: 'post' | 'revision' | 'comment'
    targetId: number
    authorId: number
    result: number
    reason: string | null
    reviewerId: number
    at: Date
    decisionId: number
  },
): Promise<void> {
  await trx.insertInto('forumReviews').values(review).execute()
}
