import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { visitLesson } from '#server/backend/classroom/room/lesson-visit.ts'
import { findRoomActivity } from '#server/backend/classroom/room/room-extras-store.ts'
import type { activityApi } from '#shared/contract/activity.ts'
import { ApiError, Code } from '#shared/contract/codes.ts'
import { type ActivityRow, findActivity, listDraws, listPrizes, listWon } from './activity-store.ts'
import { drawPrize, type GiveCoupon } from './draw.ts'
import { commitmentOf, drawNumber, wholeWeight } from './draw-rule.ts'

interface Asked {
  readonly activityId?: number | undefined
  readonly periodId?: number | undefined
  readonly scheduleId?: number | undefined
}

/** A lottery by its id, or the one that is open (or comes) in a lesson's room. */
async function getActivity(
  ctx: CallContext,
  { activityId, periodId, scheduleId }: Asked,
  session: Session,
): Promise<ActivityRow> {
  const visit =
    activityId === undefined && periodId !== undefined
      ? await visitLesson(ctx, { periodId, scheduleId }, session)
      : undefined
  const id =
    activityId ?? (visit?.room ? await findRoomActivity(ctx.db, visit.room.id, new Date(ctx.clock.now())) : null)
  const activity = id === null ? undefined : await findActivity(ctx.db, id)
  if (!activity) throw new ApiError(Code.NotFound, '没有找到这个抽奖')
  return activity
}

const lotteryReads: Pick<Handlers<typeof activityApi>, 'detail' | 'myPrize'> = {
  async detail(ctx, asked, session) {
    const activity = await getActivity(ctx, asked, session)
    const now = ctx.clock.now()
    const prizes = await listPrizes(ctx.db, activity.id)
    const draws = await listDraws(ctx.db, activity.id, session.userId)
    const hasWon = draws.some(({ prizeId }) => prizeId !== null)
    const sum = prizes.reduce((total, { weight }) => total + weight, 0)
    return {
      id: activity.id,
      name: activity.name,
      begDate: activity.beginAt.getTime(),
      endDate: activity.endAt.getTime(),
      isOpen: activity.beginAt.getTime() <= now && now < activity.endAt.getTime(),
      prizes: prizes.map(({ id, name, img, weight, stock }) => ({
        id,
        name,
        img,
        odds: weight / wholeWeight,
        isLeft: stock === null || stock > 0,
      })),
      noPrizeOdds: Math.max(0, wholeWeight - sum) / wholeWeight,
      remainTimes: hasWon ? 0 : Math.max(0, activity.drawsPerUser - draws.length),
      commitment: commitmentOf(activity.secret),
      // NOTE: never before the end: whoever knows it knows every draw
      secret: now >= activity.endAt.getTime() ? activity.secret : null,
      draws: draws.map(({ drawNo, prizeId, clientValue, at }) => {
        const number = drawNumber(activity.secret, {
          activityId: activity.id,
          userId: session?.userId ?? 0,
          drawNo,
          clientValue,
        })
        return { drawNo, clientValue, number, prizeId, drawTime: at.getTime() }
      }),
    }
  },

  async myPrize(ctx, { activityId }, session) {
    const rows = await listWon(ctx.db, activityId, session.userId)
    return rows.map(({ at, ...prize }) => ({ ...prize, drawTime: at.getTime() }))
  },
}

/** Lotteries of rooms: published odds, a committed secret, one win a person. Coupons are given by whoever keeps them. */
export function createActivityHandlers(giveCoupon: GiveCoupon): Handlers<typeof activityApi> {
  return {
    ...lotteryReads,
    async lottery(ctx, { activityId, clientValue }, session) {
      const activity = await getActivity(ctx, { activityId }, session)
      return drawPrize(ctx, activity, session, { clientValue: clientValue ?? null, giveCoupon })
    },
  }
}
