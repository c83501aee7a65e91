import { describe, expect, test } from 'vitest'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { testNow } from '../support/backend-harness.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { uploadFile } from '../support/backend-uploads.ts'
import { buildClassWithHomework, type ClassWithHomework, handInFor, sendWork } from '../support/homework-steps.ts'
import { buildAssistant, buildEnrolled, buildLessonTeacher, enrolIn, nameFor } from '../support/live-rooms.ts'
import { makePicture } from '../support/upload-samples.ts'

const hour = 3_600_000
const backend = backendOfFile()
const unknown = { code: 404, message: '没有找到这份作业' }

interface Waiting extends ClassWithHomework {
  readonly id: number
  readonly teacher: Learner
}

/** A homework that waits, and its class's teacher. */
async function buildWaiting(sheet: Parameters<typeof handInFor>[2] = {}): Promise<Waiting> {
  const lesson = await buildClassWithHomework(backend)
  const teacher = await buildLessonTeacher(backend, lesson)
  const { id } = await handInFor(backend, lesson, sheet)
  return { ...lesson, teacher, id: id ?? 0 }
}

const queue = ({ cookie }: Learner, filter: object = {}) =>
  backend.as(cookie).call('GET /api/teach/homework/queue', filter)
const correct = (by: Learner, id: number, values: object = {}) =>
  backend
    .as(by.cookie)
    .call('POST /api/teach/homework/correct', { id, version: 1, score: 88, comment: '结构准', ...values })
const giveBack = (by: Learner, id: number, values: object = {}) =>
  backend.as(by.cookie).call('POST /api/teach/homework/return', { id, version: 1, comment: '透视再看看', ...values })
const detail = ({ learner }: ClassWithHomework, id: number) =>
  backend.as(learner.cookie).call('GET /api/user/homework/detail', { id })
const messages = async ({ learner }: ClassWithHomework) =>
  (await backend.as(learner.cookie).call('GET /api/notify-message/get-message', { topic: 'study' })).records
const fileOf = (url: string, cookie: string) => backend.agent.get(url).set('Cookie', cookie)

describe('the queue', () => {
  test('has what waits for the class’s teacher, the oldest first', async () => {
    const first = await buildWaiting()
    backend.clock.set(testNow + hour)
    const learner = await buildEnrolled(backend, first)
    await handInFor(backend, { ...first, learner })
    const { records, total } = await queue(first.teacher)
    expect(total).toBe(2)
    expect(records).toMatchObject([
      { id: first.id, answerDueTime: testNow + 48 * hour },
      { submitTime: testNow + hour },
    ])
    expect((await queue(first.teacher, { state: 3 })).total).toBe(0)
  })

  test('is another class’s teacher’s with nothing in it', async () => {
    await buildWaiting()
    const other = await buildClassWithHomework(backend)
    expect((await queue(await buildLessonTeacher(backend, other))).total).toBe(0)
    expect((await queue(await registerLearner(backend))).total).toBe(0)
  })

  test('comes to assistants after a day', async () => {
    const { scheduleId, id } = await buildWaiting()
    const assistant = await buildAssistant(backend, [{ scheduleId }])
    backend.clock.set(testNow + 24 * hour - 1)
    expect((await queue(assistant)).total).toBe(0)
    backend.clock.set(testNow + 24 * hour)
    expect((await queue(assistant)).records).toMatchObject([{ id }])
  })

  test('is whole for the education office', async () => {
    const { id } = await buildWaiting()
    const found = await queue(await buildStaff(backend, 'education'), { pageSize: 50 })
    expect(found.records.map((row) => row.id)).toContain(id)
  })
})

