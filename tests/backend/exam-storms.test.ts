import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { answersTo, beginExam, buildExam, minute, objective, saveExam, submitExam } from '../support/exam-steps.ts'
import { addLastingLearners } from '../support/order-world.ts'
import { openSecondBackend, type SecondBackend } from '../support/second-backend.ts'

const hour = 60 * minute
const backend = backendOfFile()
/** More than the clock closes in one transaction. */
const people = 70

const answersOf = (attemptId: number) =>
  backend.db.selectFrom('examAnswers').select(['questionId', 'seq']).where('attemptId', '=', attemptId).execute()
const attemptOf = (attemptId: number) =>
  backend.db.selectFrom('examAttempts').selectAll().where('id', '=', attemptId).executeTakeFirstOrThrow()

/** What is closed must be what was counted: nothing that was acknowledged is missing, nothing came afterwards. */
async function expectCounted(attemptId: number, acknowledged: readonly number[]): Promise<void> {
  const { answeredCount, state } = await attemptOf(attemptId)
  const kept = (await answersOf(attemptId)).map(({ questionId }) => questionId)
  expect(state).toBe(3)
  expect(kept).toHaveLength(answeredCount ?? -1)
  expect(kept).toEqual(expect.arrayContaining([...acknowledged]))
}

describe('many at once', () => {
  test('saving against handing in loses and adds nothing', async () => {
    for (let each = 0; each < 12; each++) {
      const learner = await registerLearner(backend)
      const exam = await buildExam(backend, { questions: objective })
      const page = await beginExam(backend, learner, exam.id)
      const [first, ...others] = answersTo(exam, 'right').map((answer) => saveExam(backend, learner, page, [answer]))
      const [, saved] = await Promise.all([
        submitExam(backend, learner, page),
        Promise.all([first, ...others].filter((one) => one !== undefined)),
      ])
      await expectCounted(
        page.attemptId,
        exam.questionIds.filter((_id, at) => saved[at]?.state === 1),
      )
    }
  })

  test('saving against the clock loses and adds nothing', async () => {
    for (let each = 0; each < 12; each++) {
      backend.clock.set(testNow)
      const learner = await registerLearner(backend)
      const exam = await buildExam(backend, { questions: objective })
      const page = await beginExam(backend, learner, exam.id)
      backend.clock.set(testNow + hour + 10_000)
      const saving = answersTo(exam, 'right').map((answer) => saveExam(backend, learner, page, [answer]))
      backend.clock.set(testNow + hour + 10_001)
      const [saved] = await Promise.all([Promise.all(saving), backend.runJob('exams.clock')])
      await backend.runJob('exams.clock')
      await expectCounted(
        page.attemptId,
        exam.questionIds.filter((_id, at) => saved[at]?.state === 1),
      )
    }
  })

  test('two devices in turn never write over each other', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { questions: objective })
    const old = await beginExam(backend, learner, exam.id, 'the-first-device')
    const [saved, page] = await Promise.all([
      Promise.all(
        Array.from({ length: 10 }, (_, at) => saveExam(backend, learner, old, answersTo(exam, 'wrong', 1 + at * 10))),
      ),
      beginExam(backend, learner, exam.id, 'the-other-device'),
    ])
    const own = await saveExam(backend, learner, page, answersTo(exam, 'right'))
    expect(own.state).toBe(1)
    expect((await saveExam(backend, learner, old, answersTo(exam, 'wrong', 900))).state).toBe(3)
    expect(saved.every(({ state }) => state === 1 || state === 3)).toBe(true)
    expect((await answersOf(page.attemptId)).map(({ seq }) => seq).sort()).toEqual([1, 2, 3, 4])
  })
})

describe.skipIf(!process.env.TEST_DATABASE_URL)('two backends', () => {
  let second: SecondBackend
  beforeAll(async () => {
    second = await openSecondBackend(backend, {})
  })
  afterAll(() => second?.close())

  test('close each attempt once and tell once', async () => {
    const exam = await buildExam(backend, { questions: objective })
    const learners = (await addLastingLearners(backend.database, testNow, people)).map((one) => ({ ...one, phone: '' }))
    await Promise.all(
      learners.map(async (learner) => {
        await saveExam(backend, learner, await beginExam(backend, learner, exam.id), answersTo(exam, 'wrong'))
      }),
    )
    backend.clock.set(testNow + hour + 10_001)
    await Promise.all([
      backend.runJob('exams.clock'),
      second.runJob('exams.clock'),
      backend.runJob('exams.clock'),
      second.runJob('exams.clock'),
    ])
    const attempts = await backend.db
      .selectFrom('examAttempts')
      .select(['state', 'closedBy', 'version', 'receiptNo', 'score'])
      .where('paperId', '=', exam.id)
      .execute()
    expect(attempts).toHaveLength(people)
    expect(attempts.every((one) => one.state === 3 && one.closedBy === 2 && one.version === 2 && one.score === 0)).toBe(
      true,
    )
    expect(new Set(attempts.map(({ receiptNo }) => receiptNo)).size).toBe(people)
    const ids = learners.map(({ userId }) => userId)
    const told = backend.db.selectFrom('userMessages').select('userId').where('userId', 'in', ids)
    expect(await told.execute()).toHaveLength(people)
    const book = backend.db.selectFrom('mistakes').select('lapses').where('userId', 'in', ids)
    expect(await book.execute()).toHaveLength(people * 4)
  })

  test('leave an attempt to whoever is just saving', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { questions: objective })
    const { attemptId } = await beginExam(backend, learner, exam.id)
    const answer = { answer: '{"options":[1]}', leaseNo: 1, seq: 1, savedAt: new Date(testNow) }
    let commit: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    let saving: Promise<void> = Promise.resolve()
    await new Promise<void>((resolve) => {
      saving = backend.database.transaction(async (trx) => {
        await trx.selectFrom('examAttempts').select('id').where('id', '=', attemptId).forUpdate().execute()
        resolve()
        await held
        await trx
          .insertInto('examAnswers')
          .values({ ...answer, attemptId, questionId: exam.questionIds[0] ?? 0 })
          .execute()
      })
    })
    backend.clock.set(testNow + hour + 10_001)
    await second.runJob('exams.clock')
    expect((await attemptOf(attemptId)).state).toBe(1)
    commit()
    await saving
    await second.runJob('exams.clock')
    expect(await attemptOf(attemptId)).toMatchObject({ state: 3, answeredCount: 1, score: 10 })
  })

  test('begin one attempt and take one hand-in', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { questions: objective, attemptsAllowed: 9 })
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        beginExam(at % 2 === 0 ? backend : second, learner, exam.id, `device-number-${at}`),
      ),
    )
    expect(new Set(pages.map(({ attemptId }) => attemptId)).size).toBe(1)
    const writer = pages.reduce((newest, page) => (page.leaseNo > newest.leaseNo ? page : newest))
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        submitExam(at % 2 === 0 ? backend : second, learner, writer, answersTo(exam, 'right')),
      ),
    )
    expect(new Set(all.map(({ receipt }) => JSON.stringify(receipt))).size).toBe(1)
    expect(await attemptOf(writer.attemptId)).toMatchObject({ state: 3, score: 30, version: 2 })
  })
})
