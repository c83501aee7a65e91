import { describe, expect, test } from 'vitest'
import { registerLearner } from '../support/backend-accounts.ts'
import { buildPeriod } from '../support/backend-factories.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import {
  buildClassWithHomework,
  buildTask,
  type ClassWithHomework,
  handInFor,
  sendWork,
} from '../support/homework-steps.ts'
import { buildEnrolled, buildLiveLesson, enrolIn } from '../support/live-rooms.ts'
import { buildVideoLesson } from '../support/play-steps.ts'

const hour = 3_600_000
const backend = backendOfFile()
const unknown = { code: 404, message: '没有找到这份作业' }

const list = (cookie: string, filter: object = {}) => backend.as(cookie).call('GET /api/user/homework/list', filter)
const detail = ({ learner, periodId, scheduleId }: ClassWithHomework) =>
  backend.as(learner.cookie).call('GET /api/user/homework/detail', { periodId, scheduleId })
const takeBack = ({ learner }: ClassWithHomework, id: number) =>
  backend.as(learner.cookie).call('GET /api/user/homework/delete', { id })

describe('the list of homework', () => {
  test('has what a class has set, before anything came', async () => {
    const lesson = await buildClassWithHomework(backend, { dueHours: 48 })
    expect(await list(lesson.learner.cookie)).toMatchObject({
      total: 1,
      listStatus: { notComplete: 1, waitingCorrection: 0, corrected: 0 },
      records: [
        {
          id: null,
          title: '临摹一组静物',
          periodId: lesson.periodId,
          scheduleId: lesson.scheduleId,
          state: 1,
          dueTime: lesson.end + 48 * hour,
          isLate: false,
          isReturned: false,
        },
      ],
    })
  })

  test('waits with a class until it has begun', async () => {
    const lesson = await buildLiveLesson(backend, { free: false, begin: testNow + hour, end: testNow + 2 * hour })
    await buildTask(backend, { periodId: lesson.periodId })
    const { cookie } = await buildEnrolled(backend, lesson)
    expect((await list(cookie)).total).toBe(0)
    backend.clock.set(testNow + hour)
    expect((await list(cookie)).total).toBe(1)
  })

  test('waits with a recorded lesson until it was begun', async () => {
    const { periodId, courseId } = await buildVideoLesson(backend)
    await buildTask(backend, { periodId })
    const { cookie, userId } = await registerLearner(backend)
    await enrolIn(backend, userId, { courseId, scheduleId: null })
    expect((await list(cookie)).total).toBe(0)
    await backend.db
      .insertInto('learnProgress')
      .values({ userId, periodId, lastAt: new Date(testNow) })
      .execute()
    expect((await list(cookie)).records).toMatchObject([{ periodId, scheduleId: null, dueTime: null }])
  })

  test('prefers what is set for the own class', async () => {
    const lesson = await buildClassWithHomework(backend)
    await buildTask(backend, lesson, { title: '晚班加做一张' })
    expect((await list(lesson.learner.cookie)).records.map(({ title }) => title)).toEqual(['晚班加做一张'])
  })

  test('puts the soonest due first', async () => {
    const first = await buildClassWithHomework(backend, { title: '交了的' })
    const { learner, courseId, scheduleId } = first
    await handInFor(backend, first)
    for (const [title, dueHours] of [
      ['晚一点', 72],
      ['急的', 24],
    ] as const) {
      const next = await buildLiveLesson(backend, {
        courseId,
        scheduleId,
        begin: testNow - 2 * hour,
        end: testNow - hour,
      })
      await buildTask(backend, { periodId: next.periodId }, { title, dueHours })
    }
    expect((await list(learner.cookie)).records.map(({ title }) => title)).toEqual(['急的', '晚一点', '交了的'])
    expect((await list(learner.cookie, { state: 2 })).records.map(({ title }) => title)).toEqual(['交了的'])
  })

  test('ends with the service, but for what came', async () => {
    const lesson = await buildClassWithHomework(backend)
    const { learner, courseId, scheduleId } = lesson
    await handInFor(backend, lesson)
    const next = await buildLiveLesson(backend, {
      courseId,
      scheduleId,
      begin: testNow - 2 * hour,
      end: testNow - hour,
    })
    await buildTask(backend, { periodId: next.periodId })
    expect((await list(learner.cookie)).total).toBe(2)
    const own = backend.db.updateTable('enrolments').where('enrolments.userId', '=', learner.userId)
    await own.set({ endAt: new Date(testNow - 1) }).execute()
    expect((await list(learner.cookie)).records).toMatchObject([{ periodId: lesson.periodId, state: 2 }])
  })

  test('has nothing of a course whose money went back', async () => {
    const lesson = await buildClassWithHomework(backend)
    const own = backend.db.updateTable('enrolments').where('enrolments.userId', '=', lesson.learner.userId)
    await own.set({ status: 3 }).execute()
    expect((await list(lesson.learner.cookie)).total).toBe(0)
    await expect(detail(lesson)).rejects.toMatchObject(unknown)
  })

  test('offers courses, classes and lessons to choose from', async () => {
    const lesson = await buildClassWithHomework(backend)
    const { courseId, scheduleId, periodId, learner } = lesson
    await buildPeriod(backend.database, courseId, { kind: 1 })
    const own = backend.as(learner.cookie)
    expect(await own.call('GET /api/user/homework/course-list-v2', {})).toMatchObject([{ id: courseId }])
    const named = { id: scheduleId, name: '晚班' }
    expect(await own.call('GET /api/user/homework/get-last-schedule', { courseId })).toEqual(named)
    expect(await own.call('GET /api/user/homework/classSchedule-list-v2', { courseId })).toEqual([named])
    expect(await own.call('GET /api/user/homework/period-list-v2', { courseId })).toMatchObject([
      { id: periodId, homeworkId: null, state: 1 },
    ])
    const stranger = backend.as((await registerLearner(backend)).cookie)
    expect(await stranger.call('GET /api/user/homework/course-list-v2', {})).toEqual([])
    expect(await stranger.call('GET /api/user/homework/get-last-schedule', { courseId })).toBeNull()
  })
})

