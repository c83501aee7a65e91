import { sql } from 'kysely'
import { shanghaiDay, shanghaiTime } from '#server/backend/base/shanghai-day.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { insertRows, must } from '#server/backend/db/insert-rows.ts'
import { developerAccounts } from '#server/backend/developer/developer-accounts.ts'
import { listQuestions } from '#server/backend/exam/question-store.ts'
import { AttemptState, EnrolmentSource, EnrolmentStatus, QuestionKind } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { addDays } from '#shared/rules/month-days.ts'
import { openAttempt, ownAttempts, type SeedOwnAttempt } from './data/exam-desk.ts'
import { forumPersonas } from './data/forum-personas.ts'
import { makeAnswers } from './exam-answers.ts'
import { beginMade, handInMade, markMade, type Sheet } from './exam-attempts.ts'
import { practiseMistakes } from './exam-mistakes.ts'
import { listSeedPapers, type PlacedPaper, placeWindows, seedDevice } from './exam-windows.ts'
import type { Desk } from './learner-class.ts'
import { createRandom } from './pictures/random.ts'

const minuteMs = 60_000
const eveningMinutes = 20 * 60 + 40
/** People of the forum who took each paper. */
const othersOfPaper = 8
/** Whose short answers in them still wait for the demo's teacher. */
const waitingTitles: ReadonlySet<string> = new Set(['色彩与空气：阶段考'])
/** Of the attempt that is under way: so long ago it began, and so much is left of it at the least. */
const begunMs = 25 * minuteMs
const leftMs = 45 * minuteMs

async function accountOf(trx: DatabaseTransaction, key: string): Promise<number | undefined> {
  const phone = developerAccounts.find((account) => account.key === key)?.phone ?? ''
  const row = await trx.selectFrom('users').select('users.id').where('users.phone', '=', phone).executeTakeFirst()
  return row?.id
}

