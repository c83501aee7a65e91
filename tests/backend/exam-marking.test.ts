import { describe, expect, test } from 'vitest'
import { AnswersRevealed } from '#shared/contract/enums.ts'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { answersTo, beginExam, minute, saveExam, submitExam } from '../support/exam-steps.ts'
import { sendWork } from '../support/homework-steps.ts'
import { buildAssistant, enrolIn } from '../support/live-rooms.ts'
import { markingSteps } from '../support/marking-steps.ts'

const hour = 60 * minute
const backend = backendOfFile()
const unknown = { code: 404, message: '没有找到这份答卷' }

const { buildSitting, handIn, attempt, mark, finish, extend, result, messages } = markingSteps(backend)
const queue = ({ cookie }: Learner, filter: object = {}) => backend.as(cookie).call('GET /api/teach/exam/queue', filter)

describe('the queue of exams', () => {
  test('has what waits for the class’s own people', async () => {
    const sitting = await handIn(await buildSitting())
    const { teacher, exam, page, scheduleId, learner } = sitting
    expect(await queue(teacher)).toMatchObject({
      total: 1,
      records: [
        { id: page.attemptId, paperId: exam.id, toMark: 1, learner: { id: learner.userId }, scheduleName: '晚班' },
      ],
    })
    expect((await queue(await buildAssistant(backend, [{ scheduleId }]))).total).toBe(1)
    const ofOffice = await queue(await buildStaff(backend, 'education'), { paperId: exam.id })
    expect(ofOffice.records.map(({ id }) => id)).toEqual([page.attemptId])
    const papers = await backend.as(teacher.cookie).call('GET /api/teach/exam/papers', {})
    expect(papers.records).toMatchObject([{ id: exam.id, waiting: 1, scored: 0, answering: 0 }])
  })

  test('is empty for another class’s teacher and learners', async () => {
    const sitting = await handIn(await buildSitting())
    const other = await buildSitting()
    for (const person of [other.teacher, sitting.learner, await registerLearner(backend)]) {
      expect((await queue(person)).total).toBe(0)
      await expect(attempt(person, sitting)).rejects.toMatchObject(unknown)
      await expect(mark(person, sitting)).rejects.toMatchObject(unknown)
      await expect(finish(person, sitting, 2)).rejects.toMatchObject(unknown)
      await expect(extend(person, sitting)).rejects.toMatchObject({ name: 'ApiError' })
    }
  })

  test('tells of an attempt only when it was handed in', async () => {
    const sitting = await buildSitting()
    await expect(attempt(sitting.teacher, sitting)).rejects.toMatchObject({ code: 4004 })
    expect((await queue(sitting.teacher, { state: 1 })).records).toMatchObject([{ id: sitting.page.attemptId }])
    await expect(mark(sitting.teacher, sitting)).rejects.toMatchObject({ message: '学员还在作答，交卷以后再批' })
  })
})

