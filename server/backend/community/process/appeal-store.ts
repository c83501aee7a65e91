import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'

export interface AppealRow {
  id: number
  decisionId: number
  userId: number
  userNickname: string
  words: string
  pictures: string[]
  at: Date
  dueAt: Date
  decidedBy: number | null
  decidedByNickname: string | null
  decidedAt: Date | null
  isWon: boolean | null
  answer: string | null
}

/** Undefined when the decision has been appealed before. */
export async function insertAppeal(
  trx: Database,
  {
    pictures,
    ...appeal
  }: {
    decisionId: number
    userId: number
    words: string
    pictures: readonly string[]
    at: Date
    dueAt: Date
  },
): Promise<number | undefined> {
  const row = await trx
    .insertInto('forumAppeals')
    .values({ ...appeal, pictures: JSON.stringify(pictures) })
    .onConflict((conflict) => conflict.column('decisionId').doNothing())
    .returning('forumAppeals.id')
    .executeTakeFirst()
  return row?.id
}

const columns = sql`a.id, a.decision_id, a.user_id, u.nickname as user_nickname, a.words, a.pictures, a.at, a.due_at, a.decided_by,
  s.nickname as decided_by_nickname, a.decided_at, a.is_won, a.answer`
const joins = sql`join users u on u.id = a.user_id left join users s on s.id = a.decided_by`

/** Open ones by when they are due; answered ones the newest first. Nobody's own. */
export async function listAppeals(
  db: Database,
  { userId, open }: { userId: number; open: boolean },
  page: PageInput,
): Promise<{ rows: AppealRow[]; total: number }> {
  const found = open
    ? sql`from forum_appeals a where a.decided_at is null and a.user_id <> ${userId}`
    : sql`from forum_appeals a where a.decided_at is not null and a.user_id <> ${userId}`
  const order = open ? sql`order by a.due_at, a.id` : sql`order by a.decided_at desc, a.id desc`
  const { rows } =
    await sql<AppealRow>`select ${columns} from (select a.* ${found} ${order} limit ${rowsOf(page)} offset ${offsetOf(page)}) a
    ${joins} ${order}`.execute(db)
  const total = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 ${found} limit ${countLimit}) f`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}

/** Which decision an appeal is about. */
export async function decisionOfAppeal(
  db: Database,
  id: number,
): Promise<{ decisionId: number; userId: number } | undefined> {
  return db
    .selectFrom('forumAppeals')
    .select(['forumAppeals.decisionId', 'forumAppeals.userId'])
    .where('forumAppeals.id', '=', id)
    .executeTakeFirst()
}

/** Answers an appeal once; false when it is answered. */
export async function answerAppeal(
  trx: Database,
  { id, userId, isWon, answer, now }: { id: number; userId: number; isWon: boolean; answer: string; now: Date },
): Promise<boolean> {
  const { rows } =
    await sql`update forum_appeals set decided_by = ${userId}, decided_at = ${now}, is_won = ${isWon}, answer = ${answer}
    where id = ${id} and decided_at is null returning id`.execute(trx)
  return rows.length > 0
}

/** Late appeals that nobody was reminded of, marked as reminded of. */
export async function takeLateAppeals(trx: Database, now: Date, most: number): Promise<number> {
  const { rows } = await sql`update forum_appeals set alerted_at = ${now} where id in (
    select id from forum_appeals where decided_at is null and due_at < ${now} and alerted_at is null order by due_at limit ${most} for update skip locked)
    returning id`.execute(trx)
  return rows.length
}
