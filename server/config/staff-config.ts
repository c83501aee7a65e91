import * as z from 'zod/mini'

const whole = (byDefault: number, most: number) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), String(byDefault)),
    z.pipe(z.transform(Number), z.int().check(z.gte(0), z.lte(most))),
  )

/** Variables of what staff may give away, in yuan; 0 closes it. From SECOND_PERSON_FROM on, in yuan too, two persons decide. */
export const staffVariables = {
  COUPON_CEILING: whole(500, 1_000_000),
  COUPON_BATCH_CEILING: whole(50_000, 100_000_000),
  COUPON_DAILY_CEILING: whole(100_000, 100_000_000),
  GIFT_DAILY_CEILING: whole(20_000, 100_000_000),
  OFFLINE_DAILY_CEILING: whole(100_000, 100_000_000),
  ADMIN_CEILING_FACTOR: whole(5, 1000),
  SECOND_PERSON_FROM: whole(1000, 100_000_000),
}

/**
 * How much a member of staff may give away or take outside the site, in fen; `adminFactor` times as much for
 * administrators.
 */
export interface CeilingConfig {
  /** Off by one coupon. */
  readonly couponFen: number
  /** Off by all coupons of a batch. */
  readonly couponBatchFen: number
  /** Off by all batches that one member makes in a day. */
  readonly couponDayFen: number
  /** Price of the courses that one member gives away in a day. */
  readonly giftDayFen: number
  /** Money that one member takes outside the site in a day. */
  readonly offlineDayFen: number
  readonly adminFactor: number
  /** Money that no order takes by itself is decided by two persons from so much on; 0: always. */
  readonly secondPersonFen: number
}

type Raw = { [K in keyof typeof staffVariables]: z.output<(typeof staffVariables)[K]> }

/** Reads the checked variables. */
export function readCeilings(raw: Raw): CeilingConfig {
  return {
    couponFen: raw.COUPON_CEILING * 100,
    couponBatchFen: raw.COUPON_BATCH_CEILING * 100,
    couponDayFen: raw.COUPON_DAILY_CEILING * 100,
    giftDayFen: raw.GIFT_DAILY_CEILING * 100,
    offlineDayFen: raw.OFFLINE_DAILY_CEILING * 100,
    adminFactor: raw.ADMIN_CEILING_FACTOR,
    secondPersonFen: raw.SECOND_PERSON_FROM * 100,
  }
}