/** Whether the demo's people have taken anything yet. */
async function isPlaced(trx: DatabaseTransaction): Promise<boolean> {
  const row = await trx
    .selectFrom('examAttempts')
    .select('examAttempts.id')
    .where('examAttempts.leaseDevice', '=', seedDevice)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const usedMs = ({ paper }: PlacedPaper): number => Math.round((paper.minutes ?? 20) * 0.6) * minuteMs

/** An evening so many days before now, or before the end of a paper that is over. */
function eveningOf({ paper, endAt }: PlacedPaper, daysAgo: number, now: number): number {
  const from = paper.window === 'past' && endAt ? endAt.getTime() : now
  return shanghaiTime(addDays(shanghaiDay(from), -daysAgo), eveningMinutes)
}

/** When the result of something that was handed in may be seen. */
function seenAtOf({ paper, endAt }: PlacedPaper, markedAt: number): number {
  return paper.window === 'past' && endAt ? Math.max(markedAt, endAt.getTime() + minuteMs) : markedAt
}

async function takeOwn(
  trx: DatabaseTransaction,
  { userId, now }: Desk,
  sheet: Sheet,
  { own, attemptNo, by }: { own: SeedOwnAttempt; attemptNo: number; by: number },
): Promise<void> {
  const { placed, questions } = sheet
  const at = eveningOf(placed, own.daysAgo, now)
  const random = createRandom(`exam-own/${own.title}/${attemptNo}`)
  const answers = makeAnswers(questions, { skill: own.skill, short: own.answer, random })
  const [attemptId] = await beginMade(trx, sheet, [{ userId, attemptNo, answers, begunAt: at - usedMs(placed) }])
  await handInMade(trx, sheet, [userId], at)
  if (!own.mark) return
  const markedAt = Math.min(at + dayMs / 2, now)
  const marking = { attemptId: must(attemptId, own.title), ...own.mark, by, at: markedAt }
  await markMade(trx, marking, { seenAt: Math.min(now, seenAtOf(placed, markedAt)), isTold: own.daysAgo <= 3 })
}

/** People of the forum in a paper, so that there is an average; they have its course. */
async function takeAsOthers(
  trx: DatabaseTransaction,
  sheet: Sheet,
  { people, by, now }: { people: ReadonlyMap<string, number>; by: number; now: number },
): Promise<void> {
  const { placed, questions } = sheet
  const { paper, productId } = placed
  const random = createRandom(`exam-others/${paper.title}`)
  const userIds = random
    .shuffle(forumPersonas)
    .slice(0, othersOfPaper)
    .flatMap(({ nickname }) => people.get(nickname) ?? [])
  const at = eveningOf(placed, paper.window === 'always' ? 20 : 3, now)
  if (productId !== null)
    await insertRows(
      trx,
      'enrolments',
      userIds.map((userId) => ({
        userId,
        productId,
        source: EnrolmentSource.staff,
        status: EnrolmentStatus.active,
        beginAt: new Date(at - 60 * dayMs),
        createdAt: new Date(at - 60 * dayMs),
      })),
    )
  const written = paper.questions.find(({ kind }) => kind === QuestionKind.shortAnswer)?.answers ?? []
  const ids = await beginMade(
    trx,
    sheet,
    userIds.map((userId, index) => ({
      userId,
      attemptNo: 1,
      answers: makeAnswers(questions, { skill: random.int(55, 96), short: written[index]?.text, random }),
      begunAt: at - usedMs(placed) + index * minuteMs,
    })),
  )
  await handInMade(trx, sheet, userIds, at)
  if (waitingTitles.has(paper.title)) return
  for (const [index, { score, comment }] of written.entries()) {
    const marking = { attemptId: must(ids[index], paper.title), score, comment, by, at: at + dayMs / 2 }
    await markMade(trx, marking, { seenAt: Math.min(now, seenAtOf(placed, at + dayMs / 2)), isTold: false })
  }
}

async function beginOwn(trx: DatabaseTransaction, { userId, now }: Desk, sheet: Sheet): Promise<void> {
  const random = createRandom(`exam-open/${openAttempt.title}`)
  const all = [...makeAnswers(sheet.questions, { skill: 75, short: openAttempt.answer, random })]
  const answers = new Map([...all.slice(0, openAttempt.answered), ...all.slice(-1)])
  await beginMade(trx, sheet, [{ userId, attemptNo: 1, answers, begunAt: now - begunMs }])
}

/** The demo's learner as far as they have courses; undefined before. */
async function findDesk(trx: DatabaseTransaction, now: number): Promise<Desk | undefined> {
  const userId = await accountOf(trx, 'learner')
  if (userId === undefined) return undefined
  const enrolment = await trx
    .selectFrom('enrolments')
    .select('enrolments.id')
    .where('enrolments.userId', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return enrolment && { userId, now }
}

async function placeAttempts(trx: DatabaseTransaction, desk: Desk): Promise<void> {
  const papers = await listSeedPapers(trx)
  const questions = await listQuestions(
    trx,
    papers.map(({ id }) => id),
  )
  const sheets = new Map(
    papers.map((placed) => [
      placed.paper.title,
      { placed, questions: questions.filter(({ paperId }) => paperId === placed.id) },
    ]),
  )
  const [teacher, office] = [await accountOf(trx, 'teacher'), await accountOf(trx, 'education')]
  const by = must(office ?? teacher, 'somebody who marks')
  const people = new Map(
    (
      await trx.selectFrom('users').select(['users.id', 'users.nickname']).where('users.phone', 'is', null).execute()
    ).map(({ id, nickname }) => [nickname, id]),
  )
  for (const sheet of sheets.values())
    if (sheet.placed.paper.window !== 'coming') await takeAsOthers(trx, sheet, { people, by, now: desk.now })
  const taken = new Map<string, number>()
  for (const own of ownAttempts) {
    const attemptNo = (taken.get(own.title) ?? 0) + 1
    taken.set(own.title, attemptNo)
    await takeOwn(trx, desk, must(sheets.get(own.title), own.title), { own, attemptNo, by })
  }
  await beginOwn(trx, desk, must(sheets.get(openAttempt.title), openAttempt.title))
  await practiseMistakes(trx, desk)
}

/** The attempt that nobody but the seed has touched stays under way, with time left; also when the clock has ended it while nobody was there. */
async function keepUnderWay(trx: DatabaseTransaction, now: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update exam_attempts a set state = ${sql.lit(AttemptState.answering)}, begun_at = ${new Date(now - begunMs)},
      deadline_at = ${new Date(now - begunMs)}::timestamptz + make_interval(mins => p.duration_min), lease_at = ${new Date(now - begunMs)},
      submitted_at = null, closed_by = null, receipt_no = null, answered_count = null, answers_sha256 = null, objective_score = null, score = null,
      scored_at = null, settled_at = null
    from exam_papers p where p.id = a.paper_id and p.title = ${openAttempt.title} and p.created_by is null and a.lease_device = ${seedDevice}
      and a.user_id = (select u.id from users u where u.phone = ${developerAccounts.find(({ key }) => key === 'learner')?.phone ?? ''})
      and p.end_at > ${new Date(now + dayMs)} and a.scored_by is null and (a.state <> ${sql.lit(AttemptState.answering)} or a.deadline_at < ${new Date(now + leftMs)})
    returning a.id`.execute(trx)
  const [row] = rows
  if (!row) return
  await sql`
    update exam_answers w set score = null, saved_at = ${new Date(now - begunMs)}::timestamptz + make_interval(mins => w.seq::int)
    where w.attempt_id = ${row.id}`.execute(trx)
}

/**
 * Places the exams of the demo as of `now`: windows that come, are open and are over; once what its people have taken, with mistakes to
 * repeat and answers to mark; and the learner's attempt that is under way. Call after the learner has their courses.
 */
export async function placeExams(trx: DatabaseTransaction, now: number): Promise<void> {
  await placeWindows(trx, now)
  if (await isPlaced(trx)) return keepUnderWay(trx, now)
  const desk = await findDesk(trx, now)
  if (desk) await placeAttempts(trx, desk)
}
