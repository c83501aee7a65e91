import { findCoachMedia } from './coach-store.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import type { Handler } from '#server/backend/http/binding.ts'
import type { Database } from '#server/backend/db/database.ts'
import { findLessonRoom, type LessonRow, type RoomRow } from '#server/backend/classroom/room/room-store.ts'
import { CheckCode, PeriodKind } from '#shared/contract/enums.ts'
import type { playApi, VodPlay } from '#shared/contract/play.ts'
import type { PlayCourse, PlayPeriod } from '#shared/contract/play-fields.ts'
import { type Access, checkAccess } from '#server/backend/classroom/access/access-check.ts'
import { type AskedLesson, chooseLesson, findPlayCourse } from '#server/backend/classroom/lesson/choose-lesson.ts'
import { filmAddress, filmLength, filmMode, findLessonFilm, findWatermark, toVideoOptions } from './lesson-film.ts'
import { findLessonSeconds } from './lesson-film-store.ts'
import { noWatch, openWatch } from './open-watch.ts'
import { listPlayPeriods } from '#server/backend/classroom/lesson/period-list.ts'
import { findProgress } from './progress-store.ts'
import { noAddress } from './sign-address.ts'

/** So near to its end a lesson counts as watched to its end: it begins anew. */
const endSec = 5

interface FilmVisit {
  readonly lesson: LessonRow | undefined
  readonly access: Access
  readonly course: PlayCourse | null
  readonly periods: PlayPeriod[]
}

/** The lesson that is asked for, whether this visitor may watch it, and what stands beside it. */
async function comeToLesson(
  ctx: CallContext,
  asked: AskedLesson,
  session: Session | undefined,
  now: Date,
): Promise<FilmVisit> {
  const lesson = await chooseLesson(ctx.db, asked, session?.userId, now)
  const access = await checkAccess(ctx.db, session, lesson, now)
  if (!lesson)
    return {
      lesson,
      access,
      course: asked.courseId === undefined ? null : await findPlayCourse(ctx.db, asked.courseId),
      periods: [],
    }
  return {
    lesson,
    access,
    course: await findPlayCourse(ctx.db, lesson.courseId),
    periods: await listPlayPeriods(ctx.db, lesson, session, now),
  }
}

/** What both calls show. */
function toFields({ lesson, access, course, periods }: FilmVisit) {
  const { checkCode, message } = access
  return {
    checkCode,
    message,
    course,
    periodId: lesson?.periodId ?? null,
    scheduleId: lesson?.scheduleId ?? null,
    isFreeStudy: lesson?.isFreeStudy ?? false,
    periods,
  }
}

function whyNothing(lesson: LessonRow): string {
  if (lesson.kind === PeriodKind.video) return '这节课的视频还在准备，请稍后再来'
  return lesson.kind === PeriodKind.live ? '这是直播课，回放出来后可以在这里看' : '这是录播直播课，请在上课时间进教室'
}

/** The second at which a learner goes on. */
async function findStart(
  db: Database,
  userId: number | undefined,
  periodId: number,
  length: number | null,
): Promise<number> {
  if (userId === undefined) return 0
  const { positionSec } = await findProgress(db, userId, periodId)
  return length !== null && positionSec >= length - endSec ? 0 : positionSec
}

/** Opens the film of a lesson that may be watched; the player has it only when no other one of the account plays. */
async function openFilm(
  ctx: CallContext,
  lesson: LessonRow,
  session: Session | undefined,
  former: string | undefined,
): Promise<Partial<VodPlay>> {
  const now = new Date(ctx.clock.now())
  const room: RoomRow | undefined = await findLessonRoom(ctx.db, lesson)
  const film = await findLessonFilm(ctx.db, lesson, room, now.getTime())
  if (!film) return { message: whyNothing(lesson) }
  const length = filmLength(await findLessonSeconds(ctx.db, lesson.periodId), film)
  const mode = filmMode(film, length)
  const watermark = await findWatermark(ctx.db, session?.userId)
  const openness = { isOpen: lesson.isFreeStudy }
  const start = await findStart(ctx.db, session?.userId, lesson.periodId, length)
  const opened = session
    ? await openWatch(ctx, { userId: session.userId, lesson, roomId: room?.id ?? null, former, isStaff: false })
    : noWatch
  return {
    ...opened,
    ...(opened.otherPlayer ? noAddress : filmAddress(ctx, film, mode, openness)),
    videoOptions: toVideoOptions(
      ctx,
      { title: lesson.title, coverImg: null, duration: length ?? 0, watermark, film, mode },
      openness,
    ),
    watchStartTime: { timeSec: start },
  }
}

export const vodPeriod: Handler<typeof playApi.vodPeriod> = async (ctx, { watchId, ...asked }, session) => {
  const visit = await comeToLesson(ctx, asked, session, new Date(ctx.clock.now()))
  const closed: VodPlay = {
    ...toFields(visit),
    ...noAddress,
    videoOptions: null,
    watchStartTime: { timeSec: 0 },
    ...noWatch,
  }
  if (!visit.lesson || visit.access.checkCode !== CheckCode.pass) return closed
  return { ...closed, ...(await openFilm(ctx, visit.lesson, session, watchId)) }
}

export const lesson: Handler<typeof playApi.lesson> = async (ctx, asked, session) => {
  const visit = await comeToLesson(ctx, asked, session, new Date(ctx.clock.now()))
  return {
    ...toFields(visit),
    name: visit.lesson?.title ?? '',
    hasCoach: visit.lesson !== undefined && (await findCoachMedia(ctx.db, visit.lesson.periodId)) !== null,
  }
}
