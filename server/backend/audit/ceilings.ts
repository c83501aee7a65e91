import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import type { CeilingConfig } from '#server/config/staff-config.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import type { Right } from '#shared/contract/staff-rights.ts'
import { toYuan } from '#shared/rules/money.ts'
import { lockStaff, sumWorth } from './ceilings-store.ts'

type Ceiling = keyof Omit<CeilingConfig, 'adminFactor' | 'secondPersonFen'>

/** What somebody may give in fen: administrators a multiple of what others may. */
export function ceilingOf({ config }: Pick<CallContext, 'config'>, { isAdmin }: Session, ceiling: Ceiling): number {
  return config.ceilings[ceiling] * (isAdmin ? config.ceilings.adminFactor : 1)
}

/** Refuses one thing that is worth more than the ceiling, in words: `what` is 每张优惠券的金额 … */
export function refuseAbove(mostFen: number, worthFen: number, what: string): void {
  if (worthFen > mostFen) throw new ApiError(Code.Toast, `${what}不能超过 ¥${toYuan(mostFen)}`)
}

/** A ceiling of a day in Shanghai. */
export interface DailyCeiling {
  /** Under which its rows stand in the audit. */
  readonly right: Right
  readonly mostFen: number
  readonly worthFen: number
  /** In words: 赠送课程, 创建优惠券 … */
  readonly doing: string
}

/**
 * Refuses what would go above a member of staff's day, and says what is left. Counted from the audit rows, whose own
 * `worthFen` the caller writes in this transaction; the member's row is locked until then, so that of two calls at
 * once the second counts the first.
 */
export async function refuseAboveDay(
  trx: DatabaseTransaction,
  { clock }: Pick<CallContext, 'clock'>,
  { userId }: Session,
  ceiling: DailyCeiling,
): Promise<void> {
  const { right, mostFen, worthFen, doing } = ceiling
  await lockStaff(trx, userId)
  const today = new Date(shanghaiTime(shanghaiDay(clock.now()), 0))
  const sum = await sumWorth(trx, userId, right, today)
  const left = Math.max(0, mostFen - Number(sum?.used ?? 0))
  if (worthFen <= left) return
  throw new ApiError(Code.Toast, `您今天${doing}的总额不能超过 ¥${toYuan(mostFen)}，还剩 ¥${toYuan(left)}`)
}
