import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { buildStaff, type Learner, registerLearner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildClassWithHomework, type ClassWithHomework, handInFor, sendWork } from '../support/homework-steps.ts'
import { buildAssistant, buildEnrolled, buildLessonTeacher } from '../support/live-rooms.ts'

const backend = backendOfFile()
const unknown = { code: 404, message: '没有找到这份作业' }

interface Marked extends ClassWithHomework {
  readonly id: number
  readonly url: string
  readonly teacher: Learner
}

/** A photo that waits, and its class's teacher. */
async function buildPhoto(): Promise<Marked> {
  const lesson = await buildClassWithHomework(backend)
  const teacher = await buildLessonTeacher(backend, lesson)
  const url = await sendWork(backend, lesson.learner)
  const { id } = await handInFor(backend, lesson, { files: [url] })
  return { ...lesson, teacher, id: id ?? 0, url }
}

const pen = { kind: 1, points: [100, 100, 50, 900, 700, 60, 1500, 1500, 40] }
const pin = (words = '这里再圆一点') => ({ kind: 3, points: [2500, 2500], words })
type Draft = { kind: number; points: number[]; words?: string; key?: string }

async function draw(by: Learner, { id, url }: Marked, marks: Draft[], values: object = {}): Promise<string[]> {
  const given = marks.map((mark) => ({ key: randomUUID(), ...mark }))
  const input = { id, roundNo: 1, url, marks: given, ...values }
  await backend.as(by.cookie).call('POST /api/teach/homework/mark', input as never)
  return given.map(({ key }) => key)
}
const unmark = (by: Learner, { id }: Marked, keys: string[], isRemoved = true) =>
  backend.as(by.cookie).call('POST /api/teach/homework/unmark', { id, roundNo: 1, keys, isRemoved })
const marksOf = (by: Learner, { id }: Marked) =>
  backend.as(by.cookie).call('GET /api/user/homework/marks', { id, roundNo: 1 })
const decide = (lesson: Marked, version = 1) =>
  backend
    .as(lesson.teacher.cookie)
    .call('POST /api/teach/homework/correct', { id: lesson.id, version, score: 88, comment: '' })

