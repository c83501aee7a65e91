import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { PaperState } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { patientBackendOfFile } from '../support/backend-of-file.ts'
import { uploadFile } from '../support/backend-uploads.ts'
import {
  answersTo,
  type BuiltExam,
  beginExam,
  buildExam,
  type ExamPage,
  minute,
  objective,
  saveExam,
  submitExam,
} from '../support/exam-steps.ts'
import { type Held, hold, untilWaiting } from '../support/held-rows.ts'
import { markingSteps } from '../support/marking-steps.ts'
import { makePicture } from '../support/upload-samples.ts'

const hour = 60 * minute
const backend = patientBackendOfFile()
const { attempt, buildSitting, extend, finish, handIn, mark } = markingSteps(backend)

interface Sat {
  readonly learner: Learner
  readonly exam: BuiltExam
  readonly page: ExamPage
}

/** A learner in the middle of an exam, with the first answer saved. */
async function sit(values: Parameters<typeof buildExam>[1] = {}): Promise<Sat> {
  const learner = await registerLearner(backend)
  const exam = await buildExam(backend, values)
  const page = await beginExam(backend, learner, exam.id)
  await saveExam(backend, learner, page, answersTo(exam, 'right').slice(0, 1))
  return { learner, exam, page }
}

const attemptOf = ({ page }: Pick<Sat, 'page'>) =>
  backend.db.selectFrom('examAttempts').selectAll().where('id', '=', page.attemptId).executeTakeFirstOrThrow()
const countAnswers = async ({ page }: Pick<Sat, 'page'>): Promise<number> =>
  (await backend.db.selectFrom('examAnswers').select('seq').where('attemptId', '=', page.attemptId).execute()).length

/** Handing in, stopped after it has read the answers: the score of the first one can't be written yet. */
async function stopHandIn({ learner, page }: Pick<Sat, 'learner' | 'page'>) {
  const held = await hold(backend, (trx) =>
    sql`select 1 from exam_answers where attempt_id = ${page.attemptId} for update`.execute(trx),
  )
  const handedIn = submitExam(backend, learner, page)
  await untilWaiting(backend, 1)
  return { held, handedIn }
}

/** Somebody in the middle of writing an attempt: they hold it. */
const holdAttempt = ({ page }: Pick<Sat, 'page'>, change = sql`version = version`): Promise<Held> =>
  hold(backend, (trx) => sql`update exam_attempts set ${change} where id = ${page.attemptId}`.execute(trx))

