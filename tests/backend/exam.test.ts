import { describe, expect, test } from 'vitest'
import { PaperState } from '#shared/contract/enums.ts'
import { type Learner, registerLearner } from '../support/backend-accounts.ts'
import { buildProduct } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  answersTo,
  beginExam,
  buildExam,
  minute,
  objective,
  oneOfEach,
  saveExam,
  submitExam,
} from '../support/exam-steps.ts'
import { sendWork } from '../support/homework-steps.ts'
import { enrolIn } from '../support/live-rooms.ts'

const hour = 60 * minute
const backend = backendOfFile()
const unknown = { code: 404, message: '没有找到这场考试' }

const rowOf = async ({ cookie }: Learner, id: number) =>
  (await backend.as(cookie).call('GET /api/exam/list-exam', { id })).records[0]
const detail = ({ cookie }: Learner, id: number) => backend.as(cookie).call('GET /api/exam/detail', { id })
const result = ({ cookie }: Learner, id: number, attemptNo?: number) =>
  backend.as(cookie).call('GET /api/exam/result', { id, attemptNo })

async function buildStudent(values: Parameters<typeof buildExam>[1] = {}) {
  const courseId = await buildProduct(backend.database, { lectureType: 3 })
  const learner = await registerLearner(backend)
  await enrolIn(backend, learner.userId, { courseId, scheduleId: null })
  return { courseId, learner, exam: await buildExam(backend, { productId: courseId, ...values }) }
}

describe('the list of exams', () => {
  test('has those of own courses and of everybody', async () => {
    const { learner, exam } = await buildStudent({ endAt: testNow + hour })
    expect(await rowOf(learner, exam.id)).toMatchObject({
      id: exam.id,
      status: 2,
      canBegin: true,
      attemptsUsed: 0,
      totalScore: 50,
      questionCount: 5,
    })
    const stranger = await registerLearner(backend)
    expect(await rowOf(stranger, exam.id)).toBeUndefined()
    await expect(detail(stranger, exam.id)).rejects.toMatchObject(unknown)
    const open = await buildExam(backend)
    expect(await rowOf(stranger, open.id)).toMatchObject({ courseName: '', status: 2 })
  })

  test('says what was missed, is on and comes', async () => {
    const { learner, exam, courseId } = await buildStudent({ endAt: testNow + hour })
    const soon = await buildExam(backend, { productId: courseId, beginAt: testNow + hour, endAt: testNow + 2 * hour })
    expect(await rowOf(learner, soon.id)).toMatchObject({ status: 1, canBegin: false })
    expect((await detail(learner, soon.id)).refusal).toContain('开始')
    backend.clock.set(testNow + hour)
    expect(await rowOf(learner, exam.id)).toMatchObject({ status: 6, canBegin: false })
    expect(await rowOf(learner, soon.id)).toMatchObject({ status: 2, canBegin: true })
  })

  test('counts what is open and what is over', async () => {
    const { learner, exam, courseId } = await buildStudent()
    await buildExam(backend, { productId: courseId })
    const count = async (over: 1 | 2) => {
      const { total, records } = await backend
        .as(learner.cookie)
        .call('GET /api/exam/list-exam', { over, pageSize: 50 })
      expect(records).toHaveLength(total)
      return total
    }
    const [open, over] = [await count(1), await count(2)]
    await submitExam(backend, learner, await beginExam(backend, learner, exam.id))
    expect([await count(1), await count(2)]).toEqual([open - 1, over + 1])
  })

  test('leaves out what was over before somebody came', async () => {
    const exam = await buildExam(backend, { endAt: testNow - hour })
    const { cookie } = await registerLearner(backend)
    const { records } = await backend.as(cookie).call('GET /api/exam/list-exam', { over: 2, pageSize: 50 })
    expect(records.map(({ id }) => id)).not.toContain(exam.id)
  })

  test('asks visitors to sign in', async () => {
    await expect(backend.api.call('GET /api/exam/list-exam', {})).rejects.toMatchObject({ code: -3 })
  })
})