describe('marking', () => {
  test('gives the score, and tells the learner', async () => {
    const sitting = await handIn(await buildSitting())
    const { teacher, learner, exam } = sitting
    const sheet = await attempt(teacher, sitting)
    expect(sheet).toMatchObject({ version: 2, objectiveScore: 30, toMark: 1, receipt: { answered: 5 } })
    expect(sheet.questions[4]).toMatchObject({
      answer: { text: '主光在左上。' },
      key: { text: '主光、最利的边、为什么。' },
    })
    await expect(finish(teacher, sitting, 2)).rejects.toMatchObject({ message: '还有 1 道简答题没有打分' })
    const { version } = await mark(teacher, sitting)
    expect((await result(sitting)).score).toBeNull()
    expect(await finish(teacher, sitting, version)).toEqual({ score: 45 })
    const seen = await result(sitting)
    expect(seen).toMatchObject({ score: 45, isWaiting: false })
    expect(seen.questions[4]).toMatchObject({ gained: 15, comment: '边说清楚了' })
    expect(await messages(learner)).toMatchObject([
      { title: '考试成绩出来了', buttonUrl: `/exam/${exam.id}?view=result&attempt=1` },
    ])
    const acts = backend.db.selectFrom('staffAudits').select('action').where('staffId', '=', teacher.userId)
    expect(await acts.orderBy('id').execute()).toEqual([{ action: 'exam.mark' }, { action: 'exam.finish' }])
    await expect(mark(teacher, sitting, { version: 4 })).rejects.toMatchObject({ message: '这份答卷已经出分' })
  })

  test('below sixty percent goes into the mistake book', async () => {
    for (const [score, mistakes] of [
      [11, 1],
      [12, 0],
    ] as const) {
      const sitting = await handIn(await buildSitting())
      const { version } = await mark(sitting.teacher, sitting, {
        marks: [{ questionId: sitting.exam.questionIds[4] ?? 0, score }],
      })
      await finish(sitting.teacher, sitting, version)
      expect((await result(sitting)).mistakes).toBe(mistakes)
    }
  })

  test('by two at once counts one', async () => {
    const sitting = await handIn(await buildSitting())
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => mark(sitting.teacher, sitting)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => finish(sitting.teacher, sitting, 3)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await messages(sitting.learner)).toHaveLength(1)
  })

  test.each([
    ['more than a question gives', 4, 21],
    ['what the machine marks', 0, 3],
  ])('%s is refused whole', async (_what, at, score) => {
    const sitting = await handIn(await buildSitting())
    const marks = [{ questionId: sitting.exam.questionIds[at] ?? 0, score }]
    await expect(mark(sitting.teacher, sitting, { marks })).rejects.toMatchObject({ code: 4004 })
    expect(await attempt(sitting.teacher, sitting)).toMatchObject({ version: 2, toMark: 1 })
  })

  test('shows what came too late', async () => {
    const sitting = await buildSitting()
    const { learner, page, exam, teacher } = sitting
    await beginExam(backend, learner, exam.id, 'the-new-device')
    await saveExam(backend, learner, page, answersTo(exam, 'right').slice(0, 1))
    backend.clock.set(testNow + hour + 11_000)
    await saveExam(backend, learner, page, answersTo(exam, 'wrong', 50).slice(1, 2))
    expect((await attempt(teacher, sitting)).late).toMatchObject([
      { questionId: exam.questionIds[0], reason: 2, answer: { options: [1] }, device: page.device },
      { questionId: exam.questionIds[1], reason: 1, receivedTime: testNow + hour + 11_000 },
    ])
  })

  test('opens the pictures of who is marked, when handed in', async () => {
    const sitting = await buildSitting()
    const { learner, page, exam, teacher } = sitting
    const file = await sendWork(backend, learner)
    const see = async ({ cookie }: Learner) => (await backend.agent.get(file).set('Cookie', cookie)).status
    const answer = { questionId: exam.questionIds[4] ?? 0, answer: { files: [file] }, seq: 1 }
    await saveExam(backend, learner, page, [answer])
    expect(await see(teacher)).toBe(404)
    await submitExam(backend, learner, page)
    expect(await see(teacher)).toBe(200)
    expect(await see((await buildSitting()).teacher)).toBe(404)
    expect(await see(await registerLearner(backend))).toBe(404)
  })

  test('one’s own is refused', async () => {
    const sitting = await handIn(await buildSitting())
    await backend.db.insertInto('userRoles').values({ userId: sitting.learner.userId, role: 'education' }).execute()
    await expect(mark(sitting.learner, sitting)).rejects.toMatchObject({ code: 4004 })
    expect((await queue(sitting.learner, { paperId: sitting.exam.id })).total).toBe(0)
  })
})

