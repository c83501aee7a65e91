import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { AccountStatus } from '#shared/contract/enums.ts'

export interface Visitor {
  userId: number
  nickname: string
  headImg: string | null
  visitTime: number
}

/** Who looked at a user's page or posts last. */
export async function listVisitors(db: Database, ownerId: number, most: number): Promise<Visitor[]> {
  const rows = await db
    .selectFrom('forumVisits')
    .innerJoin('users', 'users.id', 'forumVisits.visitorId')
    .select(['users.id as userId', 'users.nickname', 'users.headImg', 'forumVisits.visitedAt'])
    .where('forumVisits.ownerId', '=', ownerId)
    .where('users.accountStatus', '=', AccountStatus.active)
    .where('users.showsVisits', '=', true)
    .orderBy('forumVisits.visitedAt', 'desc')
    .orderBy('forumVisits.visitorId')
    .limit(most)
    .execute()
  return rows.map(({ visitedAt, ...visitor }) => ({ ...visitor, visitTime: visitedAt.getTime() }))
}

/** Of each owner the latest are kept: the dozen that is shown, and more for those who close their account or switch it off. */
export const keptVisits = 60

/** Remembers when `visitorId` looked last; looking at one's own page is no visit, nobody can visit who isn't there, and who has switched it off isn't remembered. */
export async function saveVisit(trx: Database, ownerId: number, visitorId: number, at: Date): Promise<void> {
  if (ownerId === visitorId) return
  await sql`insert into forum_visits (owner_id, visitor_id, visited_at)
    select u.id, ${visitorId}, ${at} from users u where u.id = ${ownerId} and u.account_status = ${AccountStatus.active}
      and exists (select 1 from users v where v.id = ${visitorId} and v.shows_visits)
    on conflict (owner_id, visitor_id) do update set visited_at = excluded.visited_at`.execute(trx)
  await forgetOldVisits(trx, ownerId)
}

/** Who looked before the latest is forgotten; those that another call forgets at this moment are left to it. */
async function forgetOldVisits(trx: Database, ownerId: number): Promise<void> {
  await sql`delete from forum_visits where owner_id = ${ownerId} and visitor_id in (
      select visits.visitor_id from forum_visits visits join (
        select visitor_id from forum_visits where owner_id = ${ownerId} order by visited_at desc, visitor_id offset ${sql.lit(keptVisits)}
      ) old on old.visitor_id = visits.visitor_id
      where visits.owner_id = ${ownerId} for update of visits skip locked)`.execute(trx)
}

export async function countView(trx: Database, postId: number): Promise<void> {
  await trx
    .updateTable('forumPosts')
    .set({ viewCount: sql`view_count + 1` })
    .where('forumPosts.id', '=', postId)
    .execute()
}

/** Whether others see that somebody came by. */
export async function findVisitSetting(db: Database, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('users.showsVisits').where('users.id', '=', userId).executeTakeFirst()
  return row?.showsVisits ?? true
}

/** Switches it; off, what was kept until then goes, too. */
export async function setVisitSetting(trx: Database, userId: number, shows: boolean): Promise<void> {
  await trx.updateTable('users').set({ showsVisits: shows }).where('users.id', '=', userId).execute()
  if (!shows) await trx.deleteFrom('forumVisits').where('forumVisits.visitorId', '=', userId).execute()
}
