import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'

/** What hangs in the rooms of a course from the first moment on. */
export interface DemoRoomContent {
  readonly notice: string
  readonly saleProductId: number | null
  readonly pendants: readonly {
    readonly type: string
    readonly title: string
    readonly img: string | null
    readonly url: string | null
    readonly refId: number | null
  }[]
  readonly activity: {
    readonly name: string
    readonly drawsPerUser: number
    readonly prizes: readonly {
      readonly name: string
      readonly img: string | null
      readonly kind: 'coupon' | 'goods'
      readonly refId: number | null
      readonly weight: number
      readonly stock: number | null
    }[]
  } | null
}

/** The key of `site_configs` under which it stands, by the course's id. */
export const demoRoomsKey = 'seedRooms'

interface OpenedLesson {
  readonly courseId: number
  readonly scheduleId: number | null
  readonly beginAt: Date | null
  readonly endAt: Date | null
}

/**
 * Fills a new room of the demo school: notice, pendants, what is sold, a lottery with a secret of its own. Rooms of other schools stay
 * empty until their staff hang something up. Call it once, in the transaction that made the room.
 */
export async function fillDemoRoom(
  trx: Database,
  roomId: number,
  { courseId, scheduleId, beginAt, endAt }: OpenedLesson,
): Promise<void> {
  const { rows } = await sql<{ content: DemoRoomContent | null }>`
    select c.value -> ${String(courseId)}::text as content from site_configs c join class_schedules k on k.id = ${scheduleId}::bigint and k.is_seed
    where c.config_key = ${demoRoomsKey}`.execute(trx)
  const content = rows[0]?.content
  if (!content || beginAt === null || endAt === null) return
  await sql`update live_rooms set notice = ${content.notice}, sale_product_id = ${content.saleProductId}::bigint where id = ${roomId}`.execute(
    trx,
  )
  const { activity } = content
  const activityId = activity && (await addActivity(trx, activity, { roomId, beginAt, endAt }))
  const pendants =
    activity && activityId
      ? [...content.pendants, { type: 'activity', title: activity.name, img: null, url: null, refId: activityId }]
      : content.pendants
  if (pendants.length > 0)
    await trx
      .insertInto('livePendants')
      .values(pendants.map((pendant) => ({ roomId, ...pendant })))
      .execute()
}

async function addActivity(
  trx: Database,
  { name, drawsPerUser, prizes }: NonNullable<DemoRoomContent['activity']>,
  place: { roomId: number; beginAt: Date; endAt: Date },
): Promise<number> {
  const secret = randomBytes(32).toString('hex')
  const { id } = await trx
    .insertInto('activities')
    .values({ name, drawsPerUser, secret, ...place })
    .returning('activities.id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('activityPrizes')
    .values(prizes.map((prize) => ({ activityId: id, ...prize })))
    .execute()
  return id
}
