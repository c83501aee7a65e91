import { correctedNotice, returnedNotice } from '#server/backend/homework/answer-notices.ts'
import { notify } from '#server/backend/message/notify.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { insertForIds, insertRows, must } from '#server/backend/db/insert-rows.ts'
import {
  EnrolmentSource,
  EnrolmentStatus,
  HomeworkOutcome,
  HomeworkSide,
  HomeworkState,
  StoredUploadKind,
  UploadState,
} from '#shared/contract/enums.ts'
import {
  classHandIns,
  earlierRound,
  flowerTask,
  layoutHandIns,
  learnerHandIns,
  type SeedHandIn,
  type SeedPhoto,
  whitesTask,
} from './data/homework-hand-ins.ts'
import { marksOn } from './homework-marks.ts'
import { placeOf } from './homework-photos.ts'
import type { Desk } from './learner-class.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const dueHours = 72

/** A class with its course, its lessons in order, and the account of who teaches it. */
interface SeedClass {
  readonly courseId: number
  readonly scheduleId: number
  readonly periodIds: readonly number[]
  readonly teacherUserId: number | null
}

async function findClass(trx: DatabaseTransaction, scheduleId: number): Promise<SeedClass> {
  const { productId, userId } = await trx
    .selectFrom('classSchedules')
    .leftJoin('teachers', 'teachers.id', 'classSchedules.teacherId')
    .select(['classSchedules.productId', 'teachers.userId'])
    .where('classSchedules.id', '=', scheduleId)
    .executeTakeFirstOrThrow()
  const periods = await trx
    .selectFrom('periods')
    .select('periods.id')
    .where('periods.courseId', '=', productId)
    .where('periods.deletedAt', 'is', null)
    .orderBy('periods.sequenceNo')
    .execute()
  return { courseId: productId, scheduleId, periodIds: periods.map(({ id }) => id), teacherUserId: userId }
}

interface OwnTask {
  readonly title: string
  readonly requirement: string
  readonly dueAt?: Date
  readonly closedAt?: Date
}

/** A task of this class alone, as of a while ago. */
async function setOwnTask(
  trx: DatabaseTransaction,
  { scheduleId, periodIds, teacherUserId }: SeedClass,
  { lesson, at, task }: { lesson: number; at: Date; task: OwnTask },
): Promise<void> {
  const periodId = must(periodIds[lesson - 1], 'the lesson of a task')
  const { dueAt = null, closedAt = null, ...words } = task
  await insertRows(trx, 'homeworkTasks', [
    {
      periodId,
      scheduleId,
      ...words,
      dueHours: dueAt === null ? dueHours : null,
      dueAt,
      closedAt,
      createdBy: teacherUserId,
      createdAt: at,
      updatedAt: at,
    },
  ])
  await trx.updateTable('periods').set({ hasHomework: true }).where('periods.id', '=', periodId).execute()
}

async function insertPhotos(
  trx: DatabaseTransaction,
  { userId, roundId, at }: { userId: number; roundId: number; at: Date },
  photos: readonly SeedPhoto[],
): Promise<{ id: number; seed: string }[]> {
  await insertRows(
    trx,
    'uploads',
    photos.map((photo) => {
      const { key, url, md5 } = placeOf(photo)
      return {
        userId,
        objectKey: key,
        resUrl: url,
        purpose: 'study' as const,
        name: photo.name,
        contentType: 'image/jpeg',
        sizeBytes: null,
        md5,
        kind: StoredUploadKind.image,
        state: UploadState.stored,
        createdAt: at,
        storedAt: at,
      }
    }),
  )
  const ids = await insertForIds(
    trx,
    'homeworkFiles',
    photos.map((photo, sort) => ({
      roundId,
      side: HomeworkSide.learner,
      sort,
      url: placeOf(photo).url,
      name: photo.name,
      contentType: 'image/jpeg',
    })),
  )
  return photos.map(({ seed }, index) => ({ id: must(ids[index], seed), seed }))
}

interface Place {
  readonly courseId: number
  readonly scheduleId: number
  readonly periodId: number
  readonly by: number | null
}

const timeOf = (now: number, { hoursAgo }: SeedHandIn, later = 0): Date => new Date(now + (later - hoursAgo) * hourMs)