describe('handing in', () => {
  test('makes the homework wait with its words and files', async () => {
    const lesson = await buildClassWithHomework(backend)
    const files = [await sendWork(backend, lesson.learner, '正面.png'), await sendWork(backend, lesson.learner)]
    const homework = await handInFor(backend, lesson, { content: '第一遍', files })
    expect(homework).toMatchObject({ state: 2, version: 1, canHandIn: true })
    expect(homework.rounds).toMatchObject([
      { roundNo: 1, content: '第一遍', outcome: null, files: [{ name: '正面.png', url: files[0] }, { url: files[1] }] },
    ])
  })

  test('again replaces what waits', async () => {
    const lesson = await buildClassWithHomework(backend)
    await handInFor(backend, lesson, { content: '第一遍' })
    const { rounds, version } = await handInFor(backend, lesson, { content: '第二遍', version: 1 })
    expect(rounds.map(({ content }) => content)).toEqual(['第二遍'])
    expect(version).toBe(2)
    const kept = await backend.db.selectFrom('homeworkRounds').select('homeworkRounds.content').execute()
    expect(kept.map(({ content }) => content)).toContain('第一遍')
  })

  test('over a newer hand-in is refused', async () => {
    const lesson = await buildClassWithHomework(backend)
    await handInFor(backend, lesson, { content: '在电脑上' })
    await expect(handInFor(backend, lesson, { content: '在手机上' })).rejects.toMatchObject({ code: 4004 })
    expect((await detail(lesson)).rounds.map(({ content }) => content)).toEqual(['在电脑上'])
  })

  test('twice at the same moment counts once', async () => {
    const lesson = await buildClassWithHomework(backend)
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => handInFor(backend, lesson)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { total, listStatus } = await list(lesson.learner.cookie)
    expect({ total, listStatus }).toMatchObject({ total: 1, listStatus: { waitingCorrection: 1 } })
  })

  test('after its time is taken and marked late', async () => {
    const lesson = await buildClassWithHomework(backend, { dueHours: 1 })
    backend.clock.set(lesson.end + hour)
    expect((await handInFor(backend, lesson)).rounds[0]?.isLate).toBe(false)
    backend.clock.set(lesson.end + hour + 1)
    expect((await handInFor(backend, lesson, { version: 1 })).rounds[0]?.isLate).toBe(true)
    expect((await list(lesson.learner.cookie)).records).toMatchObject([{ isLate: true }])
  })

  test('stays late or in time when its class is moved', async () => {
    const lesson = await buildClassWithHomework(backend, { dueHours: 1 })
    await handInFor(backend, lesson)
    const classes = backend.db.updateTable('schedulePeriods').where('schedulePeriods.periodId', '=', lesson.periodId)
    await classes.set({ beginAt: new Date(testNow - 9 * hour), endAt: new Date(testNow - 8 * hour) }).execute()
    expect((await list(lesson.learner.cookie)).records).toMatchObject([{ isLate: false, dueTime: lesson.end + hour }])
  })

  test('ends when the task is closed', async () => {
    const lesson = await buildClassWithHomework(backend)
    const tasks = backend.db.updateTable('homeworkTasks').where('homeworkTasks.id', '=', lesson.taskId)
    await tasks.set({ closedAt: new Date(testNow) }).execute()
    await expect(handInFor(backend, lesson)).rejects.toMatchObject({
      code: 4004,
      message: '这次作业已经截止，不再收了',
    })
    expect((await list(lesson.learner.cookie)).total).toBe(0)
  })

  test('ends with the time of service', async () => {
    const lesson = await buildClassWithHomework(backend)
    const own = backend.db.updateTable('enrolments').where('enrolments.userId', '=', lesson.learner.userId)
    await own.set({ endAt: new Date(testNow) }).execute()
    expect(await detail(lesson)).toMatchObject({ canHandIn: false, refusal: '学习期已经结束，不能再交作业' })
    await expect(handInFor(backend, lesson)).rejects.toMatchObject({ code: 4004 })
  })

  test.each([
    ['nothing', { content: ' \n' }],
    ['too many words', { content: '字'.repeat(5001) }],
    ['a file of nobody', { files: ['/api/study/file/aa/bb/cc.png'] }],
  ])('%s is refused and leaves nothing', async (_what, sheet) => {
    const lesson = await buildClassWithHomework(backend)
    await expect(handInFor(backend, lesson, sheet)).rejects.toMatchObject({ name: 'ApiError' })
    expect(await detail(lesson)).toMatchObject({ id: null, state: 1, rounds: [] })
  })

  test('another’s file is refused', async () => {
    const lesson = await buildClassWithHomework(backend)
    const foreign = await sendWork(backend, await registerLearner(backend))
    await expect(handInFor(backend, lesson, { files: [foreign] })).rejects.toMatchObject({ code: 4004 })
  })

  test('ten files are refused, nine are taken', async () => {
    const lesson = await buildClassWithHomework(backend)
    const files: string[] = []
    for (let each = 0; each < 10; each++) files.push(await sendWork(backend, lesson.learner, `${each}.png`))
    await expect(handInFor(backend, lesson, { files })).rejects.toMatchObject({ name: 'ApiError' })
    expect((await handInFor(backend, lesson, { files: files.slice(1) })).rounds[0]?.files).toHaveLength(9)
  })

  test('a stranger’s lesson is unknown', async () => {
    const lesson = await buildClassWithHomework(backend)
    const learner = await registerLearner(backend)
    await expect(handInFor(backend, { ...lesson, learner })).rejects.toMatchObject(unknown)
  })
})

