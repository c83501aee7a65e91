import { deviceName } from '#server/backend/account/sign-in/device-name.ts'
import type { CallContext } from '#server/backend/context/backend-context.ts'
import type { OtherPlayer } from '#shared/contract/play-fields.ts'
import { findOtherPlayer, insertWatch, openLeased } from './watch-store.ts'

/** A player that was opened, or one that must wait until its learner has taken over. */
export interface OpenedWatch {
  readonly watchId: string | null
  readonly otherPlayer: OtherPlayer | null
}

/** Of visitors nobody keeps anything; without anything to play no player is opened. */
export const noWatch: OpenedWatch = { watchId: null, otherPlayer: null }

interface Opening {
  readonly userId: number
  /** Null: the picture of a room for questions. */
  readonly lesson: { readonly periodId: number; readonly scheduleId: number | null } | null
  readonly roomId: number | null
  /** The player that the same page had before. */
  readonly former: string | undefined
  /** Of the room's staff: they see their class on as many screens as they need. */
  readonly isStaff: boolean
}

/** Opens a player: it plays at once unless another one of the account does. Of many that open at the same time one plays. */
export async function openWatch(
  ctx: CallContext,
  { userId, lesson, roomId, former, isStaff }: Opening,
): Promise<OpenedWatch> {
  await ctx.limits.take('playOpened', String(userId))
  const now = new Date(ctx.clock.now())
  const watchId = ctx.ids.uuid()
  const watch = {
    id: watchId,
    userId,
    periodId: lesson?.periodId ?? null,
    scheduleId: lesson?.scheduleId ?? null,
    roomId,
    device: deviceName(ctx.caller.userAgent),
  }
  if (isStaff) {
    await insertWatch(ctx.db, watch, now)
    return { watchId, otherPlayer: null }
  }
  const isHeld = await openLeased(ctx.db, watch, former, now)
  return { watchId, otherPlayer: isHeld ? null : await findOtherPlayer(ctx.db, userId) }
}
