import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import { sayDue } from '#server/backend/classroom/room/demonstration.ts'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import { findLesson, type RoomRow } from '#server/backend/classroom/room/room-store.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { migrate, openDatabase } from '#server/backend/db/database.ts'
import { readConfig, sessionCookieNames } from '#server/config/config.ts'

/** Run as a process: writes a school's classes into the data folder of a site that doesn't run yet, and prints what is where. */

const minute = 60_000
const now = new Date()

/** What was written; the sessions are the values of people's cookies. */
export interface ClassroomData {
  /** The name of the cookie that holds a session. */
  readonly cookie: string
  readonly sessions: {
    readonly teacher: string
    readonly learner: string
    readonly watcher: string
    readonly third: string
    /** Has bought nothing yet. */
    readonly buyer: string
  }
  /** Rooms by their pages. */
  readonly live: string
  /** A class in which the learner has been for eight of ten minutes, and one that the clock ends soon, while the next is on. */
  readonly evening: string
  readonly closing: string
  /** A free class of tomorrow. */
  readonly later: string
  /** A paid class with homework that begins in twenty minutes; its teacher and the three others belong to it. */
  readonly coming: string
  /** A class that is still to be bought and begins in three quarters of an hour: the page of its course, and its room. */
  readonly offered: { readonly course: string; readonly room: string; readonly title: string; readonly begin: number }
  readonly film: string
  readonly ended: string
  readonly closed: string
  readonly unchosen: string
  /** Pages of the course that is sold in the live class, and of the one of which no class was chosen. */
  readonly sold: string
  readonly course: string
}

/** Somebody with a number of their own, without which a page asks for one, and their session. */
async function addUser(
  trx: DatabaseTransaction,
  nickname: string,
  last: number,
): Promise<{ id: number; session: string }> {
  const { id } = await trx
    .insertInto('users')
    .values({ nickname, phone: `1770000000${last}`, phoneIsReal: true })
    .returning('users.id')
    .executeTakeFirstOrThrow()
  const session = randomToken()
  await trx
    .insertInto('sessions')
    .values({
      userId: id,
      tokenHash: hashToken(session),
      channel: 'pcSite',
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + 86_400_000),
    })
    .execute()
  return { id, session }
}

async function addCourse(
  trx: DatabaseTransaction,
  name: string,
  priceFen: number,
  teacherId: number,
): Promise<{ id: number; scheduleId: number }> {
  const { id } = await trx
    .insertInto('products')
    .values({ lectureType: 1, name, isCharge: priceFen > 0, priceFen, status: 1, sort: 900_000 })
    .returning('products.id')
    .executeTakeFirstOrThrow()
  await trx.insertInto('productTeachers').values({ productId: id, teacherId, sort: 1 }).execute()
  const schedule = { productId: id, name: '晚班', beginDate: '2026-03-01', endDate: '2036-04-30', teacherId }
  const { id: scheduleId } = await trx
    .insertInto('classSchedules')
    .values(schedule)
    .returning('classSchedules.id')
    .executeTakeFirstOrThrow()
  return { id, scheduleId }
}

interface Lesson {
  readonly title: string
  readonly sequenceNo?: number
  readonly kind: 1 | 3
  /** Minutes from now. */
  readonly begin: number
  readonly end: number
  readonly isFree?: boolean
}

/** A lesson of a class, and its room, opened. */
async function addLesson(
  trx: DatabaseTransaction,
  course: { id: number; scheduleId: number },
  { title, sequenceNo = 1, kind, begin, end, isFree = true }: Lesson,
): Promise<RoomRow & { page: string }> {
  const film = await trx
    .selectFrom('mediaAssets')
    .select('mediaAssets.id')
    .where('mediaAssets.repeats', '=', true)
    .orderBy('mediaAssets.id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const period = {
    courseId: course.id,
    title,
    sequenceNo,
    kind,
    durationSec: (end - begin) * 60,
    isFreeStudy: isFree,
    mediaId: film.id,
  }
  const { id: periodId } = await trx
    .insertInto('periods')
    .values(period)
    .returning('periods.id')
    .executeTakeFirstOrThrow()
  const at = (minutes: number): Date => new Date(now.getTime() + minutes * minute)
  await trx
    .insertInto('schedulePeriods')
    .values({ scheduleId: course.scheduleId, periodId, beginAt: at(begin), endAt: at(end) })
    .execute()
  const lesson = await findLesson(trx, { periodId }, now)
  const room = lesson && (await ensureLessonRoom(trx, lesson, now))
  if (!room) throw new Error('The lesson has no room.')
  return { ...room, page: kind === 3 ? `/mind/play/${periodId}` : `/course/live/play/${periodId}` }
}

