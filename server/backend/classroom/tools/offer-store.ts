import type { Database } from '#server/backend/db/database.ts'
import { ProductStatus } from '#shared/contract/enums.ts'
import { detailUrl } from '#shared/rules/detail-url.ts'

/** What a room can be shown: a coupon, a course, a lottery of that room, the evaluation. */
export type OfferKind = 'coupon' | 'course' | 'activity' | 'evaluate'

export interface Offer {
  readonly kind: OfferKind
  readonly refId: number | null
  readonly title: string
  readonly url: string | null
}

/** Title and address of what is to be shown, from the tables; undefined when there is no such thing, or its time is over. */
export async function findOffer(
  db: Database,
  roomId: number,
  { kind, refId, now }: { kind: OfferKind; refId: number | null; now: Date },
): Promise<Offer | undefined> {
  if (kind === 'evaluate') return { kind, refId: null, title: '给这节课评个分', url: null }
  if (refId === null) return undefined
  if (kind === 'coupon') return couponOffer(db, refId, now)
  return kind === 'course' ? courseOffer(db, refId) : activityOffer(db, roomId, refId, now)
}

async function couponOffer(db: Database, refId: number, now: Date): Promise<Offer | undefined> {
  const row = await db
    .selectFrom('coupons')
    .select(['coupons.name'])
    .where('coupons.id', '=', refId)
    .where('coupons.enabled', '=', true)
    .where('coupons.claimEndAt', '>', now)
    .executeTakeFirst()
  return row && { kind: 'coupon', refId, title: row.name, url: `/coupon?couponId=${refId}` }
}

async function courseOffer(db: Database, refId: number): Promise<Offer | undefined> {
  const row = await db
    .selectFrom('products')
    .select(['products.name', 'products.lectureType'])
    .where('products.id', '=', refId)
    .where('products.status', '=', ProductStatus.onSale)
    .where('products.deletedAt', 'is', null)
    .executeTakeFirst()
  return row && { kind: 'course', refId, title: row.name, url: detailUrl(row.lectureType, refId) }
}

async function activityOffer(db: Database, roomId: number, refId: number, now: Date): Promise<Offer | undefined> {
  const row = await db
    .selectFrom('activities')
    .select(['activities.name'])
    .where('activities.id', '=', refId)
    .where('activities.roomId', '=', roomId)
    .where('activities.endAt', '>', now)
    .executeTakeFirst()
  return row && { kind: 'activity', refId, title: row.name, url: null }
}
