import { type DatabaseTransaction, migrate, openDatabase } from '#server/backend/db/database.ts'
import { ensureLessonRoom } from '#server/backend/classroom/room/lesson-room.ts'
import { findLesson } from '#server/backend/classroom/room/room-store.ts'
import { hashToken, randomToken } from '#server/backend/base/secret.ts'
import { readConfig, sessionCookieNames } from '#server/config/config.ts'
import { LectureType, PeriodKind } from '#shared/contract/enums.ts'

/** A class that is on, and learners who may be in it. */
export interface Hall {
  readonly periodId: number
  readonly scheduleId: number
  readonly groupId: string
  /** Cookies of as many learners. */
  readonly cookies: string[]
}

type HallLesson = Pick<Hall, 'periodId' | 'scheduleId'> & { readonly courseId: number }

/** A class that is on, of a course that has its price, with a film that plays on the clock. */
async function addLesson(trx: DatabaseTransaction, now: Date, until: Date): Promise<HallLesson> {
  const { id: courseId } = await trx
    .insertInto('products')
    .values({ name: '大教室', lectureType: LectureType.live, isCharge: true, priceFen: 9900, status: 1 })
    .returning('products.id')
    .executeTakeFirstOrThrow()
  const { id: mediaId } = await trx
    .insertInto('mediaAssets')
    .values({ kind: 1, title: '大教室', durationSec: 3600, status: 1 })
    .returning('mediaAssets.id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('mediaUrls')
    .values({ assetId: mediaId, sortNum: 1, definition: 'auto', protocol: 'hls', url: 'store:film/master.m3u8' })
    .execute()
  const { id: periodId } = await trx
    .insertInto('periods')
    .values({ courseId, kind: PeriodKind.live, title: '大课', sequenceNo: 1, durationSec: 3600, mediaId })
    .returning('periods.id')
    .executeTakeFirstOrThrow()
  const { id: scheduleId } = await trx
    .insertInto('classSchedules')
    .values({ productId: courseId, name: '大班', beginDate: '2026-01-01', endDate: '2030-01-01' })
    .returning('classSchedules.id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('schedulePeriods')
    .values({ scheduleId, periodId, beginAt: new Date(now.getTime() - 60_000), endAt: until })
    .execute()
  return { courseId, periodId, scheduleId }
}

/** So many learners of a course, and their sessions' cookies. */
async function addLearners(
  trx: DatabaseTransaction,
  people: number,
  { courseId, scheduleId }: HallLesson,
  now: Date,
): Promise<string[]> {
  const names = Array.from({ length: people }, (_, index) => ({
    nickname: `听众${index}`,
    phone: `166${String(index).padStart(8, '0')}`,
    phoneIsReal: true,
  }))
  const users = await trx.insertInto('users').values(names).returning('users.id').execute()
  const tokens = users.map(() => randomToken())
  const sessions = users.map(({ id }, index) => ({
    userId: id,
    tokenHash: hashToken(tokens[index] ?? ''),
    channel: 'pcSite',
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  }))
  await trx.insertInto('sessions').values(sessions).execute()
  const courses = users.map(({ id }) => ({
    userId: id,
    productId: courseId,
    scheduleId,
    source: 2,
    beginAt: now,
    createdAt: now,
  }))
  await trx.insertInto('enrolments').values(courses).execute()
  return tokens.map((token) => `${sessionCookieNames[1]}=${token}`)
}

/** Writes a class that is on and its learners into the data folder of a site that doesn't run yet. */
export async function fillHall(dataDir: string, people: number): Promise<Hall> {
  const database = await openDatabase(readConfig({ SITE_ENV: 'test', DATA_DIR: dataDir }), () => undefined)
  try {
    // the template may be older than the code
    await migrate(database.db)
    return await database.transaction(async (trx) => {
      const now = new Date()
      const hall = await addLesson(trx, now, new Date(now.getTime() + 3_600_000))
      const { periodId, scheduleId } = hall
      const lesson = await findLesson(trx, { periodId, scheduleId }, now)
      const room = lesson && (await ensureLessonRoom(trx, lesson, now))
      if (!room) throw new Error('The class has no room.')
      return { periodId, scheduleId, groupId: room.groupKey, cookies: await addLearners(trx, people, hall, now) }
    })
  } finally {
    await database.close()
  }
}