/** One hand-in with its photos, and what came back. */
async function insertRound(
  trx: DatabaseTransaction,
  { userId, now }: Desk,
  { homeworkId, roundNo, by }: { homeworkId: number; roundNo: number; by: number | null },
  round: SeedHandIn,
): Promise<void> {
  const { corrected, returned, content, isLate } = round
  const at = timeOf(now, round)
  const answer = corrected ?? returned
  const answeredAt = answer ? timeOf(now, round, answer.hoursLater) : null
  const [roundId] = await insertForIds(trx, 'homeworkRounds', [
    {
      homeworkId,
      roundNo,
      content,
      submittedAt: at,
      dueAt: new Date(at.getTime() + (isLate ? -dayMs : dayMs)),
      isLate: isLate === true,
      outcome: corrected ? HomeworkOutcome.corrected : returned ? HomeworkOutcome.returned : null,
      score: corrected?.score ?? null,
      comment: corrected?.words ?? null,
      correctedBy: corrected ? by : null,
      correctedAt: corrected ? answeredAt : null,
      returnReason: returned?.words ?? null,
      returnedBy: returned ? by : null,
      returnedAt: returned ? answeredAt : null,
      endedAt: null,
    },
  ])
  const files = await insertPhotos(trx, { userId, roundId: must(roundId, 'a round'), at }, round.photos)
  if (by === null || !answeredAt) return
  const marks = files.flatMap(({ id, seed }) =>
    marksOn(seed).map((mark) => ({ ...mark, fileId: id, markedBy: by, markedAt: answeredAt, removedAt: null })),
  )
  await insertRows(trx, 'homeworkMarks', marks)
}

function stateAfter({ corrected, returned }: SeedHandIn): HomeworkState {
  if (corrected) return HomeworkState.corrected
  return returned ? HomeworkState.notComplete : HomeworkState.waitingCorrection
}

