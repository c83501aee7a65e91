import { describe, expect, test } from 'vitest'
import { collectMistakes } from '#server/backend/mistake/collect-mistakes.ts'
import { AnswersRevealed, AttemptState, MistakeState, QuestionKind } from '#shared/contract/enums.ts'
import type { ExamAnswer } from '#shared/contract/exam-fields.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { dayStart } from '#shared/rules/month-days.ts'
import { type Learner, openSessionOf, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { answerWrong, buildPaper, handInPaper, rightAnswers } from '../support/mistake-steps.ts'

const backend = backendOfFile()
const unknown = { code: 404, message: '没有找到这道题' }
const kinds = Object.values(QuestionKind)

let keys = 0
const freshKey = () => `mistake-key-${++keys}`

const as = ({ cookie }: Learner) => backend.as(cookie)
const list = (who: Learner, input: object = {}) => as(who).call('GET /api/exam/mistake/list', input)
const queue = (who: Learner) => as(who).call('GET /api/exam/mistake/queue', {})
const add = (who: Learner, questionId: number) => as(who).call('POST /api/exam/mistake/add', { questionId })
const answer = (who: Learner, questionId: number, typed: ExamAnswer, more: object = {}) =>
  as(who).call('POST /api/exam/mistake/answer', { questionId, clientKey: freshKey(), answer: typed, ...more })
const reveal = (who: Learner, questionId: number) => as(who).call('POST /api/exam/mistake/reveal', { questionId })
const dismiss = (who: Learner, questionId: number, isDismissed = true) =>
  as(who).call('POST /api/exam/mistake/dismiss', { questionId, isDismissed })
const passDays = (days: number) => backend.clock.set(backend.clock.now() + days * dayMs)
const bad = (field: string) => ({ message: `参数 ${field} 不正确` })

/** The evening of a day, signed in anew. */
async function passTo(who: { -readonly [K in keyof Learner]: Learner[K] }, day: string) {
  backend.clock.set(dayStart(day) + 20 * 3_600_000)
  who.cookie = await openSessionOf(backend, who.userId)
}

/** A learner with one question of each kind to repeat, due today. */
async function buildBook(choice: Parameters<typeof buildPaper>[1] = {}) {
  const learner = await registerLearner(backend)
  const paper = await buildPaper(backend, choice)
  await answerWrong(backend, learner, paper)
  passDays(1)
  return { learner, paper, at: (kind: QuestionKind) => paper.questionIds[kinds.indexOf(kind)] ?? 0 }
}

describe('the mistake book', () => {
  test('has what was wrong in an exam, due tomorrow', async () => {
    const learner = await registerLearner(backend)
    const { paperId, questionIds } = await buildPaper(backend)
    const attemptId = await handInPaper(backend, learner, { paperId })
    const gained = [5, 2, 0, null, 2]
    const questions = questionIds.map((questionId, index) => {
      const kind = kinds[index] ?? QuestionKind.single
      return { questionId, kind, score: 5, gained: gained[index] ?? null, answer: { text: '记错了' } }
    })
    const now = new Date(testNow)
    const collect = () =>
      backend.database.transaction((trx) => collectMistakes(trx, { userId: learner.userId, attemptId, questions }, now))
    await collect()
    await collect()
    const { records, listStatus } = await list(learner)
    expect(records.map(({ question }) => question.id)).toEqual([questionIds[1], questionIds[2], questionIds[4]])
    expect(records[0]).toMatchObject({ state: 1, source: 1, dueDay: '2026-03-12', successes: 0, lapses: 1, paperId })
    expect(listStatus).toEqual({ active: 3, mastered: 0, dismissed: 0, due: 0 })
    expect((await queue(learner)).questions).toEqual([])
    passDays(1)
    expect((await queue(learner)).questions).toHaveLength(3)
  })

  test('takes a short answer of three fifths as right', async () => {
    const learner = await registerLearner(backend)
    const paper = await buildPaper(backend, { kinds: [QuestionKind.shortAnswer, QuestionKind.shortAnswer] })
    const attemptId = await handInPaper(backend, learner, paper)
    const questions = paper.questionIds.map((questionId, index) => {
      return { questionId, kind: QuestionKind.shortAnswer, score: 10, gained: [6, 5][index] ?? 0, answer: {} }
    })
    await backend.database.transaction((trx) =>
      collectMistakes(trx, { userId: learner.userId, attemptId, questions }, new Date(testNow)),
    )
    expect((await list(learner)).records.map(({ question }) => question.id)).toEqual([paper.questionIds[1]])
  })

  test('shows questions without their answers', async () => {
    const { learner } = await buildBook()
    const text = JSON.stringify([await list(learner), await queue(learner)])
    for (const word of ['"answer"', '"key":{', '看光线', '先说光']) expect(text).not.toContain(word)
    const { questions } = await queue(learner)
    expect(questions.map(({ question }) => question.blankCount)).toEqual([0, 0, 0, 1, 0])
  })

  test('keeps back what may not be seen yet', async () => {
    const end = testNow + 3 * dayMs
    const { learner, paper } = await buildBook({ reveal: AnswersRevealed.afterEnd, endAt: end })
    const [questionId = 0] = paper.questionIds
    expect(await list(learner)).toMatchObject({ total: 0, records: [], listStatus: { active: 0, due: 0 } })
    expect(await queue(learner)).toMatchObject({ questions: [], dueTotal: 0 })
    await expect(answer(learner, questionId, { options: [1] })).rejects.toMatchObject(unknown)
    await expect(add(learner, questionId)).rejects.toMatchObject(unknown)
    await backend.db
      .insertInto('examExtensions')
      .values({
        paperId: paper.paperId,
        userId: (await registerLearner(backend)).userId,
        extraMin: 60,
        reason: '断网',
        createdAt: new Date(testNow),
      })
      .execute()
    backend.clock.set(end + 3_600_000)
    expect((await list(learner)).total).toBe(0)
    backend.clock.set(end + 3_600_000 + 10_001)
    expect((await list(learner)).total).toBe(5)
    expect((await answer(learner, questionId, { options: [1] })).isRight).toBe(true)
  })

  test('never has what a paper never shows', async () => {
    const { learner, paper } = await buildBook({ reveal: AnswersRevealed.never })
    expect((await queue(learner)).dueTotal).toBe(0)
    await expect(reveal(learner, paper.questionIds[4] ?? 0)).rejects.toMatchObject(unknown)
  })

  test('is counted by paper, too', async () => {
    const { learner, paper } = await buildBook()
    await answerWrong(backend, learner, await buildPaper(backend, { kinds: [QuestionKind.single] }))
    const [first = 0] = paper.questionIds
    await dismiss(learner, first)
    expect((await list(learner)).listStatus).toEqual({ active: 5, mastered: 0, dismissed: 1, due: 4 })
    const own = await list(learner, { paperId: paper.paperId, state: 3 })
    expect(own).toMatchObject({ total: 1, listStatus: { active: 4, dismissed: 1, due: 4 } })
  })

  test('pages from the soonest due on', async () => {
    const { learner, at } = await buildBook()
    await answer(learner, at(QuestionKind.single), { options: [1] })
    const pages = await Promise.all([1, 2, 3, 4].map((pageNum) => list(learner, { pageNum, pageSize: 2 })))
    expect(pages.map(({ records }) => records.length)).toEqual([2, 2, 1, 0])
    expect(pages[2]?.records[0]?.question.id).toBe(at(QuestionKind.single))
    expect(pages[0]).toMatchObject({ total: 5, pages: 3 })
  })
})

describe('a day’s queue', () => {
  test('has twenty questions, the rest is no debt', async () => {
    const learner = await registerLearner(backend)
    const paper = await buildPaper(backend, { kinds: Array.from({ length: 30 }, () => QuestionKind.trueFalse) })
    await answerWrong(backend, learner, paper)
    passDays(9)
    const first = await queue(learner)
    expect(first).toMatchObject({ doneToday: 0, dueTotal: 30 })
    expect(first.questions).toHaveLength(20)
    for (const { question } of first.questions.slice(0, 3)) await answer(learner, question.id, { isTrue: false })
    expect((await queue(learner)).questions).toHaveLength(17)
    for (const { question } of first.questions.slice(3)) await answer(learner, question.id, { isTrue: true })
    expect(await queue(learner)).toMatchObject({ questions: [], doneToday: 20, dueTotal: 10 })
    expect(await list(learner)).toMatchObject({ doneToday: 20, listStatus: { due: 10 } })
    passDays(1)
    expect(await queue(learner)).toMatchObject({ doneToday: 0, dueTotal: 13 })
  })
})

describe('an answer', () => {
  test('of every kind is right when it is right', async () => {
    const { learner, at } = await buildBook()
    for (const kind of kinds.slice(0, 4))
      expect(await answer(learner, at(kind), rightAnswers[kind])).toMatchObject({
        isRight: true,
        explanation: '看光线。',
        dueDay: '2026-03-14',
        state: 1,
        successes: 1,
      })
    expect((await queue(learner)).doneToday).toBe(4)
  })

  test('in part, or none at all, is wrong', async () => {
    const { learner, at } = await buildBook()
    expect(await answer(learner, at(QuestionKind.multiple), { options: [0] })).toMatchObject({
      isRight: false,
      key: { options: [0, 2] },
      dueDay: '2026-03-13',
      successes: 0,
    })
    expect((await answer(learner, at(QuestionKind.fillIn), {})).isRight).toBe(false)
  })

  test('in words is judged by its learner, key at hand', async () => {
    const { learner, at } = await buildBook()
    const id = at(QuestionKind.shortAnswer)
    await expect(answer(learner, id, { text: '光从窗外来。' })).rejects.toMatchObject({ code: 4004 })
    expect(await reveal(learner, id)).toEqual({ key: { text: '先说光从哪里来。' }, explanation: '看光线。' })
    expect(await answer(learner, id, { text: '光从窗外来。' }, { isRight: true })).toMatchObject({ isRight: true })
    await expect(reveal(learner, at(QuestionKind.single))).rejects.toMatchObject({ code: 4004 })
  })

  test('sent twice counts once', async () => {
    const { learner, at } = await buildBook()
    const clientKey = freshKey()
    const id = at(QuestionKind.single)
    const first = await answer(learner, id, { options: [1] }, { clientKey })
    expect(await answer(learner, id, { options: [0] }, { clientKey })).toEqual(first)
    expect((await list(learner)).records.find(({ question }) => question.id === id)).toMatchObject({ successes: 1 })
  })

  test('given twice at once counts once', async () => {
    const { learner, at } = await buildBook()
    const id = at(QuestionKind.trueFalse)
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => answer(learner, id, { isTrue: true })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of tries)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 4004, message: '这道题今天不用再答，3 月 14 日再来' })
    const reviews = backend.db.selectFrom('mistakeReviews').selectAll().where('mistakeReviews.questionId', '=', id)
    expect((await reviews.execute()).filter(({ isRight }) => isRight)).toHaveLength(1)
  })

  test('on four days masters the question', async () => {
    const { learner, at } = await buildBook()
    const id = at(QuestionKind.single)
    for (let each = 0; each < 3; each++) {
      const { dueDay } = await answer(learner, id, { options: [1] })
      await passTo(learner, dueDay)
    }
    expect(await answer(learner, id, { options: [1] })).toMatchObject({ state: 2, successes: 4 })
    expect((await list(learner, { state: 2 })).records.map(({ question }) => question.id)).toEqual([id])
    await expect(answer(learner, id, { options: [1] })).rejects.toMatchObject({ message: '这道题已经掌握，不用再答了' })
  })

  test('that doesn’t fit its question is refused whole', async () => {
    const { learner, at } = await buildBook()
    const misfits: [QuestionKind, ExamAnswer][] = [
      [QuestionKind.single, { options: [7] }],
      [QuestionKind.single, { options: [0, 1] }],
      [QuestionKind.fillIn, { blanks: ['光圈', '快门'] }],
    ]
    for (const [kind, typed] of misfits)
      await expect(answer(learner, at(kind), typed)).rejects.toMatchObject(bad('answer'))
    expect((await queue(learner)).doneToday).toBe(0)
    await expect(answer(learner, at(QuestionKind.single), {}, { clientKey: 'exam:1' })).rejects.toMatchObject(
      bad('clientKey'),
    )
  })

  test('to another’s question is answered as to none', async () => {
    const { paper } = await buildBook()
    const stranger = await registerLearner(backend)
    for (const id of [paper.questionIds[0] ?? 0, 999_999_999]) {
      await expect(answer(stranger, id, { options: [1] })).rejects.toMatchObject(unknown)
      await expect(reveal(stranger, id)).rejects.toMatchObject(unknown)
      await expect(dismiss(stranger, id)).rejects.toMatchObject(unknown)
      await expect(add(stranger, id)).rejects.toMatchObject(unknown)
    }
    expect((await list(stranger)).total).toBe(0)
  })
})

