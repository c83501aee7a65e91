import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { CouponKind, LectureType, ProductStatus } from '#shared/contract/enums.ts'

interface SeedCoupon {
  name: string
  note: string
  kind: CouponKind
  yuan: number
  threshold: number
  total: number | null
  perUserLimit: number
  validDays: number
  isPublic: boolean
  /** Which products: all, or those of a lecture type, the first few. */
  only?: { lectureType: LectureType; count: number }
}

const list: readonly SeedCoupon[] = [
  {
    name: '新同学见面礼',
    note: '全部课程和系统班可用',
    kind: CouponKind.direct,
    yuan: 20,
    threshold: 0,
    total: null,
    perUserLimit: 1,
    validDays: 30,
    isPublic: true,
  },
  {
    name: '满 500 减 50',
    note: '',
    kind: CouponKind.fullReduction,
    yuan: 50,
    threshold: 500,
    total: 5000,
    perUserLimit: 1,
    validDays: 30,
    isPublic: true,
  },
  {
    name: '系统班专用券',
    note: '系统班报名立减',
    kind: CouponKind.fullReduction,
    yuan: 200,
    threshold: 2000,
    total: 800,
    perUserLimit: 1,
    validDays: 60,
    isPublic: true,
    only: { lectureType: LectureType.classSystem, count: 12 },
  },
  {
    name: '录播课尝鲜券',
    note: '限指定录播课',
    kind: CouponKind.fullReduction,
    yuan: 30,
    threshold: 99,
    total: 2000,
    perUserLimit: 2,
    validDays: 15,
    isPublic: true,
    only: { lectureType: LectureType.video, count: 40 },
  },
  {
    name: '直播课陪跑券',
    note: '限指定直播课',
    kind: CouponKind.fullReduction,
    yuan: 80,
    threshold: 600,
    total: 600,
    perUserLimit: 1,
    validDays: 30,
    isPublic: true,
    only: { lectureType: LectureType.live, count: 20 },
  },
  {
    name: '老同学续报券',
    note: '学完一门再报下一门',
    kind: CouponKind.fullReduction,
    yuan: 120,
    threshold: 1000,
    total: 1200,
    perUserLimit: 1,
    validDays: 90,
    isPublic: true,
  },
  {
    name: '朋友送的见面礼',
    note: '由已经在学的同学邀请领取',
    kind: CouponKind.direct,
    yuan: 60,
    threshold: 0,
    total: null,
    perUserLimit: 1,
    validDays: 30,
    isPublic: false,
  },
]

/** The codes of invitations that the demo school gives out. */
export const seedInviteCode = 'together'

const claimFrom = new Date('2026-01-01T00:00:00+08:00')
const claimUntil = new Date('2036-01-01T00:00:00+08:00')

/** Coupons to claim, and one that comes by invitation. Their times are far, because the template knows no today. */
export async function seedCoupons(trx: DatabaseTransaction): Promise<void> {
  for (const { yuan, threshold, only, ...coupon } of list) {
    const { id } = await trx
      .insertInto('coupons')
      .values({
        ...coupon,
        amountFen: yuan * 100,
        thresholdFen: threshold * 100,
        claimBeginAt: claimFrom,
        claimEndAt: claimUntil,
        createdAt: claimFrom,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (only) {
      const products = await trx
        .selectFrom('products')
        .select('products.id')
        .where('products.lectureType', '=', only.lectureType)
        .where('products.isCharge', '=', true)
        .where('products.priceFen', '>=', threshold * 100)
        .where('products.status', '=', ProductStatus.onSale)
        .orderBy('products.sort')
        .orderBy('products.id')
        .limit(only.count)
        .execute()
      await trx
        .insertInto('couponProducts')
        .values(products.map((product) => ({ couponId: id, productId: product.id })))
        .execute()
    }
    if (!coupon.isPublic) await trx.insertInto('couponInvites').values({ code: seedInviteCode, couponId: id }).execute()
  }
}