describe('correcting', () => {
  test('ends the homework and tells its learner', async () => {
    const lesson = await buildWaiting()
    const file = await sendWork(backend, lesson.teacher, '批改.png')
    expect(await correct(lesson.teacher, lesson.id, { files: [file] })).toBe(true)
    const homework = await detail(lesson, lesson.id)
    expect(homework).toMatchObject({ state: 3, canHandIn: false, refusal: '作业已经批改，不能再改' })
    expect(homework.rounds).toMatchObject([
      {
        outcome: 2,
        score: 88,
        comment: '结构准',
        teacherName: '林老师',
        corrections: [{ url: file }],
        correctTime: testNow,
      },
    ])
    expect(await messages(lesson)).toMatchObject([
      { title: '作业批改好了', buttonUrl: `/homework/detail/${lesson.id}` },
    ])
    await expect(handInFor(backend, lesson, { version: 2 })).rejects.toMatchObject({ code: 4004 })
    await expect(
      backend.as(lesson.learner.cookie).call('GET /api/user/homework/delete', { id: lesson.id }),
    ).rejects.toMatchObject({ code: 4004, message: '作业已经批改，不能删除' })
  })

  test('what its learner has changed meanwhile is refused', async () => {
    const lesson = await buildWaiting()
    await handInFor(backend, lesson, { version: 1 })
    await expect(correct(lesson.teacher, lesson.id)).rejects.toMatchObject({ code: 4004 })
    expect(await correct(lesson.teacher, lesson.id, { version: 2 })).toBe(true)
  })

  test('and saving at once lets one win', async () => {
    for (let each = 0; each < 10; each++) {
      const lesson = await buildWaiting()
      const tries = await Promise.allSettled([
        correct(lesson.teacher, lesson.id),
        handInFor(backend, lesson, { version: 1 }),
      ])
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { state, rounds } = await detail(lesson, lesson.id)
      expect(rounds[0]?.outcome ?? null).toBe(state === 3 ? 2 : null)
    }
  })

  test('by two at once counts once and tells once', async () => {
    const lesson = await buildWaiting()
    const office = await buildStaff(backend, 'education')
    const tries = await Promise.allSettled([correct(lesson.teacher, lesson.id), correct(office, lesson.id)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await messages(lesson)).toHaveLength(1)
  })

  test('leaves a line in the audit', async () => {
    const { teacher, id } = await buildWaiting()
    await correct(teacher, id)
    const rows = await backend.db
      .selectFrom('staffAudits')
      .selectAll()
      .where('staffAudits.subject', '=', 'homework')
      .where('staffAudits.subjectId', '=', String(id))
      .execute()
    expect(rows).toMatchObject([{ action: 'homework.correct', staffId: teacher.userId, detail: { score: 88 } }])
  })

  test('one’s own is refused', async () => {
    const lesson = await buildWaiting()
    await nameFor(backend, lesson.scheduleId, lesson.learner.userId, 'teacher')
    await backend.db.insertInto('userRoles').values({ userId: lesson.learner.userId, role: 'teacher' }).execute()
    await expect(correct(lesson.learner, lesson.id)).rejects.toMatchObject({
      code: 4004,
      message: '不能批改自己的作业，请让其他老师处理',
    })
  })

  test.each([-1, 101, 1.5, '八十'])('a score of %s is refused', async (score) => {
    const { teacher, id } = await buildWaiting()
    await expect(correct(teacher, id, { score })).rejects.toMatchObject({ status: 400 })
  })
})

describe('sending back', () => {
  test('lets it be done again beside the earlier round', async () => {
    const lesson = await buildWaiting({ content: '第一遍' })
    await giveBack(lesson.teacher, lesson.id)
    expect(await detail(lesson, lesson.id)).toMatchObject({ state: 1, canHandIn: true })
    const own = backend.as(lesson.learner.cookie)
    expect((await own.call('GET /api/user/homework/list', {})).records).toMatchObject([{ state: 1, isReturned: true }])
    const { rounds } = await handInFor(backend, lesson, { content: '第二遍', version: 2 })
    expect(rounds).toMatchObject([
      { content: '第二遍', outcome: null },
      { content: '第一遍', outcome: 1, returnReason: '透视再看看', teacherName: '林老师' },
    ])
    expect((await messages(lesson)).map(({ title }) => title)).toEqual(['作业被退回了'])
  })

  test('after a correction keeps what was said', async () => {
    const lesson = await buildWaiting()
    await correct(lesson.teacher, lesson.id)
    await giveBack(lesson.teacher, lesson.id, { version: 2 })
    expect((await detail(lesson, lesson.id)).rounds).toMatchObject([
      { outcome: 1, score: 88, comment: '结构准', returnReason: '透视再看看' },
    ])
  })

  test('needs a reason', async () => {
    const { teacher, id } = await buildWaiting()
    await expect(giveBack(teacher, id, { comment: ' ' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('who may correct', () => {
  test.each([
    ['its teacher', (lesson: Waiting) => Promise.resolve(lesson.teacher), true],
    ['its assistant', (lesson: Waiting) => buildAssistant(backend, [lesson]), true],
    ['another class’s assistant', () => buildAssistant(backend, []), false],
    ['a head master', () => buildStaff(backend, 'headMaster'), true],
    ['the education office', () => buildStaff(backend, 'education'), true],
    ['an administrator', () => buildStaff(backend, 'administrator'), true],
    ['another teacher', () => buildStaff(backend, 'teacher'), false],
    ['an instructor', () => buildStaff(backend, 'instructor'), false],
    ['another learner of the class', (lesson: Waiting) => buildEnrolled(backend, lesson), false],
    ['a stranger', () => registerLearner(backend), false],
  ])('%s', async (_who, build, may) => {
    const lesson = await buildWaiting()
    const by = await build(lesson)
    const calls = [
      () => backend.as(by.cookie).call('GET /api/user/homework/detail', { id: lesson.id }),
      () => correct(by, lesson.id),
      () => giveBack(by, lesson.id, { version: 2 }),
    ]
    for (const call of calls) {
      if (may) expect(await call()).toBeTruthy()
      else await expect(call()).rejects.toMatchObject(unknown)
    }
  })
})

describe('a file of a homework', () => {
  test('is seen by its learner and who corrects it', async () => {
    const lesson = await buildClassWithHomework(backend)
    const teacher = await buildLessonTeacher(backend, lesson)
    const url = await sendWork(backend, lesson.learner)
    await handInFor(backend, lesson, { files: [url] })
    const mate = await buildEnrolled(backend, lesson)
    const statuses: number[] = []
    for (const { cookie } of [lesson.learner, teacher, mate, await registerLearner(backend)])
      statuses.push((await fileOf(url, cookie)).status)
    expect(statuses).toEqual([200, 200, 404, 404])
    expect((await backend.agent.get(url)).body.code).toBe(-3)
    expect((await fileOf(url, teacher.cookie)).headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
    })
  })

  test('is shown when excellent and agreed to', async () => {
    const lesson = await buildClassWithHomework(backend)
    const teacher = await buildLessonTeacher(backend, lesson)
    const url = await sendWork(backend, lesson.learner)
    const { id } = await handInFor(backend, lesson, { files: [url] })
    await correct(teacher, id ?? 0)
    await backend.as(teacher.cookie).call('POST /api/teach/homework/excellent', { id: id ?? 0, isExcellent: true })
    const mate = await buildEnrolled(backend, lesson)
    const seen = async () =>
      (await backend.as(mate.cookie).call('GET /api/user/homework/excellent', lesson)).records.map((row) => row.id)
    expect(await seen()).toEqual([])
    expect((await fileOf(url, mate.cookie)).status).toBe(404)
    await backend.as(lesson.learner.cookie).call('POST /api/user/homework/consent', { id: id ?? 0, mayShow: true })
    expect(await seen()).toEqual([id])
    expect((await fileOf(url, mate.cookie)).status).toBe(200)
    expect((await fileOf(url, (await registerLearner(backend)).cookie)).status).toBe(404)
  })

  test('comes in the parts that a player asks for', async () => {
    const { cookie } = await registerLearner(backend)
    const bytes = await makePicture().png().toBuffer()
    const url = await uploadFile(backend, cookie, { name: 'a.png', bytes, key: 'study' })
    const ask = (headers: Record<string, string>) => fileOf(url, cookie).set(headers).buffer(true)
    const last = bytes.length - 1
    const whole = await ask({})
    expect([whole.status, whole.headers['accept-ranges'], whole.body.equals(bytes)]).toEqual([200, 'bytes', true])
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, last],
      ['bytes=-10', last - 9, last],
      [`bytes=10-${last + 500}`, 10, last],
    ] as const) {
      const part = await ask({ Range: range })
      expect([part.status, part.headers['content-range']]).toEqual([206, `bytes ${from}-${to}/${bytes.length}`])
      expect(part.body.equals(bytes.subarray(from, to + 1))).toBe(true)
    }
    const none = await ask({ Range: `bytes=${bytes.length}-` })
    expect([none.status, none.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    // several parts, or no numbers: the whole
    for (const range of ['bytes=0-1,4-5', 'bytes=9-2', 'bytes=a-b', 'lines=1-2'])
      expect((await ask({ Range: range })).status).toBe(200)
    const statusIf = async (condition: string) => (await ask({ Range: 'bytes=0-9', 'If-Range': condition })).status
    expect([await statusIf(whole.headers.etag ?? ''), await statusIf('"another"')]).toEqual([206, 200])
  })

  test('in many rounds is seen by all who may', async () => {
    const { learner, ...first } = await buildClassWithHomework(backend)
    const url = await sendWork(backend, learner)
    // more rounds than any other file's test has, all before the one that counts
    for (let version = 0; version < 25; version++)
      await handInFor(backend, { ...first, learner }, { files: [url], version })
    const second = await buildClassWithHomework(backend)
    await enrolIn(backend, learner.userId, second)
    const { id } = await handInFor(backend, { ...second, learner }, { files: [url] })
    const teacher = await buildLessonTeacher(backend, second)
    const mate = await buildEnrolled(backend, second)
    expect((await fileOf(url, teacher.cookie)).status).toBe(200)
    expect((await fileOf(url, mate.cookie)).status).toBe(404)
    await correct(teacher, id ?? 0)
    await backend.as(teacher.cookie).call('POST /api/teach/homework/excellent', { id: id ?? 0, isExcellent: true })
    await backend.as(learner.cookie).call('POST /api/user/homework/consent', { id: id ?? 0, mayShow: true })
    expect((await fileOf(url, mate.cookie)).status).toBe(200)
    expect((await fileOf(url, (await buildEnrolled(backend, first)).cookie)).status).toBe(404)
  })

  test('of a correction is seen by its learner alone', async () => {
    const lesson = await buildWaiting()
    const other = await buildWaiting()
    const url = await sendWork(backend, lesson.teacher, '批改.png')
    await correct(lesson.teacher, lesson.id, { files: [url] })
    const statuses: number[] = []
    for (const { cookie } of [lesson.learner, await buildStaff(backend, 'education'), other.teacher, other.learner])
      statuses.push((await fileOf(url, cookie)).status)
    expect(statuses).toEqual([200, 200, 404, 404])
  })

  test('is at no public address', async () => {
    const url = await sendWork(backend, await registerLearner(backend))
    expect(url).toMatch(/^\/api\/study\/file\//)
    expect((await backend.agent.get(url.replace('/api/study/file', '/media/uploads'))).status).toBe(404)
  })
})

describe('setting homework', () => {
  const save = ({ cookie }: Learner, values: object) =>
    backend
      .as(cookie)
      .call('POST /api/teach/homework/task/save', { periodId: 0, title: '速写十张', ...values } as never)

  test('shows it to those who take the lesson', async () => {
    const { learner, teacher, periodId, scheduleId, courseId } = await buildWaiting()
    await save(teacher, { periodId, scheduleId, dueHours: 72, requirement: '每张五分钟' })
    const own = backend.as(learner.cookie)
    expect(await own.call('GET /api/user/homework/detail', { periodId, scheduleId })).toMatchObject({
      title: '速写十张',
      requirement: '每张五分钟',
    })
    const tasks = await backend.as(teacher.cookie).call('GET /api/teach/homework/task/list', { courseId, scheduleId })
    expect(tasks.records.map(({ title, waiting }) => [title, waiting])).toEqual([
      ['临摹一组静物', 1],
      ['速写十张', 0],
    ])
  })

  test('over a newer one is refused', async () => {
    const { teacher, periodId, scheduleId } = await buildWaiting()
    await save(teacher, { periodId, scheduleId })
    await expect(save(teacher, { periodId, scheduleId })).rejects.toMatchObject({ code: 4004 })
    await save(teacher, { periodId, scheduleId, version: 1, title: '速写二十张' })
  })

  test('isn’t for other teachers and learners', async () => {
    const { learner, periodId, scheduleId } = await buildWaiting()
    for (const by of [learner, await buildStaff(backend, 'teacher')])
      await expect(save(by, { periodId, scheduleId })).rejects.toMatchObject({ code: 404 })
  })

  test('two times for one task are refused', async () => {
    const { teacher, periodId, scheduleId } = await buildWaiting()
    const values = { periodId, scheduleId, dueHours: 1, dueTime: testNow + hour }
    await expect(save(teacher, values)).rejects.toMatchObject({ code: 4004, message: '截止时间只能选一种' })
  })

  test('closing takes nothing new until it is opened again', async () => {
    const lesson = await buildClassWithHomework(backend)
    const teacher = await buildLessonTeacher(backend, lesson)
    const close = (version: number, isClosed: boolean) =>
      backend.as(teacher.cookie).call('POST /api/teach/homework/task/close', { id: lesson.taskId, version, isClosed })
    await close(1, true)
    await expect(handInFor(backend, lesson)).rejects.toMatchObject({ code: 4004 })
    await close(2, false)
    expect((await handInFor(backend, lesson)).state).toBe(2)
  })
})

describe('homework for everybody who takes a lesson', () => {
  test('isn’t set or closed by one class’s assistant', async () => {
    const lesson = await buildWaiting()
    const { periodId, taskId } = lesson
    const assistant = backend.as((await buildAssistant(backend, [lesson])).cookie)
    const unknownTask = { code: 404, message: '没有找到这次作业' }
    const words = { periodId, title: '换了一份', requirement: '', version: 1 }
    await expect(assistant.call('POST /api/teach/homework/task/save', words)).rejects.toMatchObject(unknownTask)
    await expect(
      assistant.call('POST /api/teach/homework/task/close', { id: taskId, version: 1, isClosed: true }),
    ).rejects.toMatchObject(unknownTask)
    expect((await detail(lesson, lesson.id)).title).not.toBe('换了一份')
  })

  test('shows only pictures of the school', async () => {
    const lesson = await buildWaiting()
    const office = backend.as((await buildStaff(backend, 'education')).cookie)
    for (const url of ['javascript:alert(1)', 'https://evil.test/x.png', '/media/pictures/../../secret'])
      await expect(
        office.call('POST /api/teach/homework/task/save', {
          periodId: lesson.periodId,
          title: '换了一份',
          pictures: [url],
          version: 1,
        }),
      ).rejects.toMatchObject({ code: 4004 })
  })
})
