import { sql } from 'kysely'
import { shanghaiDay } from '#server/backend/base/shanghai-day.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import { developerAccounts } from '#server/backend/developer/developer-accounts.ts'
import {
  EnrolmentSource,
  EnrolmentStatus,
  LectureType,
  OrderKind,
  OrderStatus,
  PayChannel,
  ProductStatus,
  ScheduleStatus,
} from '#shared/contract/enums.ts'
import { addDays, weekOf } from '#shared/rules/month-days.ts'
import { type Course, type Desk, listLessons, openClass } from './learner-class.ts'
import { placeNotes } from './learner-notes.ts'
import { placeClassHomework, placeLayoutHomework } from './learner-homework.ts'
import { sendLearnerMessages } from './learner-messages.ts'
import { placeLearnerTickets } from './learner-tickets.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** The demo's learner, while they have nothing yet. */
async function findNewLearner(trx: DatabaseTransaction): Promise<number | undefined> {
  const phone = developerAccounts.find(({ key }) => key === 'learner')?.phone
  const { rows } = await sql<{ id: number }>`
    select u.id from users u where u.phone = ${phone} and not exists (select 1 from enrolments n where n.user_id = u.id)
      and not exists (select 1 from orders o where o.user_id = u.id)`.execute(trx)
  return rows[0]?.id
}

const columns = ['id', 'lectureType', 'serviceDays', 'name', 'coverImg'] as const

/** Single courses, which aren't of the bundle. */
async function listSingles(
  trx: DatabaseTransaction,
  lectureType: number,
  { bundled, most }: { readonly bundled: readonly Course[]; readonly most: number },
): Promise<Course[]> {
  return trx
    .selectFrom('products')
    .select([...columns])
    .where('lectureType', '=', lectureType)
    .where('isOpenLive', '=', false)
    .where('status', '=', ProductStatus.onSale)
    .where('deletedAt', 'is', null)
    .where('id', 'not in', [...bundled.map(({ id }) => id), 0])
    .orderBy('sort')
    .orderBy('id')
    .limit(most)
    .execute()
}

interface Have {
  readonly course: Course
  readonly scheduleId?: number | null
  readonly orderId?: number
  /** Days from now; left out: as long as the course says. */
  readonly endsIn?: number
  readonly begun?: number
}

async function enrolLearner(trx: DatabaseTransaction, { userId, now }: Desk, have: Have): Promise<void> {
  const { course, scheduleId = null, orderId = null, endsIn, begun = 40 } = have
  const beginAt = new Date(now - begun * dayMs)
  const days = endsIn ?? (course.serviceDays === null ? undefined : course.serviceDays - begun)
  await insertRows(trx, 'enrolments', [
    {
      userId,
      productId: course.id,
      scheduleId,
      orderId,
      source: orderId === null ? EnrolmentSource.staff : EnrolmentSource.order,
      status: endsIn !== undefined && endsIn <= 0 ? EnrolmentStatus.over : EnrolmentStatus.active,
      beginAt,
      endAt: days === undefined ? null : new Date(now + days * dayMs),
      createdAt: beginAt,
    },
  ])
}

/** Films of a recorded course: so many are finished, of the next one a part is watched. */
async function watchFilms(
  trx: DatabaseTransaction,
  { userId, now }: Desk,
  { course, finished, share = 0, daysAgo }: { course: Course; finished: number; share?: number; daysAgo: number },
): Promise<void> {
  const lessons = await listLessons(trx, course.id)
  const seen = lessons.slice(0, finished + (share > 0 ? 1 : 0))
  await insertRows(
    trx,
    'learnProgress',
    seen.map(({ id, durationSec }, index) => {
      const isFinished = index < finished
      const seconds = Math.max(1, Math.floor(durationSec * (isFinished ? 1 : share)))
      const at = new Date(now - (daysAgo * dayMs + (seen.length - index) * 50 * minuteMs))
      return {
        userId,
        periodId: id,
        positionSec: seconds,
        watched: `{[0,${seconds * 10})}`,
        watchedSec: seconds,
        finishedAt: isFinished ? at : null,
        lastAt: at,
        scheduleId: null,
      }
    }),
  )
}

/** A bundle that the school gave: one order, of which nothing was to be paid. */
async function giveBundle(
  trx: DatabaseTransaction,
  desk: Desk,
  bundle: Course,
  courses: readonly Course[],
): Promise<number> {
  const at = new Date(desk.now - 45 * dayMs)
  const [orderId] = await insertForIds(trx, 'orders', [
    {
      sn: `${shanghaiDay(at.getTime()).replaceAll('-', '')}0000004001`,
      userId: desk.userId,
      orderKind: OrderKind.product,
      productId: bundle.id,
      status: OrderStatus.allPaid,
      payChannel: PayChannel.adminInject,
      amountFen: 0,
      payAmountFen: 0,
      expireAt: new Date(at.getTime() + 30 * minuteMs),
      paidAt: at,
      createdAt: at,
    },
  ])
  const id = must(orderId, bundle.name)
  await insertRows(
    trx,
    'orderItems',
    courses.map((course, index) => ({
      orderId: id,
      lineNo: index + 1,
      productId: course.id,
      name: course.name,
      coverImg: course.coverImg,
      lectureType: course.lectureType,
      priceFen: 0,
    })),
  )
  await insertRows(trx, 'orderLogs', [
    {
      orderId: id,
      event: 'completed',
      fromStatus: OrderStatus.waitPayment,
      toStatus: OrderStatus.allPaid,
      actor: 'system',
      note: '学校赠送，课程已开通',
      at,
    },
  ])
  return id
}

