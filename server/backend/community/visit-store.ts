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
    .orderBy('forumVisits.visitedAt', 'desc')
    .orderBy('forumVisits.visitorId')
    .limit(most)
    .execute()
  return rows.map(({ visitedAt, ...visitor }) => ({ ...visitor, visitTime: visitedAt.getTime() }))
}

/** Remembers when `visitorId` looked last; looking at one's own page is no visit, and nobody can visit who isn't there. */
export async function saveVisit(trx: Database, ownerId: number, visitorId: number, at: Date): Promise<void> {
  if (ownerId === visitorId) return
  await sql`insert into forum_visits (owner_id, visitor_id, visited_at)
    select u.id, ${visitorId}, ${at} from users u where u.id = ${ownerId} and u.account_status = ${AccountStatus.active}
    on conflict (owner_id, visitor_id) do update set visited_at = excluded.visited_at`.execute(trx)
}

export async function countView(trx: Database, postId: number): Promise<void> {
  await trx
    .updateTable('forumPosts')
    .set({ viewCount: sql`view_count + 1` })
    .where('forumPosts.id', '=', postId)
    .execute()
}
