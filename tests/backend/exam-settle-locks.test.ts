import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { settleAttempts } from '#server/backend/exam/settle.ts'
import { AnswersRevealed } from '#shared/contract/enums.ts'
import { testNow } from '../support/backend-harness.ts'
import { patientBackendOfFile } from '../support/backend-of-file.ts'
import { minute } from '../support/exam-steps.ts'
import { hold, untilWaiting } from '../support/held-rows.ts'
import { markingSteps, type Sitting } from '../support/marking-steps.ts'

const endAt = testNow + 120 * minute
const backend = patientBackendOfFile()
const { attempt, buildSitting, finish, handIn, mark, messages, remark } = markingSteps(backend)

/** An attempt with 5 of the 20 points of its short answer, which its learner may see from now on. */
async function buildUnsettled(): Promise<Sitting> {
  const sitting = await handIn(await buildSitting({ endAt, reveal: AnswersRevealed.afterEnd }))
  const marks = [{ questionId: sitting.exam.questionIds[4] ?? 0, score: 5, comment: '边没有说' }]
  await finish(sitting.teacher, sitting, (await mark(sitting.teacher, sitting, { marks })).version)
  backend.clock.set(endAt + 10_001)
  return sitting
}

const countBook = async ({ learner }: Sitting): Promise<number> =>
  (await backend.db.selectFrom('mistakes').select('questionId').where('userId', '=', learner.userId).execute()).length

describe.skipIf(!process.env.TEST_DATABASE_URL)('a result whose time has come', () => {
  test('is what a marker is just putting right', async () => {
    const sitting = await buildUnsettled()
    const { learner, page, teacher } = sitting
    const { version } = await attempt(teacher, sitting)
    const held = await hold(backend, (trx) =>
      sql`select 1 from exam_answers where attempt_id = ${page.attemptId} for update`.execute(trx),
    )
    const remarked = remark(teacher, sitting, { version })
    await untilWaiting(backend, 1)
    const settled = backend.runJob('exams.clock')
    await untilWaiting(backend, 2)
    await held.release()
    expect((await remarked).score).toBe(48)
    await settled
    expect(await countBook(sitting)).toBe(0)
    const texts = (await messages(learner)).map(({ content }) => content)
    expect(texts.filter((text) => text.includes('得了 48 分'))).toHaveLength(1)
  })

  test('is settled by one of two', async () => {
    const sitting = await buildUnsettled()
    const id = sitting.page.attemptId
    const held = await hold(backend, (trx) => sql`select 1 from exam_attempts where id = ${id} for update`.execute(trx))
    const now = new Date(backend.clock.now())
    const settle = () => backend.database.transaction((trx) => settleAttempts(trx, [id], { now, isTold: true }))
    const both = [settle(), settle()]
    await untilWaiting(backend, 2)
    await held.release()
    expect((await Promise.all(both)).sort()).toEqual([0, 1])
    expect(await countBook(sitting)).toBe(1)
    expect(await messages(sitting.learner)).toHaveLength(1)
  })
})
