import { describe, expect, test } from 'vitest'
import type { CallInput } from '#shared/contract/calls.ts'
import { AnswersRevealed, QuestionKind } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { answersTo, beginExam, buildExam, minute, oneOfEach, saveExam, submitExam } from '../support/exam-steps.ts'

const hour = 60 * minute
const backend = backendOfFile()

const save = ({ cookie }: Learner, values: Partial<CallInput<'POST /api/staff/exam/save'>> = {}) =>
  backend.as(cookie).call('POST /api/staff/exam/save', { title: '光与形　期中', ...values })
const setQuestions = (
  { cookie }: Learner,
  which: { id: number; version: number },
  questions: CallInput<'POST /api/staff/exam/questions'>['questions'],
) => backend.as(cookie).call('POST /api/staff/exam/questions', { ...which, questions })
const publish = ({ cookie }: Learner, which: { id: number; version: number }, isPublished = true) =>
  backend.as(cookie).call('POST /api/staff/exam/publish', { ...which, isPublished })
const paper = ({ cookie }: Learner, id: number) => backend.as(cookie).call('GET /api/staff/exam/paper', { id })

const asked = oneOfEach.map(({ kind, key, options, score }, at) => ({
  kind,
  key: { ...key, options: key.options && [...key.options], blanks: key.blanks?.map((wordings) => [...wordings]) },
  options: [...options],
  score,
  stem: `第 ${at + 1} 题`,
  explanation: '课上讲过。',
}))

describe('a paper of the office', () => {
  test('is made, filled, published and taken', async () => {
    const office = await buildStaff(backend, 'education')
    const learner = await registerLearner(backend)
    const draft = await save(office, { durationMin: 30, endDate: testNow + hour })
    await expect(publish(office, draft)).rejects.toMatchObject({ message: '先加上题目再发布' })
    const { version } = await setQuestions(office, draft, asked)
    await expect(beginExam(backend, learner, draft.id)).rejects.toMatchObject({ code: 404 })
    await publish(office, { id: draft.id, version })
    const found = await paper(office, draft.id)
    expect(found).toMatchObject({ state: 2, questionCount: 5, totalScore: 50, attempts: 0, version: version + 1 })
    expect(found.questions.map(({ key }) => key)).toEqual(oneOfEach.map(({ key }) => key))
    const attempt = await backend
      .as(learner.cookie)
      .call('POST /api/exam/begin', { id: draft.id, device: 'the-first-device' })
    expect(attempt.questions).toHaveLength(5)
    expect(attempt.deadlineTime).toBe(testNow + 30 * minute)
    const acts = backend.db.selectFrom('staffAudits').select('action').where('subjectId', '=', String(draft.id))
    expect(await acts.where('subject', '=', 'exam-paper').orderBy('id').execute()).toEqual([
      { action: 'exam.make' },
      { action: 'exam.questions' },
      { action: 'exam.publish' },
    ])
  })

  test('that somebody has begun keeps its questions', async () => {
    const office = await buildStaff(backend, 'education')
    const exam = await buildExam(backend)
    await beginExam(backend, await registerLearner(backend), exam.id)
    await expect(setQuestions(office, { id: exam.id, version: 1 }, asked)).rejects.toMatchObject({
      message: '已经有人作答，题目不能再改',
    })
    const values = { id: exam.id, version: 1, reveal: AnswersRevealed.afterHandingIn }
    await expect(save(office, { ...values, halfForPart: false })).rejects.toMatchObject({ code: 4004 })
    expect(await save(office, { ...values, title: '改个名字' })).toMatchObject({ version: 2 })
    expect((await paper(office, exam.id)).questions.map(({ id }) => id)).toEqual(exam.questionIds)
  })

  test('begun while its questions change is whole', async () => {
    const office = await buildStaff(backend, 'education')
    for (let each = 0; each < 8; each++) {
      const exam = await buildExam(backend)
      const learner = await registerLearner(backend)
      const [begun] = await Promise.allSettled([
        backend.as(learner.cookie).call('POST /api/exam/begin', { id: exam.id, device: 'the-first-device' }),
        setQuestions(office, { id: exam.id, version: 1 }, asked.slice(0, 2)),
      ])
      const ids = (await paper(office, exam.id)).questions.map(({ id }) => id)
      expect(begun.status === 'fulfilled' ? begun.value.questions.map(({ id }) => id) : ids).toEqual(ids)
    }
  })

  test('that was changed meanwhile isn’t overwritten', async () => {
    const office = await buildStaff(backend, 'education')
    const { id, version } = await save(office)
    await save(office, { id, version, title: '先改的' })
    const stale = { code: 4004, message: '这份试卷刚刚被同事改过，刷新后再改' }
    await expect(save(office, { id, version, title: '后改的' })).rejects.toMatchObject(stale)
    await expect(setQuestions(office, { id, version }, asked)).rejects.toMatchObject(stale)
    await expect(publish(office, { id, version })).rejects.toMatchObject(stale)
    expect((await paper(office, id)).title).toBe('先改的')
  })

  test('is withdrawn and comes back', async () => {
    const office = await buildStaff(backend, 'education')
    const exam = await buildExam(backend)
    const learner = await registerLearner(backend)
    const { version } = await publish(office, { id: exam.id, version: 1 }, false)
    await expect(beginExam(backend, learner, exam.id)).rejects.toMatchObject({ code: 4004 })
    await publish(office, { id: exam.id, version })
    expect((await beginExam(backend, learner, exam.id)).leaseNo).toBe(1)
  })

  test.each([
    ['a choice without options', { kind: QuestionKind.single, key: { options: [0] }, options: [] }],
    ['a key that is no option', { ...asked[0], key: { options: [9] } }],
    ['two keys of a single choice', { ...asked[0], key: { options: [0, 1] } }],
    ['a blank without words', { kind: QuestionKind.fillIn, key: { blanks: [] } }],
    ['neither true nor false', { kind: QuestionKind.trueFalse, key: {} }],
  ])('%s is refused whole', async (_what, question) => {
    const office = await buildStaff(backend, 'education')
    const draft = await save(office)
    const bad = { stem: '坏题', score: 5, ...question } as (typeof asked)[number]
    await expect(setQuestions(office, draft, [...asked, bad])).rejects.toMatchObject({ code: 4004 })
    expect((await paper(office, draft.id)).questions).toEqual([])
  })

  test('that ends before it begins is refused', async () => {
    const office = await buildStaff(backend, 'education')
    await expect(save(office, { begDate: testNow, endDate: testNow })).rejects.toMatchObject({ code: 4004 })
    await expect(save(office, { productId: 987_654 })).rejects.toMatchObject({ message: '没有找到这门课程' })
    await expect(save(office, { url: 'http://exam.example.com' })).rejects.toMatchObject({ status: 400 })
  })

  test('stands in the list, the last changed first', async () => {
    const office = await buildStaff(backend, 'headMaster')
    const exam = await buildExam(backend)
    const { records } = await backend.as(office.cookie).call('GET /api/staff/exam/papers', { state: 2, pageSize: 50 })
    expect(records.find(({ id }) => id === exam.id)).toMatchObject({ attempts: 0, courseName: '', state: 2 })
  })
})