/** The bundle's own courses in the order of its stages. */
async function listBundled(trx: DatabaseTransaction, bundleId: number): Promise<Course[]> {
  const { rows } = await sql<Course>`
    select p.id, p.lecture_type, p.service_days, p.name, p.cover_img from class_system_stages g
    join class_system_courses b on b.stage_id = g.id join products p on p.id = b.course_id
    where g.class_system_id = ${bundleId} order by g.sort, g.id, b.sort, p.id`.execute(trx)
  return rows
}

async function placeBundle(trx: DatabaseTransaction, desk: Desk): Promise<Course[]> {
  const bundle = await trx
    .selectFrom('products')
    .select([...columns])
    .where('lectureType', '=', LectureType.classSystem)
    .where('status', '=', ProductStatus.onSale)
    .orderBy('sort')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!bundle) return []
  const courses = await listBundled(trx, bundle.id)
  const orderId = await giveBundle(trx, desk, bundle, courses)
  const serviceDays = bundle.serviceDays
  const opening = await trx
    .selectFrom('classSchedules')
    .select('classSchedules.id')
    .where('classSchedules.productId', '=', bundle.id)
    .orderBy('classSchedules.id')
    .limit(1)
    .executeTakeFirst()
  await enrolLearner(trx, desk, { course: bundle, orderId, scheduleId: opening?.id ?? null, begun: 45 })
  const taken = courses.find(({ lectureType }) => lectureType === LectureType.live)
  const own = taken && (await openClass(trx, desk, taken))
  for (const course of courses)
    await enrolLearner(trx, desk, {
      course: { ...course, serviceDays },
      orderId,
      scheduleId: course === taken ? (own ?? null) : null,
      begun: 45,
    })
  const film = courses.find(({ lectureType }) => lectureType === LectureType.video)
  if (film) await watchFilms(trx, desk, { course: film, finished: 2, share: 0.4, daysAgo: 6 })
  if (own !== undefined) await placeClassHomework(trx, desk, own)
  return [bundle, ...courses]
}

/** The education office, which looks at homework of every class. */
async function findOffice(trx: DatabaseTransaction): Promise<number | null> {
  const phone = developerAccounts.find(({ key }) => key === 'education')?.phone ?? ''
  const office = await trx.selectFrom('users').select('users.id').where('users.phone', '=', phone).executeTakeFirst()
  return office?.id ?? null
}

/** Minutes learned on the days of this week and the two before. */
const dailyMinutes = [35, 0, 120, 62, 48, 95, 30, 40, 55, 0, 90, 25, 110, 60, 35, 120, 62, 48, 85, 100, 15]

async function placeDays(trx: DatabaseTransaction, { userId, now }: Desk): Promise<void> {
  const today = shanghaiDay(now)
  const monday = weekOf(today)[0] ?? today
  const days = dailyMinutes.map((minutes, index) => ({ day: addDays(monday, index - 14), minutes }))
  await insertRows(
    trx,
    'learnDays',
    days.flatMap(({ day, minutes }) => (day <= today && minutes > 0 ? [{ userId, day, seconds: minutes * 60 }] : [])),
  )
}

/**
 * Gives the demo's learner what they study, once, as of `now`: a class system with a class today, tomorrow and last month, courses that
 * are running, learned whole, not begun and ended, notes, and messages. False when they have something already, or there is no such account.
 */
export async function placeLearnerDesk(trx: DatabaseTransaction, now: number): Promise<boolean> {
  const userId = await findNewLearner(trx)
  if (userId === undefined) return false
  const desk = { userId, now }
  const bundled = await placeBundle(trx, desk)
  const [running, whole, fresh, ended] = await listSingles(trx, LectureType.video, { bundled, most: 4 })
  if (running) {
    await enrolLearner(trx, desk, { course: running })
    await watchFilms(trx, desk, { course: running, finished: 4, share: 0.33, daysAgo: 4 })
  }
  if (whole) {
    await enrolLearner(trx, desk, { course: whole })
    await watchFilms(trx, desk, { course: whole, finished: 99, daysAgo: 9 })
  }
  if (fresh) await enrolLearner(trx, desk, { course: fresh, begun: 20, endsIn: 9 })
  if (ended) {
    await enrolLearner(trx, desk, { course: ended, begun: 220, endsIn: -20 })
    await watchFilms(trx, desk, { course: ended, finished: 3, daysAgo: 60 })
  }
  const [live] = await listSingles(trx, LectureType.live, { bundled, most: 1 })
  const schedule = live
    ? await trx
        .selectFrom('classSchedules')
        .select('classSchedules.id')
        .where('classSchedules.productId', '=', live.id)
        .where('classSchedules.status', '=', ScheduleStatus.open)
        .orderBy('classSchedules.id')
        .limit(1)
        .executeTakeFirst()
    : undefined
  if (live && schedule) await enrolLearner(trx, desk, { course: live, scheduleId: schedule.id })
  if (live && schedule) await placeLayoutHomework(trx, desk, { scheduleId: schedule.id, by: await findOffice(trx) })
  await placeDays(trx, desk)
  await placeNotes(trx, desk)
  await sendLearnerMessages(trx, desk)
  await placeLearnerTickets(trx, { ...desk, officeId: await findOffice(trx) })
  return true
}
