import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import { findCourseCards } from '#server/backend/catalogue/course/course-store.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import { findOwnOrder } from '#server/backend/order/checkout/own-order-store.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { CouponInfo, couponApi } from '#shared/contract/coupon.ts'
import { CouponState } from '#shared/contract/enums.ts'
import { toYuan } from '#shared/rules/money.ts'
import {
  type CouponRow,
  findCoupon,
  findInvite,
  findProductPrice,
  insertUserCoupon,
  type InviteRow,
  listCouponProducts,
  listOffers,
  listWallet,
  lockCoupon,
} from './coupon-store.ts'
import { type CouponUse, listCouponsFor, toUserCoupon } from './order-coupons.ts'

function stateOf(row: CouponRow, now: Date): CouponInfo['state'] {
  if (now < row.claimBeginAt) return CouponState.notStarted
  if (now >= row.claimEndAt || (row.validEndAt !== null && now >= row.validEndAt)) return CouponState.ended
  return row.total !== null && row.claimed >= row.total ? CouponState.soldOut : CouponState.claimable
}

function validText({ validDays, validEndAt }: CouponRow): string {
  const until = validEndAt === null ? '' : `${shanghaiDay(validEndAt.getTime() - 1)} 前有效`
  return validDays === null ? until : `领取后 ${validDays} 天内有效${until ? `，最晚 ${until}` : ''}`
}

function toCouponInfo(row: CouponRow, now: Date): CouponInfo {
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    kind: row.kind,
    amount: toYuan(row.amountFen),
    threshold: toYuan(row.thresholdFen),
    total: row.total,
    remaining: row.total === null ? null : row.total - row.claimed,
    received: row.own >= row.perUserLimit,
    state: stateOf(row, now),
    begDate: row.claimBeginAt.getTime(),
    endDate: row.claimEndAt.getTime(),
    validText: validText(row),
    forAll: row.forAll,
  }
}

/** A coupon that is there; otherwise code 404. */
async function getCoupon(db: Database, id: number | undefined, userId: number | undefined): Promise<CouponRow> {
  const row = id === undefined ? undefined : await findCoupon(db, id, userId)
  if (!row) throw new ApiError(Code.NotFound, '优惠券不存在')
  return row
}

/** What an invitation's address names: a code of ours, or else a coupon's id. One whose time is over is code 404. */
async function readInvite(
  db: Database,
  inviteId: string | undefined,
  now: Date,
): Promise<{ invite: InviteRow | undefined; couponId: number | undefined }> {
  if (inviteId === undefined || inviteId === '') return { invite: undefined, couponId: undefined }
  const invite = await findInvite(db, inviteId)
  if (invite?.expiresAt && invite.expiresAt <= now) throw new ApiError(Code.NotFound, '邀请已过期')
  return { invite, couponId: invite?.couponId ?? (/^[1-9]\d{0,14}$/.test(inviteId) ? Number(inviteId) : undefined) }
}

/** Why a claim found nothing to take. */
function refusalOf(row: CouponRow, now: Date): string {
  const state = stateOf(row, now)
  if (state === CouponState.notStarted) return '还没有开始领取'
  if (state === CouponState.ended) return '领取已经结束'
  if (row.own >= row.perUserLimit) return row.perUserLimit === 1 ? '您已经领过了' : `每人最多领 ${row.perUserLimit} 张`
  return '优惠券已领完'
}

export const couponHandlers: Handlers<typeof couponApi> = {
  async byMe(ctx, { status, ...page }, session) {
    const now = new Date(ctx.clock.now())
    const { rows, total } = await listWallet(ctx.db, session.userId, { part: status ?? 'all', page, now })
    return toPage(
      rows.map((row) => toUserCoupon(row, now)),
      total,
      page,
    )
  },

  async offers(ctx, _input, session) {
    const now = new Date(ctx.clock.now())
    return (await listOffers(ctx.db, session?.userId, now)).map((row) => toCouponInfo(row, now))
  },

  async products(ctx, { couponId, ...page }, session) {
    if (couponId === undefined) return { coupon: null, products: toPage([], 0, page) }
    const row = await getCoupon(ctx.db, couponId, session?.userId)
    const { ids, total } = await listCouponProducts(ctx.db, row.id, row.forAll, page)
    return {
      coupon: toCouponInfo(row, new Date(ctx.clock.now())),
      products: toPage(await findCourseCards(ctx.db, ids), total, page),
    }
  },

  async productSingle(ctx, input, session) {
    const now = new Date(ctx.clock.now())
    const { invite, couponId } = await readInvite(ctx.db, input.inviteId, now)
    const row = await getCoupon(ctx.db, couponId ?? input.couponId, session?.userId)
    const { ids } = await listCouponProducts(ctx.db, row.id, row.forAll, { pageNum: 1, pageSize: 1 })
    const [product] = await findCourseCards(ctx.db, ids)
    return {
      coupon: toCouponInfo(row, now),
      product: product ?? null,
      inviter: invite?.nickname ? { nickname: invite.nickname, headImg: invite.headImg } : null,
    }
  },

  async info(ctx, { couponId }, session) {
    return toCouponInfo(await getCoupon(ctx.db, couponId, session.userId), new Date(ctx.clock.now()))
  },

  async get(ctx, input, session) {
    const now = new Date(ctx.clock.now())
    const { invite, couponId } = await readInvite(ctx.db, input.inviteId, now)
    const row = await getCoupon(ctx.db, couponId ?? input.couponId, session.userId)
    // Those who can't have one don't make the others wait.
    if (stateOf(row, now) !== CouponState.claimable || row.own >= row.perUserLimit)
      throw new ApiError(Code.Fail, refusalOf(row, now))
    await lockCoupon(ctx.db, row.id)
    const userCouponId = await insertUserCoupon(ctx.db, {
      couponId: row.id,
      userId: session.userId,
      source: invite ? 'invite' : (input.source ?? 'page'),
      inviteId: invite?.id ?? null,
      now,
    })
    if (userCouponId === undefined)
      throw new ApiError(Code.Fail, refusalOf(await getCoupon(ctx.db, row.id, session.userId), now))
    return { userCouponId }
  },

  async listForOrder(ctx, { orderNo, productId }, session) {
    const now = new Date(ctx.clock.now())
    const use =
      orderNo === undefined ? await productUse(ctx.db, productId) : await orderUse(ctx.db, session.userId, orderNo)
    return use ? listCouponsFor(ctx.db, { userId: session.userId, order: use, now }) : []
  },
}

async function orderUse(db: Database, userId: number, orderNo: string): Promise<CouponUse> {
  const order = await findOwnOrder(db, userId, orderNo)
  return { orderId: order.id, productId: order.productId, baseFen: order.amountFen - order.ownedFen }
}

async function productUse(db: Database, productId: number | undefined): Promise<CouponUse | undefined> {
  if (productId === undefined) return undefined
  const product = await findProductPrice(db, productId)
  return product && { orderId: null, productId: product.id, baseFen: product.priceFen }
}