describe.skipIf(!process.env.TEST_DATABASE_URL)('in the middle of handing in', () => {
  test('an answer is saved no more', async () => {
    const sat = await sit({ questions: objective })
    const { held, handedIn } = await stopHandIn(sat)
    const saving = saveExam(backend, sat.learner, sat.page, answersTo(sat.exam, 'right', 9).slice(1, 2))
    await untilWaiting(backend, 2)
    await held.release()
    expect((await handedIn).receipt?.answered).toBe(1)
    expect([(await saving).state, await countAnswers(sat)]).toEqual([2, 1])
  })

  test('an answer with a photo is saved no more', async () => {
    const sat = await sit()
    const { cookie } = sat.learner
    const bytes = await makePicture().png().toBuffer()
    const url = await uploadFile(backend, cookie, { name: '照片.png', bytes, key: 'study' })
    const { held, handedIn } = await stopHandIn(sat)
    const answer = { questionId: sat.exam.questionIds[4] ?? 0, answer: { files: [url] }, seq: 9 }
    const saving = saveExam(backend, sat.learner, sat.page, [answer])
    await untilWaiting(backend, 2)
    await held.release()
    expect((await handedIn).receipt?.answered).toBe(1)
    expect([(await saving).state, await countAnswers(sat)]).toEqual([2, 1])
  })

  test('another device finds it over', async () => {
    const sat = await sit({ questions: objective })
    const { held, handedIn } = await stopHandIn(sat)
    const beginning = beginExam(backend, sat.learner, sat.exam.id, 'the-other-device')
    const refused = expect(beginning).rejects.toMatchObject({ code: 4004 })
    await untilWaiting(backend, 2)
    await held.release()
    await refused
    expect((await handedIn).state).toBe(1)
    expect(await attemptOf(sat)).toMatchObject({ state: 3, leaseNo: 1, leaseDevice: sat.page.device })
  })

  test('more time comes too late', async () => {
    const sitting = await buildSitting()
    await saveExam(backend, sitting.learner, sitting.page, answersTo(sitting.exam, 'right').slice(0, 1))
    const { deadlineAt } = await attemptOf(sitting)
    const { held, handedIn } = await stopHandIn(sitting)
    const refused = expect(extend(sitting.teacher, sitting)).rejects.toMatchObject({
      message: '这位学员已经交卷，不能再延时',
    })
    await untilWaiting(backend, 2)
    await held.release()
    await refused
    await handedIn
    expect((await attemptOf(sitting)).deadlineAt).toEqual(deadlineAt)
  })

  test('the clock leaves it to its learner', async () => {
    const sat = await sit({ questions: objective })
    backend.clock.set(testNow + hour + 9000)
    const { held, handedIn } = await stopHandIn(sat)
    backend.clock.set(testNow + hour + 10_001)
    await backend.runJob('exams.clock')
    expect((await attemptOf(sat)).state).toBe(1)
    await held.release()
    expect((await handedIn).receipt).toMatchObject({ closedBy: 1, answered: 1 })
    await backend.runJob('exams.clock')
    expect(await attemptOf(sat)).toMatchObject({ state: 3, closedBy: 1, version: 2 })
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('in the middle of saving', () => {
  test('handing in waits, and counts the answer', async () => {
    const sat = await sit({ questions: objective })
    const held = await hold(backend, async (trx) => {
      await sql`select 1 from exam_attempts where id = ${sat.page.attemptId} for update`.execute(trx)
      const answer = { answer: '{"isTrue":false}', leaseNo: 1, seq: 7, savedAt: new Date(testNow) }
      const [, , questionId = 0] = sat.exam.questionIds
      await trx
        .insertInto('examAnswers')
        .values({ ...answer, attemptId: sat.page.attemptId, questionId })
        .execute()
    })
    const handedIn = submitExam(backend, sat.learner, sat.page)
    await untilWaiting(backend, 1)
    await held.release()
    expect((await handedIn).receipt?.answered).toBe(2)
    expect(await attemptOf(sat)).toMatchObject({ score: 15 })
  })

  test('a device that takes over sees the answer', async () => {
    const sat = await sit({ questions: objective })
    const held = await hold(backend, async (trx) => {
      await sql`select 1 from exam_attempts where id = ${sat.page.attemptId} for update`.execute(trx)
      const answer = { answer: '{"isTrue":false}', leaseNo: 1, seq: 7, savedAt: new Date(testNow) }
      const [, , questionId = 0] = sat.exam.questionIds
      await trx
        .insertInto('examAnswers')
        .values({ ...answer, attemptId: sat.page.attemptId, questionId })
        .execute()
    })
    const beginning = backend
      .as(sat.learner.cookie)
      .call('POST /api/exam/begin', { id: sat.exam.id, device: 'the-other-device' })
    await untilWaiting(backend, 1)
    await held.release()
    expect((await beginning).answers).toHaveLength(2)
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('in the middle of', () => {
  test('a takeover the older device saves nothing', async () => {
    const sat = await sit({ questions: objective })
    const held = await holdAttempt(sat, sql`lease_no = lease_no + 1, lease_device = 'the-other-device'`)
    const saving = saveExam(backend, sat.learner, sat.page, answersTo(sat.exam, 'wrong', 9))
    await untilWaiting(backend, 1)
    await held.release()
    expect([(await saving).state, await countAnswers(sat)]).toEqual([3, 1])
  })

  test('an extension the clock ends nothing', async () => {
    const sat = await sit({ questions: objective })
    backend.clock.set(testNow + hour + 10_001)
    const held = await holdAttempt(sat, sql`deadline_at = deadline_at + interval '1 hour'`)
    await backend.runJob('exams.clock')
    await held.release()
    await backend.runJob('exams.clock')
    expect((await attemptOf(sat)).state).toBe(1)
    expect((await saveExam(backend, sat.learner, sat.page, answersTo(sat.exam, 'right', 9))).state).toBe(1)
  })

  test('a withdrawal nobody begins', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { questions: objective })
    const held = await hold(backend, async (trx) => {
      await sql`select 1 from exam_papers where id = ${exam.id} for update`.execute(trx)
      await sql`update exam_papers set state = ${PaperState.withdrawn} where id = ${exam.id}`.execute(trx)
    })
    const refused = expect(beginExam(backend, learner, exam.id)).rejects.toMatchObject({ code: 4004 })
    await untilWaiting(backend, 1)
    await held.release()
    await refused
    expect(await backend.db.selectFrom('examAttempts').select('id').where('paperId', '=', exam.id).execute()).toEqual(
      [],
    )
  })

  test('a begin nobody changes the questions', async () => {
    const learner = await registerLearner(backend)
    const office = backend.as((await buildStaff(backend, 'education')).cookie)
    const { id } = await buildExam(backend, { questions: objective })
    const { version } = await office.call('GET /api/staff/exam/paper', { id })
    const held = await hold(backend, async (trx) => {
      await sql`select 1 from exam_papers where id = ${id} for key share`.execute(trx)
      await sql`insert into exam_attempts (paper_id, user_id, attempt_no, state, begun_at, layout, lease_device, lease_at)
        values (${id}, ${learner.userId}, 1, 1, now(), '{"questions":[]}', 'a-device', now())`.execute(trx)
    })
    const refused = expect(
      office.call('POST /api/staff/exam/questions', { id, version, questions: [] }),
    ).rejects.toMatchObject({ message: '已经有人作答，题目不能再改' })
    await untilWaiting(backend, 1)
    await held.release()
    await refused
  })

  test('marking another marker is sent back', async () => {
    const sitting = await handIn(await buildSitting())
    const { teacher } = sitting
    const office = await buildStaff(backend, 'education')
    const held = await holdAttempt(sitting, sql`version = version + 1`)
    const refused = [mark(teacher, sitting), finish(office, sitting, 2)].map((call) =>
      expect(call).rejects.toMatchObject({ message: '这份答卷刚刚由同事处理过，刷新后再看' }),
    )
    await untilWaiting(backend, 2)
    await held.release()
    await Promise.all(refused)
    expect(await attempt(teacher, sitting)).toMatchObject({ version: 3, state: 2, toMark: 1 })
  })
})
