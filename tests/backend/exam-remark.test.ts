import { describe, expect, test } from 'vitest'
import { AnswersRevealed } from '#shared/contract/enums.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { minute } from '../support/exam-steps.ts'
import { markingSteps, type Sitting } from '../support/marking-steps.ts'

const hour = 60 * minute
const backend = backendOfFile()
const { attempt, buildSitting, handIn, messages, remark, result, scored } = markingSteps(backend)
const unknown = { code: 404, message: '没有找到这份答卷' }

describe('marks put right', () => {
  test('change the score, and tell the learner why', async () => {
    const sitting = await scored()
    const { teacher, learner } = sitting
    const { version } = await attempt(teacher, sitting)
    expect(await remark(teacher, sitting, { version })).toEqual({ version: version + 1, score: 48 })
    const seen = await result(sitting)
    expect(seen).toMatchObject({ score: 48 })
    expect(seen.questions[4]).toMatchObject({ gained: 18, comment: '少看了一行' })
    expect((await messages(learner)).map(({ title }) => title)).toEqual(['考试成绩有更正', '考试成绩出来了'])
    const acts = backend.db.selectFrom('staffAudits').select(['action', 'detail']).where('staffId', '=', teacher.userId)
    const [last] = await acts.orderBy('id', 'desc').limit(1).execute()
    const detail = { reason: '漏看了第二段', before: { score: 45 }, after: { score: 48, marks: [{ score: 18 }] } }
    expect(last).toMatchObject({ action: 'exam.remark', detail })
    await expect(remark(teacher, sitting, { version })).rejects.toMatchObject({ code: 4004 })
    expect((await attempt(teacher, sitting)).version).toBe(version + 1)
  })

  test('below sixty percent go into the mistake book once', async () => {
    const sitting = await scored()
    expect((await result(sitting)).mistakes).toBe(0)
    for (const score of [5, 4]) {
      const { version } = await attempt(sitting.teacher, sitting)
      const marks = [{ questionId: sitting.exam.questionIds[4] ?? 0, score }]
      await remark(sitting.teacher, sitting, { version, marks })
    }
    expect((await result(sitting)).mistakes).toBe(1)
    const book = backend.db.selectFrom('mistakes').select('lapses').where('userId', '=', sitting.learner.userId)
    expect(await book.execute()).toEqual([{ lapses: 1 }])
  })

  describe('above sixty percent afterwards', () => {
    const markTo = async (sitting: Sitting, score: number): Promise<void> => {
      const { version } = await attempt(sitting.teacher, sitting)
      const marks = [{ questionId: sitting.exam.questionIds[4] ?? 0, score }]
      await remark(sitting.teacher, sitting, { version, marks })
    }
    const wrong = async (): Promise<Sitting> => {
      const sitting = await scored()
      await markTo(sitting, 5)
      return sitting
    }
    const book = ({ learner }: Sitting, state: 1 | 2 | 3) =>
      backend.as(learner.cookie).call('GET /api/exam/mistake/list', { state })
    const answerInBook = ({ learner, exam }: Sitting, isRight: boolean) =>
      backend.as(learner.cookie).call('POST /api/exam/mistake/answer', {
        questionId: exam.questionIds[4] ?? 0,
        clientKey: crypto.randomUUID(),
        answer: { text: '再想一遍' },
        isRight,
      })
    const reviewsOf = async ({ learner }: Sitting): Promise<boolean[]> => {
      const rows = backend.db.selectFrom('mistakeReviews').select('isRight').where('userId', '=', learner.userId)
      return (await rows.orderBy('id').execute()).map(({ isRight }) => isRight)
    }
    const nextDay = (): void => backend.clock.set(backend.clock.now() + 24 * hour)

    test('leave the mistake book', async () => {
      const sitting = await wrong()
      expect((await book(sitting, 1)).listStatus).toMatchObject({ active: 1, due: 0 })
      await markTo(sitting, 12)
      expect((await book(sitting, 1)).listStatus).toMatchObject({ active: 0, mastered: 0, dismissed: 0 })
      expect((await result(sitting)).mistakes).toBe(0)
      await markTo(sitting, 11)
      expect((await book(sitting, 1)).records).toMatchObject([{ lapses: 1, successes: 0 }])
    })

    test('are asked no more, and what was repeated stays known', async () => {
      const sitting = await wrong()
      nextDay()
      await answerInBook(sitting, true)
      await markTo(sitting, 15)
      expect((await book(sitting, 1)).records).toEqual([])
      expect((await book(sitting, 3)).records).toMatchObject([{ lapses: 0, successes: 1 }])
      expect(await reviewsOf(sitting)).toEqual([true])
      await markTo(sitting, 3)
      expect((await book(sitting, 1)).records).toMatchObject([{ lapses: 1, successes: 0 }])
      expect(await reviewsOf(sitting)).toEqual([true, false])
    })

    test('are asked on when their learner is wrong, too', async () => {
      const sitting = await wrong()
      nextDay()
      await answerInBook(sitting, false)
      await markTo(sitting, 15)
      expect((await book(sitting, 1)).records).toMatchObject([{ lapses: 1, successes: 0 }])
      expect(await reviewsOf(sitting)).toEqual([false])
    })

    test('are asked on when their learner has added them', async () => {
      const sitting = await scored()
      const questionId = sitting.exam.questionIds[4] ?? 0
      await backend.as(sitting.learner.cookie).call('POST /api/exam/mistake/add', { questionId })
      for (const score of [5, 15]) await markTo(sitting, score)
      expect((await book(sitting, 1)).records).toMatchObject([{ lapses: 0 }])
    })
  })

  test('are told of only when the score is seen', async () => {
    const sitting = await scored({ endAt: testNow + 5 * hour, reveal: AnswersRevealed.afterEnd })
    const { version } = await attempt(sitting.teacher, sitting)
    await remark(sitting.teacher, sitting, { version })
    expect(await messages(sitting.learner)).toEqual([])
    expect(await result(sitting)).toMatchObject({ score: null })
  })

  test('need a reason, a score, and who may mark', async () => {
    const sitting = await scored()
    const { version } = await attempt(sitting.teacher, sitting)
    await expect(remark(sitting.teacher, sitting, { version, reason: ' ' })).rejects.toMatchObject({ code: 0 })
    await expect(remark(sitting.learner, sitting, { version })).rejects.toMatchObject({ name: 'ApiError' })
    await expect(remark((await buildSitting()).teacher, sitting, { version })).rejects.toMatchObject(unknown)
    const tooMuch = [{ questionId: sitting.exam.questionIds[4] ?? 0, score: 21 }]
    await expect(remark(sitting.teacher, sitting, { version, marks: tooMuch })).rejects.toMatchObject({ code: 4004 })
    expect(await attempt(sitting.teacher, sitting)).toMatchObject({ version, score: 45 })
    const waiting = await handIn(await buildSitting())
    await expect(remark(waiting.teacher, waiting, { version: 2 })).rejects.toMatchObject({
      message: '还没有出分，直接批阅就可以',
    })
  })

  test('by ten at once count one', async () => {
    const sitting = await scored()
    const { version } = await attempt(sitting.teacher, sitting)
    const tries = await Promise.allSettled(
      Array.from({ length: 10 }, () => remark(sitting.teacher, sitting, { version })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await messages(sitting.learner)).toHaveLength(2)
  })
})