describe('a paper', () => {
  test('that is a draft is unknown, one withdrawn says so', async () => {
    const learner = await registerLearner(backend)
    const draft = await buildExam(backend, { state: PaperState.draft })
    await expect(detail(learner, draft.id)).rejects.toMatchObject(unknown)
    await expect(beginExam(backend, learner, draft.id)).rejects.toMatchObject(unknown)
    const withdrawn = await buildExam(backend, { state: PaperState.withdrawn })
    expect(await detail(learner, withdrawn.id)).toMatchObject({ refusal: '这份试卷已经撤回，不能再作答' })
    await expect(beginExam(backend, learner, withdrawn.id)).rejects.toMatchObject({ code: 4004 })
  })

  test('withdrawn in the middle takes nothing more', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    const page = await beginExam(backend, learner, exam.id)
    const papers = backend.db.updateTable('examPapers').where('examPapers.id', '=', exam.id)
    await papers.set({ state: PaperState.withdrawn }).execute()
    await expect(saveExam(backend, learner, page, answersTo(exam, 'right'))).rejects.toMatchObject({
      code: 4004,
      message: '这份试卷已经撤回，不能再作答',
    })
    expect(
      await backend.db.selectFrom('examAnswers').selectAll().where('attemptId', '=', page.attemptId).execute(),
    ).toEqual([])
  })

  test('of a course whose money went back begins nothing', async () => {
    const { learner, exam } = await buildStudent()
    const own = backend.db.updateTable('enrolments').where('enrolments.userId', '=', learner.userId)
    await own.set({ status: 3 }).execute()
    await expect(beginExam(backend, learner, exam.id)).rejects.toMatchObject(unknown)
  })

  test('that was begun is finished after the service', async () => {
    const { learner, exam } = await buildStudent({ attemptsAllowed: 2 })
    const page = await beginExam(backend, learner, exam.id)
    const own = backend.db.updateTable('enrolments').where('enrolments.userId', '=', learner.userId)
    await own.set({ status: 3 }).execute()
    expect((await saveExam(backend, learner, page, answersTo(exam, 'right'))).state).toBe(1)
    expect(await submitExam(backend, learner, page)).toMatchObject({ state: 1, receipt: { answered: 5 } })
    expect(await result(learner, exam.id)).toMatchObject({ attemptNo: 1 })
    await expect(beginExam(backend, learner, exam.id)).rejects.toMatchObject({
      code: 4004,
      message: '学习期已经结束，不能再开始新的考试',
    })
  })

  test('taken elsewhere isn’t begun here', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { url: 'https://exam.example.com/55' })
    expect(await rowOf(learner, exam.id)).toMatchObject({ url: 'https://exam.example.com/55', canBegin: false })
    await expect(beginExam(backend, learner, exam.id)).rejects.toMatchObject({ code: 4004 })
  })
})

describe('beginning', () => {
  test('writes down when it ends', async () => {
    const learner = await registerLearner(backend)
    const short = await buildExam(backend, { endAt: testNow + 20 * minute })
    const own = backend.as(learner.cookie)
    const begin = (id: number) => own.call('POST /api/exam/begin', { id, device: 'tab-one-of-test' })
    expect(await begin(short.id)).toMatchObject({ deadlineTime: testNow + 20 * minute, leaseNo: 1, attemptNo: 1 })
    const long = await buildExam(backend, { endAt: testNow + 9 * hour })
    expect(await begin(long.id)).toMatchObject({ deadlineTime: testNow + hour })
    const endless = await buildExam(backend, { durationMin: null })
    expect(await begin(endless.id)).toMatchObject({ deadlineTime: null })
  })

  test('shows questions without their answers', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    const { questions } = await backend
      .as(learner.cookie)
      .call('POST /api/exam/begin', { id: exam.id, device: 'tab-one-of-test' })
    expect(questions.map(({ id }) => id)).toEqual(exam.questionIds)
    expect(questions[3]).toEqual({
      id: exam.questionIds[3],
      kind: 4,
      stem: '第 4 题',
      picture: null,
      options: [],
      blankCount: 2,
      score: 10,
    })
    expect(JSON.stringify(questions)).not.toMatch(/闭塞影|课上讲过|answer|explanation/)
  })

  test('draws one order for an attempt, within each kind', async () => {
    const learner = await registerLearner(backend)
    const singles = Array.from({ length: 12 }, () => oneOfEach[0]).filter((one) => one !== undefined)
    const exam = await buildExam(backend, { isShuffled: true, questions: [...singles, ...objective.slice(2, 3)] })
    const begin = async () =>
      (await backend.as(learner.cookie).call('POST /api/exam/begin', { id: exam.id, device: 'tab-one-of-test' }))
        .questions
    const first = await begin()
    expect(await begin()).toEqual(first)
    expect(first.map(({ id }) => id)).not.toEqual(exam.questionIds)
    expect(first.at(-1)?.id).toBe(exam.questionIds.at(-1))
    expect(new Set(first.map(({ options }) => options.map(({ key }) => key).join())).size).toBeGreaterThan(1)
  })

  test('at the same moment in two tabs is one attempt', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { attemptsAllowed: 5 })
    const pages = await Promise.all(
      Array.from({ length: 10 }, (_, tab) => beginExam(backend, learner, exam.id, `tab-number-${tab}`)),
    )
    expect(new Set(pages.map(({ attemptId }) => attemptId)).size).toBe(1)
    expect(new Set(pages.map(({ leaseNo }) => leaseNo)).size).toBe(10)
  })

  test('ends with the attempts that are allowed', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { attemptsAllowed: 2, questions: objective })
    for (const which of ['wrong', 'right'] as const)
      await submitExam(backend, learner, await beginExam(backend, learner, exam.id), answersTo(exam, which))
    await expect(beginExam(backend, learner, exam.id)).rejects.toMatchObject({ message: '2 次机会都用完了' })
    expect(await rowOf(learner, exam.id)).toMatchObject({ attemptsUsed: 2, status: 5, score: 30 })
    expect((await result(learner, exam.id, 1)).score).toBe(0)
  })
})