describe('taking back', () => {
  test('makes the homework be done again', async () => {
    const lesson = await buildClassWithHomework(backend)
    const { id } = await handInFor(backend, lesson)
    expect(await takeBack(lesson, id ?? 0)).toBe(true)
    expect(await detail(lesson)).toMatchObject({ state: 1, rounds: [], canHandIn: true })
    expect((await list(lesson.learner.cookie)).records).toMatchObject([{ state: 1, isReturned: false }])
    await expect(takeBack(lesson, id ?? 0)).rejects.toMatchObject({ code: 4004 })
  })

  test('another’s homework is unknown', async () => {
    const lesson = await buildClassWithHomework(backend)
    const { id } = await handInFor(backend, lesson)
    const learner = await registerLearner(backend)
    await expect(takeBack({ ...lesson, learner }, id ?? 0)).rejects.toMatchObject(unknown)
    await expect(
      backend.as(learner.cookie).call('GET /api/user/homework/detail', { id: id ?? 0 }),
    ).rejects.toMatchObject(unknown)
  })
})

describe('a draft', () => {
  const draftOf = ({ learner, periodId, scheduleId }: ClassWithHomework) =>
    backend.as(learner.cookie).call('GET /api/user/homework/draft', { periodId, scheduleId })
  const keep = (
    { learner, periodId, scheduleId }: ClassWithHomework,
    content: string,
    version = 0,
    files: string[] = [],
  ) =>
    backend.as(learner.cookie).call('POST /api/user/homework/draft', { periodId, scheduleId, content, version, files })

  test('is kept with its files until it is handed in', async () => {
    const lesson = await buildClassWithHomework(backend)
    expect(await draftOf(lesson)).toBeNull()
    const file = await sendWork(backend, lesson.learner)
    await keep(lesson, '写到一半', 0, [file])
    expect(await draftOf(lesson)).toMatchObject({ content: '写到一半', files: [{ url: file }], savedTime: testNow })
    await handInFor(backend, lesson)
    expect(await draftOf(lesson)).toBeNull()
  })

  test('of another device isn’t overwritten', async () => {
    const lesson = await buildClassWithHomework(backend)
    const { version } = (await keep(lesson, '手机上写的')) ?? { version: 0 }
    await expect(keep(lesson, '电脑上写的')).rejects.toMatchObject({ code: 4004 })
    expect(await draftOf(lesson)).toMatchObject({ content: '手机上写的' })
    expect(await keep(lesson, '接着写', version)).toMatchObject({ content: '接着写', version: version + 1 })
  })

  test('without a word is dropped', async () => {
    const lesson = await buildClassWithHomework(backend)
    await keep(lesson, '写错了')
    expect(await keep(lesson, '', 1)).toBeNull()
    expect(await draftOf(lesson)).toBeNull()
  })
})

test('visitors are asked to sign in', async () => {
  await expect(list('')).rejects.toMatchObject({ code: -3 })
})