/** What the teacher of a class can show: a course, a coupon, a lottery in which everybody wins. */
async function furnish(trx: DatabaseTransaction, room: RoomRow, saleProductId: number): Promise<void> {
  const [begin, end] = [new Date(now.getTime() - minute), new Date(now.getTime() + 60 * minute)]
  await trx.updateTable('liveRooms').set({ saleProductId }).where('liveRooms.id', '=', room.id).execute()
  await trx
    .insertInto('coupons')
    .values({
      name: '课堂见面券',
      kind: 2,
      amountFen: 3000,
      total: 10,
      claimBeginAt: begin,
      claimEndAt: end,
      validDays: 7,
      isPublic: true,
      createdAt: now,
    })
    .execute()
  const draw = {
    name: '随堂抽奖',
    drawsPerUser: 2,
    secret: 'a'.repeat(64),
    roomId: room.id,
    beginAt: begin,
    endAt: end,
  }
  const { id } = await trx.insertInto('activities').values(draw).returning('activities.id').executeTakeFirstOrThrow()
  const prizes = [
    { name: '速写本', weight: 7500 },
    { name: '书签', weight: 2500 },
  ]
  await trx
    .insertInto('activityPrizes')
    .values(prizes.map((prize) => ({ activityId: id, kind: 'goods' as const, stock: 5, ...prize })))
    .execute()
}

const saidBefore = 130

/** A chat that is longer than what one sees of it at first. */
async function talk(trx: DatabaseTransaction, room: RoomRow, fromUserId: number): Promise<void> {
  const lines = Array.from({ length: saidBefore }, (_, index) => ({
    groupId: room.groupId,
    seq: index + 1,
    clientMsgId: `before-${index}`,
    fromUserId,
    userType: 'freeStudy' as const,
    content: JSON.stringify({ text: `课前第 ${index + 1} 句`, at: [] }),
    sentAt: new Date(now.getTime() - (saidBefore - index) * 1000),
  }))
  await trx.insertInto('imMessages').values(lines).execute()
  await trx.updateTable('imGroups').set({ lastSeq: saidBefore }).where('imGroups.id', '=', room.groupId).execute()
}