describe('saving', () => {
  test('keeps the newest of each answer', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    const page = await beginExam(backend, learner, exam.id)
    const questionId = exam.questionIds[0] ?? 0
    const put = (seq: number, key: number) =>
      saveExam(backend, learner, page, [{ questionId, answer: { options: [key] }, seq, isFlagged: true }])
    await put(2, 3)
    await put(1, 0)
    await put(2, 2)
    const again = await backend.as(learner.cookie).call('POST /api/exam/begin', { id: exam.id, device: page.device })
    expect(again.answers).toEqual([
      { questionId, answer: { options: [3] }, isFlagged: true, seq: 2, leaseNo: 1, savedTime: testNow },
    ])
    expect(again.leaseNo).toBe(2)
  })

  test('goes on under a new lease with numbers from one', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    await saveExam(backend, learner, await beginExam(backend, learner, exam.id), answersTo(exam, 'wrong', 50))
    const page = await beginExam(backend, learner, exam.id, 'another-device')
    await saveExam(backend, learner, page, answersTo(exam, 'right'))
    expect(await submitExam(backend, learner, page)).toMatchObject({ receipt: { answered: 5 } })
    expect((await result(learner, exam.id)).questions.slice(0, 4).map(({ gained }) => gained)).toEqual([10, 5, 5, 10])
  })

  test('of a device that was taken over is kept apart', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    const old = await beginExam(backend, learner, exam.id, 'the-old-device')
    const fresh = await beginExam(backend, learner, exam.id, 'the-new-device')
    const late = answersTo(exam, 'wrong')
    expect((await saveExam(backend, learner, old, late)).state).toBe(3)
    expect((await saveExam(backend, learner, { ...old, leaseNo: fresh.leaseNo }, late)).state).toBe(3)
    expect(await submitExam(backend, learner, old, late)).toEqual({ state: 3, receipt: null })
    const kept = backend.db.selectFrom('examUnsavedAnswers').select(['questionId', 'reason', 'device'])
    expect(await kept.where('attemptId', '=', fresh.attemptId).orderBy('questionId').execute()).toEqual(
      exam.questionIds.map((questionId) => ({ questionId, reason: 2, device: 'the-old-device' })),
    )
    expect((await saveExam(backend, learner, fresh, answersTo(exam, 'right'))).state).toBe(1)
  })

  test('of a tab that was opened anew isn’t taken', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    const old = await beginExam(backend, learner, exam.id)
    const fresh = await beginExam(backend, learner, exam.id)
    expect((await saveExam(backend, learner, old, answersTo(exam, 'wrong', 100))).state).toBe(3)
    expect((await saveExam(backend, learner, fresh, answersTo(exam, 'right'))).state).toBe(1)
  })

  test('counts ten seconds after the end, no longer', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend, { questions: objective })
    const page = await beginExam(backend, learner, exam.id)
    backend.clock.set(testNow + hour + 10_000)
    expect((await saveExam(backend, learner, page, answersTo(exam, 'right'))).state).toBe(1)
    backend.clock.set(testNow + hour + 10_001)
    expect((await saveExam(backend, learner, page, answersTo(exam, 'wrong', 90))).state).toBe(2)
    expect(await submitExam(backend, learner, page, answersTo(exam, 'wrong', 120))).toMatchObject({
      state: 2,
      receipt: { closedBy: 2, submitTime: testNow + hour, answered: 4 },
    })
    expect((await result(learner, exam.id)).score).toBe(30)
    const kept = await backend.db
      .selectFrom('examUnsavedAnswers')
      .select('reason')
      .where('attemptId', '=', page.attemptId)
      .execute()
    expect(kept).toHaveLength(8)
  })

  test.each([
    ['an option that isn’t there', 0, { options: [7] }],
    ['two of a single choice', 0, { options: [0, 1] }],
    ['more words than blanks', 3, { blanks: ['一', '二', '三'] }],
    ['a file of nobody', 4, { files: ['/api/study/file/aa/bb/cc.png'] }],
  ])('%s is refused whole', async (_what, at, answer) => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    const page = await beginExam(backend, learner, exam.id)
    const good = answersTo(exam, 'right').slice(2, 3)
    const bad = { questionId: exam.questionIds[at] ?? 0, answer, seq: 9 }
    await expect(saveExam(backend, learner, page, [...good, bad])).rejects.toMatchObject({ code: 4004 })
    expect((await submitExam(backend, learner, page)).receipt?.answered).toBe(0)
  })

  test('an answer to another paper is refused whole', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    const other = await buildExam(backend)
    const page = await beginExam(backend, learner, exam.id)
    const mixed = [...answersTo(exam, 'right').slice(0, 1), ...answersTo(other, 'right').slice(1, 2)]
    await expect(saveExam(backend, learner, page, mixed)).rejects.toMatchObject({ code: 4004 })
    expect((await submitExam(backend, learner, page)).receipt?.answered).toBe(0)
  })

  test('into another’s attempt is unknown', async () => {
    const exam = await buildExam(backend)
    const page = await beginExam(backend, await registerLearner(backend), exam.id)
    const stranger = await registerLearner(backend)
    await expect(saveExam(backend, stranger, page, answersTo(exam, 'right'))).rejects.toMatchObject(unknown)
    await expect(submitExam(backend, stranger, page)).rejects.toMatchObject(unknown)
  })

  test('a short answer has own pictures, for nobody else', async () => {
    const learner = await registerLearner(backend)
    const exam = await buildExam(backend)
    const page = await beginExam(backend, learner, exam.id)
    const questionId = exam.questionIds[4] ?? 0
    const file = await sendWork(backend, learner)
    const stranger = await registerLearner(backend)
    const foreign = await sendWork(backend, stranger, '别人的.png')
    const put = (files: string[], seq: number) =>
      saveExam(backend, learner, page, [{ questionId, answer: { text: '看图', files }, seq }])
    await expect(put([foreign], 1)).rejects.toMatchObject({ code: 4004 })
    expect((await put([file], 2)).state).toBe(1)
    expect((await backend.agent.get(file).set('Cookie', learner.cookie)).status).toBe(200)
    expect((await backend.agent.get(file).set('Cookie', stranger.cookie)).status).toBe(404)
  })
})