describe('more time', () => {
  test('moves the end of what is under way', async () => {
    const sitting = await buildSitting({ endAt: testNow + 30 * minute })
    const { learner, page, exam, teacher } = sitting
    expect(await extend(teacher, sitting)).toEqual({ deadlineTime: testNow + 50 * minute })
    expect(await extend(teacher, sitting, 40)).toEqual({ deadlineTime: testNow + 70 * minute })
    backend.clock.set(testNow + 60 * minute)
    expect(await saveExam(backend, learner, page, answersTo(exam, 'right'))).toMatchObject({
      state: 1,
      deadlineTime: testNow + 70 * minute,
    })
    expect((await messages(learner)).map(({ title }) => title)).toEqual(['考试时间延长了', '考试时间延长了'])
  })

  test('lets somebody begin after the others’ end', async () => {
    const { exam, teacher, courseId, scheduleId } = await buildSitting({ endAt: testNow + 30 * minute })
    const late = await registerLearner(backend)
    await enrolIn(backend, late.userId, { courseId, scheduleId })
    await extend(teacher, { exam, learner: late }, 60)
    backend.clock.set(testNow + 31 * minute)
    const { deadlineTime } = await backend
      .as(late.cookie)
      .call('POST /api/exam/begin', { id: exam.id, device: 'the-late-device' })
    expect(deadlineTime).toBe(testNow + 90 * minute)
  })

  test('keeps the answers from the others until then', async () => {
    const sitting = await handIn(await buildSitting({ endAt: testNow + 30 * minute, reveal: AnswersRevealed.afterEnd }))
    const { exam, teacher, courseId, scheduleId } = sitting
    const late = await registerLearner(backend)
    await enrolIn(backend, late.userId, { courseId, scheduleId })
    await extend(teacher, { exam, learner: late }, 60)
    backend.clock.set(testNow + 31 * minute)
    expect(await result(sitting)).toMatchObject({ isRevealed: false, revealTime: testNow + 90 * minute })
    backend.clock.set(testNow + 91 * minute)
    expect((await result(sitting)).isRevealed).toBe(true)
  })

  test('is refused once it was handed in', async () => {
    const sitting = await handIn(await buildSitting())
    await expect(extend(sitting.teacher, sitting)).rejects.toMatchObject({ message: '这位学员已经交卷，不能再延时' })
    await expect(
      extend(sitting.teacher, { exam: sitting.exam, learner: await registerLearner(backend) }),
    ).rejects.toMatchObject({ code: 404 })
  })
})

describe('releasing', () => {
  test('shows the score before the end, not the answers', async () => {
    const sitting = await handIn(await buildSitting({ endAt: testNow + 5 * hour, reveal: AnswersRevealed.afterEnd }))
    const { teacher, exam, learner, page } = sitting
    const release = (id?: number) =>
      backend.as(teacher.cookie).call('POST /api/teach/exam/release', { paperId: exam.id, id })
    await expect(release(page.attemptId)).rejects.toMatchObject({ message: '批完出分以后才能公布' })
    await finish(teacher, sitting, (await mark(teacher, sitting)).version)
    expect(await result(sitting)).toMatchObject({ score: null })
    expect(await release()).toEqual({ released: 1 })
    const seen = await result(sitting)
    expect(seen).toMatchObject({ score: 45, isRevealed: false })
    expect(seen.questions[4]).toMatchObject({ gained: null, key: null, comment: '边说清楚了' })
    expect(await messages(learner)).toHaveLength(1)
    expect(await release()).toEqual({ released: 0 })
    backend.clock.set(testNow + 6 * hour)
    await backend.runJob('exams.clock')
    expect(await messages(learner)).toHaveLength(1)
    expect((await result(sitting)).isRevealed).toBe(true)
  })
})

test('who releases nothing leaves nothing in the audit', async () => {
  const { exam } = await handIn(await buildSitting())
  const stranger = await registerLearner(backend)
  for (const paperId of [exam.id, 9_007_199_254_740_991])
    expect(await backend.as(stranger.cookie).call('POST /api/teach/exam/release', { paperId })).toEqual({ released: 0 })
  const acts = backend.db.selectFrom('staffAudits').select('action').where('staffId', '=', stranger.userId)
  expect(await acts.execute()).toEqual([])
})
