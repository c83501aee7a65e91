import { mayEnterRoom } from '#server/backend/classroom/access/room-access.ts'
import { findRoom } from '#server/backend/classroom/room/room-store.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Database } from '#server/backend/db/database.ts'
import type { Draw } from '#shared/contract/activity.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { CheckCode } from '#shared/contract/enums.ts'
import {
  type ActivityRow,
  insertDraw,
  listDraws,
  listPrizes,
  lockDraws,
  type PrizeRow,
  returnPrize,
  takePrize,
} from './activity-store.ts'
import { drawNumber, pickPrize } from './draw-rule.ts'

const noPrize = { prizeId: null, name: '没有中奖', img: null }

const refuse = (message: string): ApiError => new ApiError(Code.Fail, message)

/** Only learners who are in the room draw: its staff could know more. */
async function checkPlayer(ctx: CallContext, { roomId }: ActivityRow, session: Session): Promise<void> {
  const room = roomId === null ? undefined : await findRoom(ctx.db, { id: roomId })
  const access = room && (await mayEnterRoom(ctx.db, session, room, new Date(ctx.clock.now())))
  if (access ? access.isStaff : session.isStaff) throw refuse('老师和助教不参加抽奖')
  if (access && access.checkCode !== CheckCode.pass) throw refuse(access.message)
}

/** Gives a coupon that was won. False when it can't be had (used up, over, or the learner has as many as one may have). */
export type GiveCoupon = (trx: Database, couponId: number, userId: number, now: Date) => Promise<boolean>

/** Takes the prize for the learner: what is used up isn't won. */
async function takeFor(
  trx: Database,
  { activityId, prize, userId }: { activityId: number; prize: PrizeRow; userId: number },
  giveCoupon: GiveCoupon,
  now: Date,
): Promise<boolean> {
  if (!(await takePrize(trx, activityId, prize.id))) return false
  if (prize.kind === 'goods' || prize.refId === null || (await giveCoupon(trx, prize.refId, userId, now))) return true
  await returnPrize(trx, prize.id)
  return false
}

/** One draw, in the transaction of the call. Secret, weights, who and which draw are settled before; the learner's page adds a value of its own. */
export async function drawPrize(
  ctx: CallContext,
  activity: ActivityRow,
  session: Session,
  { clientValue, giveCoupon }: { clientValue: string | null; giveCoupon: GiveCoupon },
): Promise<Draw> {
  const now = new Date(ctx.clock.now())
  const { userId } = session
  await checkPlayer(ctx, activity, session)
  if (now < activity.beginAt) throw refuse('抽奖还没有开始')
  if (now >= activity.endAt) throw refuse('抽奖已经结束')
  await lockDraws(ctx.db, activity.id, userId)
  const drawn = await listDraws(ctx.db, activity.id, userId)
  if (drawn.some(({ prizeId }) => prizeId !== null)) throw refuse('您已经中过奖，把机会留给其他同学')
  if (drawn.length >= activity.drawsPerUser) throw refuse('抽奖次数已用完')
  const drawNo = drawn.length + 1
  const number = drawNumber(activity.secret, { activityId: activity.id, userId, drawNo, clientValue })
  const picked = pickPrize(await listPrizes(ctx.db, activity.id), number)
  const prize =
    picked && (await takeFor(ctx.db, { activityId: activity.id, prize: picked, userId }, giveCoupon, now))
      ? picked
      : undefined
  if (
    !(await insertDraw(ctx.db, {
      activityId: activity.id,
      userId,
      drawNo,
      prizeId: prize?.id ?? null,
      now,
      clientValue,
    }))
  )
    throw refuse('抽奖次数已用完')
  if (!prize) return { ...noPrize, remainTimes: activity.drawsPerUser - drawNo, drawNo, number }
  return { prizeId: prize.id, name: prize.name, img: prize.img, remainTimes: 0, drawNo, number }
}
