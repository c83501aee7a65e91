import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Session } from '#server/backend/context/backend-context.ts'
import { migrate, type OpenDatabase, openMemoryDatabase, openPostgres } from '#server/backend/db/database.ts'
import { countQueue, listQueue } from '#server/backend/homework/correct-store.ts'
import { findHomework, listRounds } from '#server/backend/homework/homework-store.ts'
import { countOwnHomework, listOwnHomework } from '#server/backend/homework/own-homework-store.ts'
import { listTasks } from '#server/backend/homework/task-store.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { type BenchLine, median } from './bench-line.ts'

const rounds = 61
/** Homeworks of a class, all of them waiting; the rest of the queue is of other classes. */
const classes = { small: 50, large: 10_000 } as const
const queue = 100_000
const others = 100
const page = { pageNum: 1, pageSize: 20 }

/**
 * Two schools in one: class 1 with little, class 2 with very much, and a hundred others between which the rest of the queue lies. Teacher n teaches
 * class n; learners are in one class each.
 */
async function fill({ db: whole }: OpenDatabase): Promise<void> {
  await migrate(whole)
  await whole.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    const schools = others + 2
    await sql`insert into users (nickname) select '同学 ' || n from generate_series(1, ${sql.lit(queue + 1000)}) n`.execute(
      db,
    )
    await sql`insert into teachers (name, user_id) select '老师 ' || n, ${sql.lit(queue)} + n from generate_series(1, ${sql.lit(schools)}) n`.execute(
      db,
    )
    await sql`insert into products (lecture_type, name, is_charge, status) select 2, '第 ' || n || ' 门课', false, 1 from generate_series(1, ${sql.lit(schools)}) n`.execute(
      db,
    )
    await sql`insert into class_schedules (product_id, name, teacher_id, begin_date, end_date)
      select n, '第 ' || n || ' 班', n, current_date - 60, current_date + 60 from generate_series(1, ${sql.lit(schools)}) n`.execute(
      db,
    )
    await sql`insert into periods (course_id, title, sequence_no, kind) select n, '第一讲', 1, 1 from generate_series(1, ${sql.lit(schools)}) n`.execute(
      db,
    )
    await sql`insert into homework_tasks (period_id, title, due_hours, created_at, updated_at) select n, '一份作业', 48, now(), now() from generate_series(1, ${sql.lit(schools)}) n`.execute(
      db,
    )
    await sql`insert into schedule_periods (schedule_id, period_id, begin_at, end_at) select n, n, now() - interval '50 days', now() - interval '49 days' from generate_series(1, ${sql.lit(schools)}) n`.execute(
      db,
    )
    // learner n is in the class that the size of the classes gives them
    await sql`create temporary table places as select n as user_id, case when n <= ${sql.lit(classes.small)} then 1
      when n <= ${sql.lit(classes.small + classes.large)} then 2 else 3 + n % ${sql.lit(others)} end as class from generate_series(1, ${sql.lit(queue)}) n`.execute(
      db,
    )
    await sql`insert into enrolments (user_id, product_id, schedule_id, source, begin_at, created_at) select user_id, class, class, 3, now() - interval '60 days', now() - interval '60 days' from places`.execute(
      db,
    )
    await sql`insert into homeworks (user_id, task_id, course_id, period_id, schedule_id, state, submitted_at)
      select user_id, class, class, class, class, 2, now() - (${sql.lit(queue)} - user_id) * interval '20 seconds' from places`.execute(
      db,
    )
    await sql`insert into homework_rounds (homework_id, round_no, content, submitted_at, is_late)
      select h.id, 1, repeat('光从左上来，暗部留一点反光。', 4), h.submitted_at, false from homeworks h`.execute(db)
    await sql`insert into homework_files (round_id, side, sort, url, name, content_type)
      select d.id, 1, 0, '/api/study/file/' || d.id || '.jpg', '第一张.jpg', 'image/jpeg' from homework_rounds d`.execute(
      db,
    )
    await sql`vacuum analyze`.execute(db)
  })
}

const teacherOf = (no: number): Session => sessionOf(queue + no, ['teacher'])
const sessionOf = (userId: number, roles: Session['roles']): Session =>
  ({ userId, roles, isAdmin: false }) as unknown as Session

type Read = (which: 'small' | 'large') => Promise<unknown>

function reads({ db }: OpenDatabase, now: Date): readonly (readonly [name: string, read: Read])[] {
  const office = sessionOf(queue + 900, ['education'])
  const no = { small: 1, large: 2 } as const
  const learner = { small: 7, large: classes.small + 7 } as const
  return [
    ['a teacher’s queue', (which) => listQueue(db, teacherOf(no[which]), { ...page, state: 2 }, now)],
    ['how long it is', (which) => countQueue(db, teacherOf(no[which]), { ...page, state: 2 }, now)],
    [
      'the office’s queue, of a course and whole',
      (which) => listQueue(db, office, { ...page, state: 2, ...(which === 'small' ? { courseId: 1 } : {}) }, now),
    ],
    [
      'how long that is',
      (which) => countQueue(db, office, { ...page, state: 2, ...(which === 'small' ? { courseId: 1 } : {}) }, now),
    ],
    ['tasks of a course', (which) => listTasks(db, { courseId: no[which], scheduleId: no[which] }, page)],
    ['a learner’s list', (which) => listOwnHomework(db, learner[which], page, now)],
    ['how many those are', (which) => countOwnHomework(db, learner[which], {}, now)],
    ['one homework', (which) => findHomework(db, learner[which], now)],
    ['its rounds', (which) => listRounds(db, learner[which])],
  ]
}

async function timed(read: Read, which: 'small' | 'large'): Promise<number> {
  const began = performance.now()
  await read(which)
  return performance.now() - began
}

async function compare(name: string, read: Read): Promise<BenchLine> {
  const small: number[] = []
  const large: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    small.push(await timed(read, 'small'))
    large.push(await timed(read, 'large'))
  }
  const ratio = median(large) / median(small)
  return {
    name,
    value: `${ratio.toFixed(2)} (${median(large).toFixed(2)} ms, ${median(small).toFixed(2)} ms)`,
    goal: '<= 2.00',
    ok: ratio <= 2,
  }
}

/** A class of 10,000 homeworks against one of fifty, in a queue of 100,000. */
export async function homeworkBench(): Promise<BenchLine[]> {
  const url = process.env.TEST_DATABASE_URL
  const name = `xueyuan_homework_${process.pid}`
  if (url) await runOnServer(url, `create database ${name}`)
  const database = url ? openPostgres(withDatabase(url, name), () => undefined) : await openMemoryDatabase()
  const lines: BenchLine[] = []
  try {
    await fill(database)
    for (const [what, read] of reads(database, new Date()))
      lines.push(await compare(`${database.kind}, ${what}: 10,000 of 100,000 against 50`, read))
  } finally {
    await database.close()
    if (url) await runOnServer(url, `drop database ${name} with (force)`)
  }
  return lines
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await homeworkBench())