describe('drawing on a photo', () => {
  test('ends where all strokes together are too long', async () => {
    const lesson = await buildPhoto()
    await sql`
      insert into homework_marks (file_id, key, kind, points, marked_by, marked_at)
      select f.id, gen_random_uuid(), 1, array_fill(7, array[990]), ${lesson.teacher.userId}, now()
      from homework_files f, generate_series(1, 202) where f.url = ${lesson.url}`.execute(backend.db)
    const long = { kind: 1, points: Array.from({ length: 30 }, () => 5) }
    await expect(draw(lesson.teacher, lesson, [long])).rejects.toMatchObject({
      code: 4004,
      message: '这份作业上画的笔迹太多，已经画满了',
    })
    await draw(lesson.teacher, lesson, [pin()])
    expect(await marksOf(lesson.teacher, lesson)).toHaveLength(203)
  })

  test('takes the longest stroke that the desk sends', async () => {
    const lesson = await buildPhoto()
    await draw(lesson.teacher, lesson, [{ kind: 1, points: Array.from({ length: 990 }, () => 5) }])
    expect(await marksOf(lesson.teacher, lesson)).toHaveLength(1)
  })

  test('is seen by its learner when it comes back', async () => {
    const lesson = await buildPhoto()
    const keys = await draw(lesson.teacher, lesson, [pen, pin('<b>罐口</b>')])
    expect((await marksOf(lesson.teacher, lesson)).map(({ key, isOwn }) => [key, isOwn])).toEqual(
      keys.map((key) => [key, true]),
    )
    expect(await marksOf(lesson.learner, lesson)).toEqual([])
    await decide(lesson)
    const seen = await marksOf(lesson.learner, lesson)
    expect(seen).toMatchObject([
      { kind: 1, points: pen.points, isOwn: false, markedBy: '林老师', url: lesson.url },
      { kind: 3, words: '<b>罐口</b>' },
    ])
    const { rounds } = await backend.as(lesson.learner.cookie).call('GET /api/user/homework/detail', { id: lesson.id })
    expect(rounds).toMatchObject([{ markCount: 2 }])
  })

  test('leaves the photo as it came', async () => {
    const lesson = await buildPhoto()
    const read = async () => (await backend.agent.get(lesson.url).set('Cookie', lesson.learner.cookie)).body as Buffer
    const before = await read()
    await draw(lesson.teacher, lesson, [pen])
    expect((await read()).equals(before)).toBe(true)
  })

  test('sent twice is there once', async () => {
    const lesson = await buildPhoto()
    const key = randomUUID()
    await draw(lesson.teacher, lesson, [{ ...pen, key }])
    await draw(lesson.teacher, lesson, [{ ...pen, key }])
    expect(await marksOf(lesson.teacher, lesson)).toHaveLength(1)
  })

  test('by two at once loses nobody’s strokes', async () => {
    const lesson = await buildPhoto()
    const assistant = await buildAssistant(backend, [lesson])
    const strokes = Array.from({ length: 20 }, (_, index) =>
      draw(index % 2 ? lesson.teacher : assistant, lesson, [pen]),
    )
    await Promise.all(strokes)
    const seen = await marksOf(assistant, lesson)
    expect(seen).toHaveLength(20)
    expect(seen.filter(({ isOwn }) => isOwn)).toHaveLength(10)
  })

  test('taken away comes back', async () => {
    const lesson = await buildPhoto()
    const keys = await draw(lesson.teacher, lesson, [pen])
    await unmark(lesson.teacher, lesson, keys)
    expect(await marksOf(lesson.teacher, lesson)).toEqual([])
    await unmark(lesson.teacher, lesson, keys, false)
    expect(await marksOf(lesson.teacher, lesson)).toHaveLength(1)
  })

  test('of somebody else can’t be taken away', async () => {
    const lesson = await buildPhoto()
    const keys = await draw(lesson.teacher, lesson, [pen])
    const office = await buildStaff(backend, 'education')
    await expect(unmark(office, lesson, keys)).rejects.toMatchObject({ code: 4004, message: '只能撤销自己画的' })
    expect(await marksOf(office, lesson)).toHaveLength(1)
  })

  test('has words that an old tab doesn’t overwrite', async () => {
    const lesson = await buildPhoto()
    const [key = ''] = await draw(lesson.teacher, lesson, [pin()])
    const write = (words: string, version: number) =>
      backend
        .as(lesson.teacher.cookie)
        .call('POST /api/teach/homework/mark/words', { id: lesson.id, roundNo: 1, key, words, version })
    expect(await write('新的', 1)).toEqual({ version: 2 })
    await expect(write('旧的', 1)).rejects.toMatchObject({ code: 4004 })
    expect(await marksOf(lesson.teacher, lesson)).toMatchObject([{ words: '新的' }])
  })

  test('ends when it was corrected or handed in anew', async () => {
    const done = await buildPhoto()
    await decide(done)
    await expect(draw(done.teacher, done, [pen])).rejects.toMatchObject({ code: 4004 })
    const again = await buildPhoto()
    await handInFor(backend, again, { files: [again.url], version: 1 })
    await expect(draw(again.teacher, again, [pen])).rejects.toMatchObject({ code: 4004 })
    await draw(again.teacher, again, [pen], { roundNo: 2 })
  })

  test('and correcting at once keeps what came first', async () => {
    for (let each = 0; each < 6; each++) {
      const lesson = await buildPhoto()
      const [drawn] = await Promise.allSettled([draw(lesson.teacher, lesson, [pen]), decide(lesson)])
      expect(await marksOf(lesson.learner, lesson)).toHaveLength(drawn.status === 'fulfilled' ? 1 : 0)
    }
  })
})

describe('who may draw', () => {
  test.each([
    ['its learner', (lesson: Marked) => Promise.resolve(lesson.learner)],
    ['another learner of the class', (lesson: Marked) => buildEnrolled(backend, lesson)],
    ['another teacher', () => buildStaff(backend, 'teacher')],
    ['a stranger', () => registerLearner(backend)],
  ])('not %s', async (_who, build) => {
    const lesson = await buildPhoto()
    await expect(draw(await build(lesson), lesson, [pen])).rejects.toMatchObject(unknown)
  })

  test('and nobody else sees what was drawn', async () => {
    const lesson = await buildPhoto()
    await draw(lesson.teacher, lesson, [pen])
    await decide(lesson)
    for (const by of [await buildEnrolled(backend, lesson), await buildStaff(backend, 'teacher')])
      await expect(marksOf(by, lesson)).rejects.toMatchObject(unknown)
  })
})