/** One homework with its rounds, the last of which counts. */
async function insertHomework(
  trx: DatabaseTransaction,
  desk: Desk,
  { courseId, scheduleId, periodId, by }: Place,
  rounds: readonly SeedHandIn[],
): Promise<void> {
  const last = must(rounds.at(-1), 'a round')
  const { id: taskId } = await trx
    .selectFrom('homeworkTasks')
    .select('homeworkTasks.id')
    .where('homeworkTasks.periodId', '=', periodId)
    .where((eb) => eb.or([eb('homeworkTasks.scheduleId', 'is', null), eb('homeworkTasks.scheduleId', '=', scheduleId)]))
    .orderBy('homeworkTasks.scheduleId', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirstOrThrow()
  const { corrected } = last
  const correctedAt = corrected ? timeOf(desk.now, last, corrected.hoursLater) : null
  const [homeworkId] = await insertForIds(trx, 'homeworks', [
    {
      userId: desk.userId,
      taskId,
      courseId,
      periodId,
      scheduleId,
      state: stateAfter(last),
      version: rounds.length + (corrected || last.returned ? 1 : 0),
      roundNo: rounds.length,
      submittedAt: timeOf(desk.now, last),
      correctedAt,
      score: corrected?.score ?? null,
      mayShow: corrected?.mayShow === true,
      excellentAt: corrected?.isExcellent ? correctedAt : null,
      excellentBy: corrected?.isExcellent ? by : null,
    },
  ])
  const id = must(homeworkId, 'a homework')
  for (const [index, round] of rounds.entries())
    await insertRound(trx, desk, { homeworkId: id, roundNo: index + 1, by }, round)
  await tellAnswer(trx, desk, id, last)
}

/** The message that came with the last answer. */
async function tellAnswer(
  trx: DatabaseTransaction,
  { userId, now }: Desk,
  homeworkId: number,
  round: SeedHandIn,
): Promise<void> {
  const { corrected, returned } = round
  if (!corrected && !returned) return
  const { roundId, courseName, title } = await trx
    .selectFrom('homeworks')
    .innerJoin('homeworkRounds', (join) =>
      join
        .onRef('homeworkRounds.homeworkId', '=', 'homeworks.id')
        .onRef('homeworkRounds.roundNo', '=', 'homeworks.roundNo'),
    )
    .innerJoin('products', 'products.id', 'homeworks.courseId')
    .innerJoin('homeworkTasks', 'homeworkTasks.id', 'homeworks.taskId')
    .select(['homeworkRounds.id as roundId', 'products.name as courseName', 'homeworkTasks.title'])
    .where('homeworks.id', '=', homeworkId)
    .executeTakeFirstOrThrow()
  const answered = { userId, homeworkId, roundId, courseName, title }
  const at = timeOf(now, round, (corrected ?? returned)?.hoursLater)
  if (corrected) await notify(trx, at, correctedNotice(answered, corrected.score))
  else if (returned) await notify(trx, at, returnedNotice(answered, returned.words))
}

/** People of the forum join the class, so that somebody has handed something in. */
async function joinClass(trx: DatabaseTransaction, own: SeedClass, desk: Desk): Promise<number[]> {
  const most = Math.max(...classHandIns.map(({ who }) => who)) + 1
  const people = await trx
    .selectFrom('users')
    .select('users.id')
    .where('users.phone', 'is', null)
    .where('users.headImg', 'is not', null)
    .orderBy('users.id')
    .limit(most)
    .execute()
  const beginAt = new Date(desk.now - 45 * dayMs)
  await insertRows(
    trx,
    'enrolments',
    people.map(({ id }) => ({
      userId: id,
      productId: own.courseId,
      scheduleId: own.scheduleId,
      orderId: null,
      source: EnrolmentSource.staff,
      status: EnrolmentStatus.active,
      beginAt,
      endAt: new Date(beginAt.getTime() + 3 * 365 * dayMs),
      createdAt: beginAt,
    })),
  )
  return people.map(({ id }) => id)
}

/** What the class and the demo's learner have handed in, as of `now`; `scheduleId`: the class that is the learner's own. */
export async function placeClassHomework(trx: DatabaseTransaction, desk: Desk, scheduleId: number): Promise<void> {
  const own = await findClass(trx, scheduleId)
  const { now } = desk
  const setAt = new Date(now - 6 * dayMs)
  await setOwnTask(trx, own, { lesson: 5, at: setAt, task: flowerTask })
  const tonight = Math.floor((now + 8 * hourMs) / dayMs) * dayMs + dayMs - 8 * hourMs - 60_000
  const dueAt = new Date(tonight - now < 2 * hourMs ? tonight + dayMs : tonight)
  await setOwnTask(trx, own, { lesson: 6, at: setAt, task: { ...whitesTask, dueAt } })
  const placeOfLesson = (lesson: number): Place => ({
    courseId: own.courseId,
    scheduleId,
    periodId: must(own.periodIds[lesson - 1], 'a lesson'),
    by: own.teacherUserId,
  })
  for (const handIn of learnerHandIns) await insertHomework(trx, desk, placeOfLesson(handIn.lesson), [handIn])
  const people = await joinClass(trx, own, desk)
  for (const { who, ...handIn } of classHandIns) {
    const userId = people[who]
    if (userId === undefined) continue
    const rounds = handIn.lesson === earlierRound.lesson ? [earlierRound, handIn] : [handIn]
    await insertHomework(trx, { userId, now }, placeOfLesson(handIn.lesson), rounds)
  }
}

/** Of another class: one that was sent back and is taken no more, and one that was corrected. The education office looked at them. */
export async function placeLayoutHomework(
  trx: DatabaseTransaction,
  desk: Desk,
  { scheduleId, by }: { scheduleId: number; by: number | null },
): Promise<void> {
  const other = await findClass(trx, scheduleId)
  const { courseId } = other
  for (const { title, isClosed, ...handIn } of layoutHandIns) {
    const task = await trx
      .selectFrom('homeworkTasks')
      .innerJoin('periods', 'periods.id', 'homeworkTasks.periodId')
      .select(['homeworkTasks.periodId', 'homeworkTasks.requirement'])
      .where('periods.courseId', '=', courseId)
      .where('homeworkTasks.title', '=', title)
      .where('homeworkTasks.scheduleId', 'is', null)
      .executeTakeFirst()
    if (!task) continue
    const { periodId, requirement } = task
    const lesson = other.periodIds.indexOf(periodId) + 1
    const closedAt = new Date(desk.now - 12 * dayMs)
    const at = new Date(desk.now - 40 * dayMs)
    if (isClosed) await setOwnTask(trx, other, { lesson, at, task: { title, requirement, closedAt } })
    await insertHomework(trx, desk, { courseId, scheduleId, periodId, by }, [{ lesson, ...handIn }])
  }
}
