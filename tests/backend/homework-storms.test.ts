import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mostMarks } from '#shared/contract/text-lengths.ts'
import { buildStaff, type Learner } from '../support/backend-accounts.ts'
import { backendOfFile } from '../support/backend-of-file.ts'
import { buildClassWithHomework, type ClassWithHomework, handInFor, sendWork } from '../support/homework-steps.ts'
import { buildLessonTeacher } from '../support/live-rooms.ts'

const backend = backendOfFile()

interface Waiting extends ClassWithHomework {
  readonly id: number
  readonly url: string
  readonly teacher: Learner
}

async function buildWaiting(): Promise<Waiting> {
  const lesson = await buildClassWithHomework(backend)
  const teacher = await buildLessonTeacher(backend, lesson)
  const url = await sendWork(backend, lesson.learner)
  const { id } = await handInFor(backend, lesson, { files: [url] })
  return { ...lesson, teacher, url, id: id ?? 0 }
}

const submit = ({ learner, periodId, scheduleId }: ClassWithHomework, content: string, version: number) =>
  backend.as(learner.cookie).call('POST /api/user/homework/save', { periodId, scheduleId, content, version })
const draw = (by: Learner, { id, url }: Waiting, roundNo = 1) =>
  backend.as(by.cookie).call('POST /api/teach/homework/mark', {
    id,
    roundNo,
    url,
    marks: [{ key: crypto.randomUUID(), kind: 3, points: [100, 100] }],
  })
const roundsOf = (id: number) =>
  backend.db
    .selectFrom('homeworkRounds')
    .selectAll()
    .where('homeworkRounds.homeworkId', '=', id)
    .orderBy('homeworkRounds.roundNo')
    .execute()
const marksOf = async (id: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from homework_marks m join homework_files f on f.id = m.file_id
    join homework_rounds d on d.id = f.round_id where d.homework_id = ${id}`.execute(backend.db)
  return rows[0]?.count ?? 0
}

/** How many were done; every other was refused in words. */
async function countDone(calls: readonly Promise<unknown>[]): Promise<number> {
  const ends = await Promise.allSettled(calls)
  const refusals = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []))
  expect(new Set(refusals).size).toBeLessThanOrEqual(1)
  if (refusals.length > 0) expect(refusals[0]).toBe(4004)
  return ends.length - refusals.length
}

test('fifty hand-ins at once are one', async () => {
  const lesson = await buildClassWithHomework(backend)
  expect(await countDone(Array.from({ length: 50 }, (_, no) => submit(lesson, `第 ${no} 遍`, 0)))).toBe(1)
  const homeworks = await backend.db
    .selectFrom('homeworks')
    .selectAll()
    .where('homeworks.userId', '=', lesson.learner.userId)
    .execute()
  expect(homeworks).toMatchObject([{ version: 1, roundNo: 1, state: 2 }])
  expect(await roundsOf(homeworks[0]?.id ?? 0)).toHaveLength(1)
})

test('another fifty at once over it are one more', async () => {
  const lesson = await buildWaiting()
  expect(await countDone(Array.from({ length: 50 }, (_, no) => submit(lesson, `第 ${no} 遍`, 1)))).toBe(1)
  expect((await roundsOf(lesson.id)).map(({ outcome }) => outcome)).toEqual([4, null])
})

test('handing in against correcting: one of them', async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const lesson = await buildWaiting()
    const { id, teacher } = lesson
    const correction = { id, version: 1, score: 80, comment: '' }
    const done = await countDone([
      ...Array.from({ length: 4 }, () => submit(lesson, '改好了', 1)),
      ...Array.from({ length: 4 }, () =>
        backend.as(teacher.cookie).call('POST /api/teach/homework/correct', correction),
      ),
    ])
    expect(done).toBe(1)
    const rounds = await roundsOf(id)
    // corrected is the one that was read, or a newer one waits
    expect(rounds.map(({ outcome }) => outcome)).toEqual(rounds.length === 1 ? [2] : [4, null])
    const [message] = await backend.db
      .selectFrom('notifyMessages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('notifyMessages.ref', '=', `homework-corrected:${rounds[0]?.id}`)
      .execute()
    expect(Number(message?.count)).toBe(rounds.length === 1 ? 1 : 0)
  }
})

test('two who mark one photo take nothing from each other', async () => {
  const lesson = await buildWaiting()
  const office = await buildStaff(backend, 'education')
  const strokes = Array.from({ length: 40 }, (_, no) => draw(no % 2 === 0 ? lesson.teacher : office, lesson))
  expect(await countDone(strokes)).toBe(40)
  const marks = await backend.as(office.cookie).call('GET /api/user/homework/marks', { id: lesson.id, roundNo: 1 })
  expect([marks.length, marks.filter(({ isOwn }) => isOwn).length]).toEqual([40, 20])
})

test('the last place for a mark is taken once', async () => {
  const lesson = await buildWaiting()
  await sql`
    insert into homework_marks (file_id, key, kind, points, marked_by, marked_at)
    select f.id, gen_random_uuid(), 3, '{7,7}', ${lesson.teacher.userId}, now()
    from homework_files f join homework_rounds d on d.id = f.round_id, generate_series(1, ${mostMarks - 1}) where d.homework_id = ${lesson.id}`.execute(
    backend.db,
  )
  expect(await countDone(Array.from({ length: 12 }, () => draw(lesson.teacher, lesson)))).toBe(1)
  expect(await marksOf(lesson.id)).toBe(mostMarks)
})

test('marks while it is taken back: there, or refused', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const lesson = await buildWaiting()
    const { id, learner } = lesson
    const back = backend.as(learner.cookie).call('GET /api/user/homework/delete', { id })
    const done = await countDone(Array.from({ length: 20 }, () => draw(lesson.teacher, lesson)))
    await back
    expect(await marksOf(id)).toBe(done)
    expect((await roundsOf(id)).map(({ outcome }) => outcome)).toEqual([3])
    await expect(draw(lesson.teacher, lesson)).rejects.toMatchObject({ code: 4004 })
  }
})

test('drafts from twenty pages at once: one is kept', async () => {
  const { learner, periodId, scheduleId } = await buildClassWithHomework(backend)
  const keep = (content: string, version: number) =>
    backend.as(learner.cookie).call('POST /api/user/homework/draft', { periodId, scheduleId, content, version })
  await keep('开头', 0)
  expect(await countDone(Array.from({ length: 20 }, (_, no) => keep(`第 ${no} 页`, 1)))).toBe(1)
})
