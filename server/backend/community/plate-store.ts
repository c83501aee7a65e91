import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Plate } from '#shared/contract/post.ts'
import { dayMs } from '#shared/rules/day-ms.ts'

interface PlateFilter {
  readonly id?: number
  readonly recommended?: true
}

/** Open plates in their order, each with all its posts and those of today (Asia/Shanghai). */
export async function listPlates(db: Database, now: number, { id, recommended }: PlateFilter = {}): Promise<Plate[]> {
  let query = db
    .selectFrom('forumPlates')
    .leftJoin('forumDayCounts', (join) =>
      join.onRef('forumDayCounts.plateId', '=', 'forumPlates.id').on('forumDayCounts.day', '=', shanghaiDay(now)),
    )
    .select([
      'forumPlates.id',
      'forumPlates.name',
      'forumPlates.icon',
      'forumPlates.description',
      'forumPlates.postCount',
      'forumDayCounts.posts',
    ])
    .where('forumPlates.enabled', '=', true)
    .orderBy('forumPlates.sort')
    .orderBy('forumPlates.id')
  if (id !== undefined) query = query.where('forumPlates.id', '=', id)
  if (recommended) query = query.where('forumPlates.isRecommended', '=', true)
  const rows = await query.execute()
  return rows.map(({ icon, description, posts, ...plate }) => ({
    ...plate,
    icon: icon || ([...plate.name][0] ?? ''),
    description: description ?? '',
    todayCount: posts ?? 0,
  }))
}

/** Throws code 404 for a plate that is unknown or closed. */
export async function getPlate(db: Database, id: number, now: number): Promise<Plate> {
  const [plate] = await listPlates(db, now, { id })
  if (!plate) throw new ApiError(Code.NotFound)
  return plate
}

/** Plates whose posts nobody sees. */
export async function listClosedPlateIds(db: Database): Promise<number[]> {
  const rows = await db
    .selectFrom('forumPlates')
    .select('forumPlates.id')
    .where('forumPlates.enabled', '=', false)
    .execute()
  return rows.map((row) => row.id)
}

/** All published posts of open plates, or of one: kept with each plate, so that nothing has to be counted. */
export async function countPlatePosts(db: Database, plateId: number | undefined): Promise<number> {
  let query = db
    .selectFrom('forumPlates')
    .select(({ fn }) => fn.sum<string | null>('forumPlates.postCount').as('total'))
    .where('forumPlates.enabled', '=', true)
  if (plateId !== undefined) query = query.where('forumPlates.id', '=', plateId)
  const row = await query.executeTakeFirst()
  return Number(row?.total ?? 0)
}

export interface ForumSummary {
  todayCount: number
  yesterdayCount: number
  allCount: number
}

/** Posts of today and of the day before, in Asia/Shanghai, and of all time. */
export async function summarise(db: Database, plateId: number | undefined, now: number): Promise<ForumSummary> {
  const today = shanghaiDay(now)
  const yesterday = shanghaiDay(now - dayMs)
  const { rows } = await sql<{ today: number; yesterday: number }>`
    select coalesce(sum(c.posts) filter (where c.day = ${today}::date), 0)::int as today,
      coalesce(sum(c.posts) filter (where c.day = ${yesterday}::date), 0)::int as yesterday
    from forum_plates p join forum_day_counts c on c.plate_id = p.id and c.day in (${today}::date, ${yesterday}::date)
    where p.enabled and (${plateId ?? null}::bigint is null or p.id = ${plateId ?? null}::bigint)`.execute(db)
  return {
    todayCount: rows[0]?.today ?? 0,
    yesterdayCount: rows[0]?.yesterday ?? 0,
    allCount: await countPlatePosts(db, plateId),
  }
}
