import * as z from 'zod/mini'
import { setting, type Values } from './setting.ts'

const whole = (byDefault: number, most: number) =>
  z.pipe(
    z._default(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), String(byDefault)),
    z.pipe(z.transform(Number), z.int().check(z.gte(0), z.lte(most))),
  )

/** Variables of what staff may give away, in yuan; 0 closes it. From SECOND_PERSON_FROM on, in yuan too, two persons decide. */
export const staffSettings = {
  COUPON_CEILING: setting(whole(500, 1_000_000), 'yuan that one coupon may take off; 0 gives none'),
  COUPON_BATCH_CEILING: setting(whole(50_000, 100_000_000), 'yuan that all coupons of a batch may take off together'),
  COUPON_DAILY_CEILING: setting(
    whole(100_000, 100_000_000),
    'yuan of the coupons that one member of staff makes in a day (Shanghai)',
  ),
  GIFT_DAILY_CEILING: setting(
    whole(20_000, 100_000_000),
    'yuan of the courses that one member of staff gives away in a day',
  ),
  OFFLINE_DAILY_CEILING: setting(
    whole(100_000, 100_000_000),
    'yuan of the money that one member of staff takes outside the site in a day',
  ),
  ADMIN_CEILING_FACTOR: setting(
    whole(5, 1000),
    'these ceilings are so many times higher for administrators; 0 closes them to them',
  ),
  SECOND_PERSON_FROM: setting(
    whole(1000, 100_000_000),
    'yuan of money that no order takes by itself (another amount, a second trade number) from which on two administrators decide; 0: always',
  ),
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

type Raw = Values<typeof staffSettings>

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