test('statistics tell which questions went wrong', async () => {
  const office = await buildStaff(backend, 'education')
  const exam = await buildExam(backend, { questions: oneOfEach.slice(0, 3) })
  for (const which of ['right', 'wrong', 'wrong'] as const) {
    const learner = await registerLearner(backend)
    await submitExam(backend, learner, await beginExam(backend, learner, exam.id), answersTo(exam, which))
  }
  const writing = await registerLearner(backend)
  await saveExam(backend, writing, await beginExam(backend, writing, exam.id), answersTo(exam, 'right'))
  const figures = await backend.as(office.cookie).call('GET /api/staff/exam/statistics', { id: exam.id })
  expect(figures).toMatchObject({
    people: 4,
    answering: 1,
    scored: 3,
    average: 6.7,
    highest: 20,
    lowest: 0,
    tenths: [2, 0, 0, 0, 0, 0, 0, 0, 0, 1],
  })
  expect(figures.questions[0]).toMatchObject({
    answered: 3,
    right: 1,
    average: 3.3,
    chosen: [
      { key: 0, count: 2 },
      { key: 1, count: 1 },
    ],
  })
})

test('answers after the end need an end', async () => {
  const office = await buildStaff(backend, 'education')
  const needsEnd = { code: 4004, message: '答案在考试结束后公布，先定结束时间' }
  const draft = await save(office, { reveal: AnswersRevealed.afterEnd })
  const { version } = await setQuestions(office, draft, asked)
  await expect(publish(office, { id: draft.id, version })).rejects.toMatchObject(needsEnd)
  const values = { id: draft.id, reveal: AnswersRevealed.afterEnd }
  const saved = await save(office, { ...values, version, endDate: testNow + hour })
  const out = await publish(office, saved)
  await expect(save(office, { ...values, version: out.version })).rejects.toMatchObject(needsEnd)
})

test.each([1e300, -1, 8.64e15, 253_402_300_800_000, 0.5])('a paper that ends at %s is refused', async (endDate) => {
  const office = await buildStaff(backend, 'education')
  await expect(save(office, { endDate })).rejects.toMatchObject({ code: 0, message: '参数 endDate 不正确' })
})