describe('the timetable', () => {
  const timetable = ({ cookie }: Learner, date?: string) =>
    backend.as(cookie).call('GET /api/my-course/list-class-schedule', { date })

  test('has windows of exams beside the classes', async () => {
    const { learner, exam } = await buildStudent({ beginAt: testNow + hour, endAt: testNow + 48 * hour })
    const entry = {
      id: exam.id,
      status: 1,
      begDate: testNow + hour,
      endDate: testNow + 48 * hour,
      url: `/exam/${exam.id}`,
    }
    const onDay = async (date?: string) => (await timetable(learner, date)).exams.filter(({ id }) => id === exam.id)
    expect(await onDay()).toMatchObject([entry])
    expect(await onDay('today')).toMatchObject([entry])
    expect(await onDay('2026-03-12')).toEqual([])
    expect(await onDay('2026-03-13')).toMatchObject([entry])
    const days = await backend.as(learner.cookie).call('GET /api/my-course/class-schedule-monthly-calendar', {})
    const counted = days.filter(({ exam: exams }) => exams > 0).map(({ date, count }) => ({ date, count }))
    expect(counted).toContainEqual({ date: '2026-03-11', count: 0 })
    expect(counted).toContainEqual({ date: '2026-03-13', count: 0 })
  })

  test('from now on has none that was handed in', async () => {
    const { learner, exam } = await buildStudent({ endAt: testNow + 2 * hour })
    await submitExam(backend, learner, await beginExam(backend, learner, exam.id))
    expect((await timetable(learner)).exams.map(({ id }) => id)).not.toContain(exam.id)
    expect((await timetable(learner, 'today')).exams.find(({ id }) => id === exam.id)).toMatchObject({ status: 5 })
  })

  test('in a calendar has exams, called off when handed in', async () => {
    const { learner, exam } = await buildStudent({ endAt: testNow + 3 * 24 * hour })
    const { path } = await backend.as(learner.cookie).call('POST /api/user/calendar/make', {})
    const lines = async () => (await backend.agent.get(path)).text
    expect(await lines()).toMatch(/SUMMARY:考试截止：第 \d+ 单元测验/)
    await submitExam(backend, learner, await beginExam(backend, learner, exam.id))
    backend.clock.set(testNow + 2 * hour)
    expect(await lines()).toContain('STATUS:CANCELLED')
  })
})
