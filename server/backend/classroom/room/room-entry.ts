import { findPlayCourse } from '#server/backend/classroom/lesson/choose-lesson.ts'
import { seatMember } from '#server/backend/classroom/chat/member-store.ts'
import { listMessages } from '#server/backend/classroom/chat/message-store.ts'
import { findTicket } from '#server/backend/classroom/chat/room-key.ts'
import { findScheduleNotice, readScheduleNotice } from '#server/backend/classroom/lesson/schedule-notice-store.ts'
import { isEvaluationOpen } from '#server/backend/classroom/tools/evaluation-store.ts'
import { watermarkOf } from '#server/backend/classroom/watch/lesson-film.ts'
import { noWatch } from '#server/backend/classroom/watch/open-watch.ts'
import { noAddress } from '#server/backend/classroom/watch/sign-address.ts'
import type { CallContext, Session } from '#server/backend/context/backend-context.ts'
import { inStep } from '#server/backend/db/in-step.ts'
import type { Handlers } from '#server/backend/http/binding.ts'
import { CheckCode, LiveStatus, PeriodKind } from '#shared/contract/enums.ts'
import type { EntryPart, RoomEntry, roomEntryApi } from '#shared/contract/room-entry.ts'
import { findAnswerLobby } from './answer-lobby.ts'
import { findReminder } from './class-reminder.ts'
import { type AskedLesson, type LessonVisit, visitLesson } from './lesson-visit.ts'
import { findLiveInfo, noLiveInfo } from './live-info.ts'
import { openPicture } from './open-picture.ts'
import { findHangings, nothingHangs } from './room-extras.ts'
import { findLobby } from './room-lobby.ts'
import { ensureLessonRoom } from './lesson-room.ts'
import { type RoomRow, roomStatus } from './room-store.ts'

/** As long as the page that the chat begins with. */
const historyLength = 50

/** What goes without saying of who may not be in the room. */
const outside = {
  ...noAddress,
  isReplay: false,
  videoOptions: null,
  groupId: null,
  ...noWatch,
  watchStartTime: { timeSec: 0 },
  ...nothingHangs,
  canEvaluate: false,
  reminder: null,
  me: null,
  chat: null,
  messages: null,
  classNotice: null,
  failed: [],
} satisfies Partial<RoomEntry>

const noRoom: RoomEntry = {
  ...outside,
  checkCode: CheckCode.noCourse,
  message: '没有找到这节课，可能已经下架',
  course: null,
  periodId: null,
  scheduleId: null,
  isFreeStudy: false,
  kind: null,
  liveInfo: noLiveInfo,
}

interface Inside {
  readonly visit: LessonVisit
  readonly room: RoomRow
  readonly session: Session
  readonly former: string | undefined
}

/** Runs parts of an entry: one that fails is logged and named, and the others don't suffer. */
function createParts({ log }: Pick<CallContext, 'log'>): {
  readonly failed: EntryPart[]
  part<T>(name: EntryPart, instead: T, work: () => Promise<T>): Promise<T>
} {
  const failed: EntryPart[] = []
  return {
    failed,
    async part(name, instead, work) {
      try {
        return await work()
      } catch (error) {
        log.error({ err: error, part: name }, 'a part of a room could not be had')
        failed.push(name)
        return instead
      }
    },
  }
}

/** After the class its chat is only read. */
async function chatOf(ctx: CallContext, { room, session }: Inside, isOver: boolean): Promise<RoomEntry['chat']> {
  if (isOver) return null
  try {
    const ticket = await findTicket(ctx, room, session)
    return ticket && { engine: ticket.engine, sign: ticket.sign, appId: ticket.appId, lastSeq: room.lastSeq }
  } catch (error) {
    ctx.log.error({ err: error }, 'no ticket to the chat of a room could be had')
    return null
  }
}

/** Whoever passed the check of a lesson that isn't free is of its class. */
async function classNoticeOf(
  ctx: CallContext,
  { visit: { lesson, access }, session }: Inside,
  now: Date,
): Promise<RoomEntry['classNotice']> {
  if (lesson.scheduleId === null) return null
  const isOfClass = access.isStaff || !lesson.isFreeStudy
  const found = isOfClass
    ? await readScheduleNotice(ctx.db, lesson.scheduleId)
    : await findScheduleNotice(ctx.db, lesson.scheduleId, session, now)
  return found ?? null
}

async function inside(ctx: CallContext, entering: Inside, now: Date): Promise<Partial<RoomEntry>> {
  const { visit, room, session, former } = entering
  const { lesson, access } = visit
  const { member, phone } = await seatMember(ctx.db, room, { userId: session.userId, userType: access.userType }, now)
  const isOver = roomStatus(room, now.getTime()) === LiveStatus.ended
  const { failed, part } = createParts(ctx)
  const watermark = watermarkOf({ nickname: member.nickname, phone })
  const player = { userId: session.userId, former, isStaff: access.isStaff, watermark }
  const onlooker = { userId: session.userId, isStaff: access.isStaff }
  const [picture, hangings, canEvaluate, reminder, messages, classNotice, chat] = await Promise.all([
    part('picture', {}, () => openPicture(ctx, lesson, room, player)),
    part('hangings', nothingHangs, () => findHangings(ctx.db, room, onlooker, now)),
    part('evaluation', false, async () => !access.isStaff && isEvaluationOpen(ctx.db, lesson, session.userId, now)),
    part('reminder', null, async () => (access.isStaff ? null : findReminder(ctx.db, lesson, session.userId, now))),
    part('history', null, () => listMessages(ctx.db, room.groupId, { size: historyLength })),
    part('classNotice', null, () => classNoticeOf(ctx, entering, now)),
    chatOf(ctx, entering, isOver),
  ])
  const me = { ...member, userType: access.userType, isStaff: access.isStaff }
  return {
    ...picture,
    ...hangings,
    canEvaluate,
    reminder,
    messages,
    classNotice,
    chat,
    groupId: room.groupKey,
    me,
    failed,
  }
}

async function enter(
  ctx: CallContext,
  { watchId, ...asked }: AskedLesson & { readonly watchId?: string | undefined },
  session: Session,
): Promise<RoomEntry> {
  const now = new Date(ctx.clock.now())
  const visit = await visitLesson(ctx, asked, session)
  if (!visit || visit.lesson.kind === PeriodKind.video) return noRoom
  const { lesson, access, isIn } = visit
  const room = visit.room ?? (isIn ? await ctx.tx((trx) => ensureLessonRoom(trx, lesson, now)) : undefined)
  const [liveInfo, course] = await Promise.all([
    findLiveInfo(ctx.db, lesson, room, now),
    findPlayCourse(ctx.db, lesson.courseId),
  ])
  return {
    ...outside,
    checkCode: access.checkCode,
    message: access.message,
    course,
    periodId: lesson.periodId,
    scheduleId: lesson.scheduleId,
    isFreeStudy: lesson.isFreeStudy,
    kind: lesson.kind,
    liveInfo,
    ...(isIn && room ? await inside(ctx, { visit, room, session, former: watchId }, now) : {}),
  }
}

/** Coming into a class. */
export const roomEntryHandlers: Handlers<typeof roomEntryApi> = {
  entry: (ctx, asked, session) =>
    inStep(ctx.db, `entering ${asked.periodId} ${asked.scheduleId}`, () => enter(ctx, asked, session)),

  answerLobby: (ctx, { id }) => findAnswerLobby(ctx.db, id, new Date(ctx.clock.now())),

  lobby: (ctx, asked, session) => findLobby(ctx.db, { ...asked, userId: session?.userId }, new Date(ctx.clock.now())),
}
