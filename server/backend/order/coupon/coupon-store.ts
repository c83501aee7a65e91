import { sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import { onSale } from '#server/backend/db/predicates.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'
import { LectureType, UserCouponState } from '#shared/contract/enums.ts'
import { type UserCouponRow, userCouponColumns } from './order-coupons-store.ts'

export interface CouponRow {
  id: number
  name: string
  note: string
  kind: number
  amountFen: number
  thresholdFen: number
  total: number | null
  claimed: number
  perUserLimit: number
  claimBeginAt: Date
  claimEndAt: Date
  validDays: number | null
  validEndAt: Date | null
  enabled: boolean
  forAll: boolean
  /** How many the caller has claimed; 0 for a visitor. */
  own: number
}

const noUser = 0

/** SQL: the columns of `CouponRow` of a coupon `c` for a learner. */
function couponColumns(userId: number | undefined) {
  return sql`c.id, c.name, c.note, c.kind, c.amount_fen, c.threshold_fen, c.total, c.claimed, c.per_user_limit, c.claim_begin_at, c.claim_end_at, c.valid_days, c.valid_end_at, c.enabled,
    not exists (select 1 from coupon_products x where x.coupon_id = c.id) as for_all,
    (select count(*)::int from user_coupons u where u.coupon_id = c.id and u.user_id = ${userId ?? noUser}) as own`
}

export async function findCoupon(db: Database, id: number, userId: number | undefined): Promise<CouponRow | undefined> {
  const { rows } =
    await sql<CouponRow>`select ${couponColumns(userId)} from coupons c where c.id = ${id} and c.enabled`.execute(db)
  return rows[0]
}

/** Coupons that everybody may claim and that aren't over, the largest first. */
export async function listOffers(db: Database, userId: number | undefined, now: Date): Promise<CouponRow[]> {
  const { rows } = await sql<CouponRow>`
    select ${couponColumns(userId)} from coupons c
    where c.enabled and c.is_public and c.claim_end_at > ${now} and (c.valid_end_at is null or c.valid_end_at > ${now})
    order by c.claim_begin_at > ${now}, c.amount_fen desc, c.id limit 50`.execute(db)
  return rows
}

export interface InviteRow {
  id: number
  couponId: number
  expiresAt: Date | null
  nickname: string | null
  headImg: string | null
}

/** An invitation by its code, with who invites. */
export async function findInvite(db: Database, code: string): Promise<InviteRow | undefined> {
  const { rows } = await sql<InviteRow>`
    select i.id, i.coupon_id, i.expires_at, u.nickname, u.head_img from coupon_invites i left join users u on u.id = i.inviter_id where i.code = ${code}`.execute(
    db,
  )
  return rows[0]
}

/** What of a wallet is shown: everything, or one state as it is at `now`. */
export type WalletPart = 'all' | 'unused' | 'used' | 'expired'

/** SQL: coupons of one part; one that waits in an unpaid order counts as unused. */
function partOf(part: WalletPart, now: Date) {
  if (part === 'used') return sql`u.state = ${sql.lit(UserCouponState.used)}`
  if (part === 'unused')
    return sql`(u.state = ${sql.lit(UserCouponState.locked)} or (u.state = ${sql.lit(UserCouponState.unused)} and u.valid_until > ${now}))`
  if (part === 'expired')
    return sql`(u.state = ${sql.lit(UserCouponState.expired)} or (u.state = ${sql.lit(UserCouponState.unused)} and u.valid_until <= ${now}))`
  return sql`true`
}

/** A page of a learner's wallet: what can be used first. */
export async function listWallet(
  db: Database,
  userId: number,
  { part, page, now }: { part: WalletPart; page: PageInput; now: Date },
): Promise<{ rows: UserCouponRow[]; total: number }> {
  const which = sql`u.user_id = ${userId} and ${partOf(part, now)}`
  const { rows } = await sql<UserCouponRow>`
    select ${userCouponColumns} from user_coupons u join coupons c on c.id = u.coupon_id where ${which}
    order by u.state, u.valid_until, u.id limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 from user_coupons u where ${which} limit ${sql.lit(countLimit)}) f`.execute(
    db,
  )
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Ids of the charged products on sale that a coupon is good for, system classes first, a page of them. */
export async function listCouponProducts(
  db: Database,
  couponId: number,
  forAll: boolean,
  page: PageInput,
): Promise<{ ids: number[]; total: number }> {
  const which = sql`${onSale('p')} and p.is_charge
    and ${forAll ? sql`true` : sql`exists (select 1 from coupon_products x where x.coupon_id = ${couponId} and x.product_id = p.id)`}`
  const { rows } = await sql<{ id: number }>`
    select p.id from products p where ${which} order by (p.lecture_type = ${sql.lit(LectureType.classSystem)}) desc, p.sort, p.id limit ${rowsOf(page)} offset ${offsetOf(page)}`.execute(
    db,
  )
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from (select 1 from products p where ${which} limit ${sql.lit(countLimit)}) f`.execute(
    db,
  )
  return { ids: rows.map(({ id }) => id), total: counted.rows[0]?.total ?? 0 }
}

/** Holds the coupon until the transaction ends: claims of one coupon go one after another, so that each sees those before it. */
export async function lockCoupon(trx: Database, id: number): Promise<void> {
  await sql`select id from coupons where id = ${id} for no key update`.execute(trx)
}

export interface Claim {
  readonly couponId: number
  readonly userId: number
  readonly source: string
  readonly inviteId: number | null
  readonly now: Date
}

/**
 * Takes one of a coupon for a learner. Answers its id; undefined when there is none left, it isn't the time, or the learner has
 * as many as one may have: then the transaction must be rolled back, because the number has been counted already.
 */
export async function insertUserCoupon(
  trx: Database,
  { couponId, userId, source, inviteId, now }: Claim,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with c as (
      update coupons set claimed = claimed + 1
       where id = ${couponId} and enabled and ${now}::timestamptz >= claim_begin_at and ${now}::timestamptz < claim_end_at and (total is null or claimed < total)
      returning id, per_user_limit, least(${now}::timestamptz + make_interval(days => valid_days), valid_end_at) as until_at)
    insert into user_coupons (coupon_id, user_id, claim_no, source, invite_id, claimed_at, valid_until)
    select c.id, ${userId}::bigint, n.k, ${source}, ${inviteId}::bigint, ${now}::timestamptz, c.until_at
      from c, lateral (select count(*)::int + 1 as k from user_coupons where coupon_id = ${couponId} and user_id = ${userId}) n
     where n.k <= c.per_user_limit and c.until_at > ${now}::timestamptz
    returning id`.execute(trx)
  return rows[0]?.id
}

/** What a product costs. */
export function findProductPrice(db: Database, id: number): Promise<{ id: number; priceFen: number } | undefined> {
  return db
    .selectFrom('products')
    .select(['products.id', 'products.priceFen'])
    .where('products.id', '=', id)
    .executeTakeFirst()
}
