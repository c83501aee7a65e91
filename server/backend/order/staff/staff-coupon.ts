import type * as z from 'zod/mini'
import type { Handler } from '#server/backend/http/binding.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CouponKind } from '#shared/contract/enums.ts'
import type { staffOrderApi } from '#shared/contract/staff-order.ts'
import { toFen } from '#shared/rules/money.ts'
import { ceilingOf, refuseAbove, refuseAboveDay } from '#server/backend/audit/ceilings.ts'
import { listProductIds, findBatch, insertCoupon, insertCouponProducts } from './staff-coupon-store.ts'

type CouponInput = z.output<(typeof staffOrderApi)['couponCreate']['input']>

/** What a coupon takes off and from where on, in fen; refused where its terms contradict each other. */
function checkTerms(input: CouponInput): { amountFen: number; thresholdFen: number } {
  const { amount, threshold, kind, claimBeginTime, claimEndTime, validDays, validEndTime } = input
  const amountFen = toFen(amount)
  const thresholdFen = toFen(threshold)
  if (amountFen === 0) throw new ApiError(Code.Toast, '优惠金额要大于 0')
  if (kind === CouponKind.fullReduction && thresholdFen < amountFen)
    throw new ApiError(Code.Toast, '满减券的门槛不能低于优惠金额')
  if (kind === CouponKind.direct && thresholdFen > 0) throw new ApiError(Code.Toast, '直减券没有门槛')
  if (claimEndTime <= claimBeginTime) throw new ApiError(Code.Toast, '领取结束时间要晚于开始时间')
  if (validDays === undefined && validEndTime === undefined) throw new ApiError(Code.Toast, '请填写有效天数或截止时间')
  if (validEndTime !== undefined && validEndTime <= claimBeginTime)
    throw new ApiError(Code.Toast, '截止时间要晚于领取开始时间')
  return { amountFen, thresholdFen }
}

const pickShown = ({ perUserLimit, isPublic }: Pick<CouponInput, 'perUserLimit' | 'isPublic'>) => ({
  perUserLimit,
  isPublic,
})

/** The products that a batch is good for, each once; none means all. */
async function checkProducts(trx: DatabaseTransaction, productIds: readonly number[]): Promise<number[]> {
  const ids = [...new Set(productIds)]
  if (ids.length === 0) return []
  const found = await listProductIds(trx, ids)
  if (found.length !== ids.length) throw new ApiError(Code.NotFound, '有的课程不存在')
  return ids
}

/** Makes a batch of coupons, once; what all of them are worth counts towards its maker's day. */
export const couponCreate: Handler<typeof staffOrderApi.couponCreate> = async (ctx, input, session) => {
  const {
    productIds,
    amount,
    threshold,
    claimBeginTime,
    claimEndTime,
    validDays,
    validEndTime,
    batchNo,
    kind,
    total,
    ...rest
  } = input
  const trx = ctx.db as DatabaseTransaction
  const known = await findBatch(trx, batchNo)
  if (known) {
    ctx.acts.unchanged()
    return known
  }
  const { amountFen, thresholdFen } = checkTerms(input)
  // what any number of people may claim is worth any sum
  if (total === undefined) throw new ApiError(Code.Toast, '请填写发放数量')
  const worthFen = amountFen * total
  refuseAbove(ceilingOf(ctx, session, 'couponFen'), amountFen, '每张优惠券的金额')
  refuseAbove(ceilingOf(ctx, session, 'couponBatchFen'), worthFen, '一批优惠券的总额')
  await refuseAboveDay(trx, ctx, session, {
    right: 'coupon.create',
    mostFen: ceilingOf(ctx, session, 'couponDayFen'),
    worthFen,
    doing: '创建优惠券',
  })
  const ids = await checkProducts(trx, productIds)
  const { id } = await insertCoupon(trx, {
    name: rest.name,
    note: rest.note,
    kind,
    amountFen,
    thresholdFen,
    total,
    perUserLimit: rest.perUserLimit,
    claimBeginAt: new Date(claimBeginTime),
    claimEndAt: new Date(claimEndTime),
    validDays: validDays ?? null,
    validEndAt: validEndTime === undefined ? null : new Date(validEndTime),
    isPublic: rest.isPublic,
    batchNo,
    createdBy: session.userId,
    createdAt: new Date(ctx.clock.now()),
  })
  if (ids.length > 0) await insertCouponProducts(trx, ids, id)
  const after = { batchNo, kind, amount, threshold, total, ...pickShown(rest), productIds: ids }
  await ctx.acts.record(trx, {
    action: 'coupon.create',
    subject: 'coupon',
    subjectId: id,
    detail: { batchNo, amount, threshold, total },
    after,
    worthFen,
  })
  return { id }
}