describe('odd strokes', () => {
  test('a hundred thousand at once are refused', async () => {
    const lesson = await buildPhoto()
    const many = Array.from({ length: 100_000 }, () => ({ kind: 3, points: [1, 1] }))
    await expect(draw(lesson.teacher, lesson, many)).rejects.toMatchObject({ status: expect.any(Number) })
    expect(await marksOf(lesson.teacher, lesson)).toEqual([])
  })

  test('beyond what a hand-in may have are refused', async () => {
    const lesson = await buildPhoto()
    const file = await backend.db
      .selectFrom('homeworkFiles')
      .select('homeworkFiles.id')
      .where('homeworkFiles.url', '=', lesson.url)
      .executeTakeFirstOrThrow()
    const row = { fileId: file.id, kind: 3 as const, points: [1, 1], words: null, removedAt: null }
    const by = { markedBy: lesson.teacher.userId, markedAt: new Date(backend.clock.now()) }
    for (let each = 0; each < 10; each++)
      await backend.db
        .insertInto('homeworkMarks')
        .values(Array.from({ length: 500 }, () => ({ ...row, ...by, key: randomUUID() })))
        .execute()
    await expect(draw(lesson.teacher, lesson, [pen])).rejects.toMatchObject({
      code: 4004,
      message: '一次作业上最多画 5000 笔，这里已经画满了',
    })
  })

  test.each([
    ['half a point', { kind: 1, points: [1, 2, 3, 4] }],
    ['a circle without a size', { kind: 2, points: [1, 2, 0, 0] }],
    ['a pin with three numbers', { kind: 3, points: [1, 2, 3] }],
    ['a kind that isn’t', { kind: 4, points: [1, 2] }],
    ['a place far outside', { kind: 3, points: [1, 9e9] }],
    ['a part of a unit', { kind: 3, points: [1, 1.5] }],
    ['too many words', { kind: 3, points: [1, 1], words: '字'.repeat(301) }],
    ['a stroke without an end', { kind: 1, points: Array.from({ length: 6003 }, () => 1) }],
  ])('%s', async (_what, mark) => {
    const lesson = await buildPhoto()
    await expect(draw(lesson.teacher, lesson, [mark])).rejects.toMatchObject({ code: expect.any(Number) })
    expect(await marksOf(lesson.teacher, lesson)).toEqual([])
  })

  test('a photo of another homework is unknown', async () => {
    const [one, other] = [await buildPhoto(), await buildPhoto()]
    await expect(draw(one.teacher, { ...one, url: other.url }, [pen])).rejects.toMatchObject(unknown)
  })
})

describe('remarks that are often used', () => {
  const keep = (by: Learner, words: string) =>
    backend.as(by.cookie).call('POST /api/teach/homework/remark/save', { words })

  test('are one’s own, each once', async () => {
    const { teacher } = await buildPhoto()
    const office = await buildStaff(backend, 'education')
    await keep(teacher, '先眯眼')
    await keep(teacher, '椭圆没有角')
    const all = await keep(teacher, '先眯眼')
    expect(all.map(({ words }) => words)).toEqual(['椭圆没有角', '先眯眼'])
    expect(await backend.as(office.cookie).call('GET /api/teach/homework/remark/list', {})).toEqual([])
    const drop = { id: all[0]?.id ?? 0 }
    expect(await backend.as(office.cookie).call('POST /api/teach/homework/remark/delete', drop)).toEqual([])
    const left = await backend.as(teacher.cookie).call('POST /api/teach/homework/remark/delete', drop)
    expect(left.map(({ words }) => words)).toEqual(['先眯眼'])
  })

  test('are bounded', async () => {
    const { teacher } = await buildPhoto()
    for (let each = 0; each < 50; each++) await keep(teacher, `第 ${each} 句`)
    await expect(keep(teacher, '再一句')).rejects.toMatchObject({ code: 4004 })
    await expect(keep(teacher, ' ')).rejects.toMatchObject({ status: 400 })
  })

  test('aren’t for learners', async () => {
    await expect(keep(await registerLearner(backend), '你好')).rejects.toMatchObject({ code: 404 })
  })
})