/** What an operator has written for a demonstration. */
async function demonstrate(trx: DatabaseTransaction, room: RoomRow): Promise<void> {
  const { id } = await trx
    .insertInto('fakeStudents')
    .values({ roomId: room.id, nickname: '样例同学' })
    .returning('fakeStudents.id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('fakeMessages')
    .values({ roomId: room.id, studentId: id, offsetSec: 1, content: '这句话是演示用的' })
    .execute()
}

/** Classes that end while one sits in them. */
async function addEvening(
  trx: DatabaseTransaction,
  teacherId: number,
  learnerId: number,
): Promise<{ evening: string; closing: string; later: string }> {
  const [first, second] = [await addCourse(trx, '晚课', 0, teacherId), await addCourse(trx, '连堂课', 0, teacherId)]
  await trx
    .updateTable('products')
    .set({ learnAim: '能独立画完一张静物' })
    .where('products.id', '=', first.id)
    .execute()
  const evening = await addLesson(trx, first, { title: '静物起稿', kind: 1, begin: -10, end: 60 })
  const later = await addLesson(trx, first, { title: '静物上色', sequenceNo: 2, kind: 1, begin: 24 * 60, end: 25 * 60 })
  const closing = await addLesson(trx, second, { title: '上半堂', kind: 1, begin: -30, end: 1.2 })
  await addLesson(trx, second, { title: '下半堂', sequenceNo: 2, kind: 1, begin: -5, end: 60 })
  const there = { userType: 'vip' as const, enteredAt: now, lastSeenAt: now, watchSec: 480 }
  await trx
    .insertInto('roomMembers')
    .values([evening, closing].map(({ id }) => ({ roomId: id, userId: learnerId, ...there })))
    .execute()
  const lesson = {
    userId: learnerId,
    positionSec: 480,
    watched: '{[0,4800)}',
    watchedSec: 480,
    lastAt: now,
    scheduleId: null,
    finishedAt: null,
  }
  await trx
    .insertInto('learnProgress')
    .values([evening, closing].map(({ periodId }) => ({ periodId: periodId ?? 0, ...lesson })))
    .execute()
  return { evening: evening.page, closing: closing.page, later: later.page }
}

/** A class that a learner has paid for, as its school would sell it: with a cover, an aim, lessons after it, and homework. */
async function addComing(trx: DatabaseTransaction, teacherId: number, learnerIds: readonly number[]): Promise<string> {
  const course = await addCourse(trx, '静物素描入门', 19_900, teacherId)
  const shown = await trx
    .selectFrom('products')
    .select(['products.coverImg'])
    .where('products.lectureType', '=', 1)
    .where('products.coverImg', 'is not', null)
    .orderBy('products.id')
    .limit(1)
    .executeTakeFirst()
  await trx
    .updateTable('products')
    .set({ coverImg: shown?.coverImg ?? null, learnAim: '能独立画完一张静物' })
    .where('products.id', '=', course.id)
    .execute()
  const coming = await addLesson(trx, course, { title: '明暗交界线', kind: 1, begin: 20, end: 80, isFree: false })
  await addLesson(trx, course, {
    title: '陶罐与布',
    sequenceNo: 2,
    kind: 1,
    begin: 24 * 60,
    end: 25 * 60,
    isFree: false,
  })
  await trx
    .updateTable('periods')
    .set({ hasHomework: true })
    .where('periods.id', '=', coming.periodId ?? 0)
    .execute()
  const enrolment = { productId: course.id, scheduleId: course.scheduleId, source: 2, beginAt: now, createdAt: now }
  await trx
    .insertInto('enrolments')
    .values(learnerIds.map((userId) => ({ userId, ...enrolment })))
    .execute()
  return coming.page
}

/** A class that nobody has bought. */
async function addOffered(trx: DatabaseTransaction, teacherId: number): Promise<ClassroomData['offered']> {
  const course = await addCourse(trx, '一盏灯下的静物', 19_900, teacherId)
  const lesson = { title: '灯在左边', kind: 1, begin: 45, end: 105, isFree: false } as const
  const { page } = await addLesson(trx, course, lesson)
  return {
    course: `/course/live/${course.id}`,
    room: page,
    title: lesson.title,
    begin: now.getTime() + lesson.begin * minute,
  }
}

async function fill(trx: DatabaseTransaction): Promise<ClassroomData> {
  const [teacher, learner, watcher, crowd, buyer] = [
    await addUser(trx, '林老师', 1),
    await addUser(trx, '小满', 2),
    await addUser(trx, '小寒', 3),
    await addUser(trx, '阿谷', 4),
    await addUser(trx, '晚晴', 5),
  ]
  await trx.insertInto('userRoles').values({ userId: teacher.id, role: 'teacher' }).execute()
  const { id: teacherId } = await trx
    .insertInto('teachers')
    .values({ name: '林老师', userId: teacher.id, title: '素描讲师' })
    .returning('teachers.id')
    .executeTakeFirstOrThrow()
  const [liveCourse, sold, films, closing, choosing] = [
    await addCourse(trx, '晚间直播课', 0, teacherId),
    await addCourse(trx, '进阶一对一', 19_900, teacherId),
    await addCourse(trx, '录播早课', 0, teacherId),
    await addCourse(trx, '没开门的课', 0, teacherId),
    await addCourse(trx, '要选班的课', 9900, teacherId),
  ]
  const live = await addLesson(trx, liveCourse, { title: '构图', kind: 1, begin: -10, end: 60 })
  await furnish(trx, live, sold.id)
  await talk(trx, live, crowd.id)
  const ended = await addLesson(trx, films, { title: '上半场', kind: 3, begin: -120, end: -60 })
  const film = await addLesson(trx, films, { title: '下半场', sequenceNo: 2, kind: 3, begin: -10, end: 60 })
  await demonstrate(trx, film)
  const { evening, closing: ending, later } = await addEvening(trx, teacherId, learner.id)
  const coming = await addComing(trx, teacherId, [learner.id, watcher.id, crowd.id])
  const offered = await addOffered(trx, teacherId)
  const closed = await addLesson(trx, closing, { title: '备课中', kind: 3, begin: -10, end: 60 })
  await trx.updateTable('liveRooms').set({ isOpen: false }).where('liveRooms.id', '=', closed.id).execute()
  const unchosen = await addLesson(trx, choosing, { title: '第一课', kind: 3, begin: -10, end: 60, isFree: false })
  await trx
    .insertInto('enrolments')
    .values({ userId: watcher.id, productId: choosing.id, scheduleId: null, source: 2, beginAt: now, createdAt: now })
    .execute()
  return {
    cookie: sessionCookieNames[1],
    sessions: {
      teacher: teacher.session,
      learner: learner.session,
      watcher: watcher.session,
      third: crowd.session,
      buyer: buyer.session,
    },
    live: live.page,
    evening,
    closing: ending,
    later,
    coming,
    offered,
    film: film.page,
    ended: ended.page,
    closed: closed.page,
    unchosen: unchosen.page,
    sold: `/course/live/${sold.id}`,
    course: `/course/live/${choosing.id}`,
  }
}

const database = await openDatabase(readConfig({ SITE_ENV: 'test', DATA_DIR: process.argv[2] }), () => undefined)
try {
  // the template may be older than the code
  await migrate(database.db)
  const data = await database.transaction(fill)
  // said as the school's own job says it, which runs once a minute
  await sayDue(
    { db: database.db, tx: database.transaction, im: { publish: () => undefined } } as unknown as BackendContext,
    now,
  )
  process.stdout.write(JSON.stringify(data))
} finally {
  await database.close()
}