describe('a question', () => {
  test('is put away and taken back', async () => {
    const { learner, at } = await buildBook()
    const id = at(QuestionKind.single)
    for (let each = 0; each < 2; each++) expect(await dismiss(learner, id)).toBe(true)
    expect((await queue(learner)).questions.map(({ question }) => question.id)).not.toContain(id)
    await expect(answer(learner, id, { options: [1] })).rejects.toMatchObject({
      message: '这道题已经收起，移回错题本再答',
    })
    await dismiss(learner, id, false)
    expect((await queue(learner)).questions.map(({ question }) => question.id)).toContain(id)
  })

  test('may be added by who has handed its paper in', async () => {
    const learner = await registerLearner(backend)
    const paper = await buildPaper(backend)
    const [questionId = 0] = paper.questionIds
    await expect(add(learner, questionId)).rejects.toMatchObject(unknown)
    await handInPaper(backend, learner, paper)
    for (let each = 0; each < 2; each++) expect(await add(learner, questionId)).toBe(true)
    expect((await queue(learner)).questions).toMatchObject([{ question: { id: questionId }, source: 2, lapses: 0 }])
    await backend.db
      .updateTable('examAttempts')
      .set({ state: AttemptState.answering, submittedAt: null, receiptNo: null, closedBy: null })
      .where('examAttempts.userId', '=', learner.userId)
      .execute()
    await expect(add(learner, paper.questionIds[1] ?? 0)).rejects.toMatchObject(unknown)
  })

  test('that is wrong again comes back from wherever it was', async () => {
    const { learner, paper, at } = await buildBook()
    const [away, mastered] = [at(QuestionKind.single), at(QuestionKind.trueFalse)]
    await dismiss(learner, away)
    await backend.db
      .updateTable('mistakes')
      .set({ state: MistakeState.mastered, successes: 4 })
      .where('mistakes.userId', '=', learner.userId)
      .where('mistakes.questionId', '=', mastered)
      .execute()
    await answerWrong(backend, learner, { ...paper, questionIds: [away, mastered] }, { attemptNo: 2 })
    const { listStatus, records } = await list(learner)
    expect(listStatus).toMatchObject({ active: 5, mastered: 0, dismissed: 0, due: 3 })
    const back = records.filter(({ question }) => question.id === away || question.id === mastered)
    expect(back).toMatchObject([
      { successes: 0, lapses: 2, dueDay: '2026-03-13' },
      { successes: 0, lapses: 2, dueDay: '2026-03-13' },
    ])
  })

  test('that was mastered can be asked for again', async () => {
    const { learner, at } = await buildBook()
    const id = at(QuestionKind.single)
    await backend.db
      .updateTable('mistakes')
      .set({ state: MistakeState.mastered, successes: 4, dueOn: '2026-09-01' })
      .where('mistakes.questionId', '=', id)
      .execute()
    await add(learner, id)
    expect((await list(learner)).records.find(({ question }) => question.id === id)).toMatchObject({
      successes: 0,
      dueDay: '2026-03-12',
      source: 1,
    })
  })
})

test('what was asked today comes back tomorrow, not again', async () => {
  const { learner, at } = await buildBook()
  const questionId = at(QuestionKind.single)
  await answer(learner, questionId, { options: [7] }).catch(() => answer(learner, questionId, { options: [0] }))
  await dismiss(learner, questionId)
  await add(learner, questionId)
  expect((await queue(learner)).questions.map(({ question }) => question.id)).not.toContain(questionId)
  await expect(answer(learner, questionId, { options: [0] })).rejects.toMatchObject({ code: 4004 })
  passDays(1)
  expect((await queue(learner)).questions.map(({ question }) => question.id)).toContain(questionId)
})
