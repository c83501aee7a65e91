import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { activeAccount } from '#server/backend/db/predicates.ts'
import type { ReviewMode } from '#shared/contract/enums.ts'

/** The plates that somebody moderates. */
export async function listModerated(db: Database, userId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('forumPlateModerators')
    .select('forumPlateModerators.plateId')
    .where('forumPlateModerators.userId', '=', userId)
    .execute()
  return rows.map(({ plateId }) => plateId)
}

export interface PlateRow {
  id: number
  name: string
  reviewMode: ReviewMode
  isOpen: boolean
  waiting: number
  moderators: { id: number; nickname: string }[]
}

/** All plates, closed ones too, with who moderates them and what waits there (counted to 1000). */
export async function listPlateRules(db: Database): Promise<PlateRow[]> {
  const { rows } = await sql<PlateRow>`
    select l.id, l.name, l.review_mode, l.enabled as is_open,
      (select count(*)::int from (select 1 from forum_cases k where k.plate_id = l.id and k.closed_at is null limit 1000) n) as waiting,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'nickname', u.nickname) order by m.named_at, u.id)
        from forum_plate_moderators m join users u on u.id = m.user_id where m.plate_id = l.id), '[]') as moderators
    from forum_plates l order by l.sort, l.id`.execute(db)
  return rows
}

export async function lockPlate(trx: Database, id: number): Promise<{ reviewMode: number } | undefined> {
  return trx
    .selectFrom('forumPlates')
    .select('forumPlates.reviewMode')
    .where('forumPlates.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function setReviewMode(trx: Database, id: number, reviewMode: ReviewMode): Promise<void> {
  await trx.updateTable('forumPlates').set({ reviewMode }).where('forumPlates.id', '=', id).execute()
}

/** Those of these people who are of the staff. */
export async function listStaffAmong(db: Database, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select u.id from users u where u.id = any(${userIds}::bigint[])
    and (u.is_admin or exists (select 1 from user_roles r where r.user_id = u.id))`.execute(db)
  return rows.map(({ id }) => id)
}

/** Names the moderators of a plate anew. */
export async function setModerators(
  trx: Database,
  { plateId, userIds, byId, now }: { plateId: number; userIds: readonly number[]; byId: number; now: Date },
): Promise<void> {
  await sql`delete from forum_plate_moderators where plate_id = ${plateId} and user_id <> all(${userIds}::bigint[])`.execute(
    trx,
  )
  await sql`insert into forum_plate_moderators (plate_id, user_id, named_at, named_by)
    select ${plateId}, u.id, ${now}, ${byId} from unnest(${userIds}::bigint[]) as u(id) on conflict do nothing`.execute(
    trx,
  )
}

/** Everybody who looks after all plates: who is told when something is late. */
export async function listReviewers(db: Database, roles: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select u.id from users u where ${activeAccount('u')}
    and exists (select 1 from user_roles r where r.user_id = u.id and r.role = any(${roles}::text[])) order by u.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
