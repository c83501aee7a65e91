import type { Database } from '#server/backend/db/database.ts'
import { findCoupon, insertUserCoupon, lockCoupon } from './coupon-store.ts'

/** Gives a coupon that was won in a lottery. False when it can't be had (used up, over, or the learner has as many as one may have). */
export async function giveCoupon(trx: Database, couponId: number, userId: number, now: Date): Promise<boolean> {
  await lockCoupon(trx, couponId)
  const coupon = await findCoupon(trx, couponId, userId)
  if (!coupon || coupon.own >= coupon.perUserLimit || (coupon.total !== null && coupon.claimed >= coupon.total))
    return false
  if (now < coupon.claimBeginAt || now >= coupon.claimEndAt || (coupon.validEndAt !== null && now >= coupon.validEndAt))
    return false
  const given = await insertUserCoupon(trx, { couponId, userId, source: 'lottery', inviteId: null, now })
  // the lock holds everything that was looked at: this can't be, and must not count a coupon that nobody has
  if (given === undefined) throw new Error(`The coupon ${couponId} could not be given though it could be had.`)
  return true
}
