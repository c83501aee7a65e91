import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { migrate, type OpenDatabase, openMemoryDatabase, openPostgres } from '#server/backend/db/database.ts'
import { readMonth, readTimetable } from '#server/backend/study/timetable/timetable.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { type BenchLine, median } from './bench-line.ts'

const now = Date.parse('2026-03-11T12:00:00+08:00')
const [few, many] = [20, 2000]
const rounds = 41
const page = { pageNum: 1, pageSize: 10 }

/** A learner with so many classes this month, in schedules of at most fifty. */
async function addLearner(database: OpenDatabase, classes: number): Promise<number> {
  const { db } = database
  const { rows } = await sql<{
    id: number
  }>`insert into users (nickname) values (${`同学 ${classes}`}) returning id`.execute(db)
  const userId = rows[0]?.id ?? 0
  await sql`insert into products (lecture_type, name, is_charge, status, sort)
    select 1, ${`课 ${classes} `} || n, false, 1, n from generate_series(1, ceil(${classes}::numeric / 50)) n`.execute(
    db,
  )
  const own = sql`(select id from products where name like ${`课 ${classes} %`})`
  await sql`insert into class_schedules (product_id, name, begin_date, end_date)
    select p.id, '晚班', '2026-03-01'::date, '2026-03-31'::date from ${own} p`.execute(db)
  await sql`insert into periods (course_id, title, sequence_no, kind) select p.id, '第 ' || k || ' 讲', k, 1
    from ${own} p cross join generate_series(1, ${Math.min(50, classes)}::integer) k`.execute(db)
  await sql`insert into schedule_periods (schedule_id, period_id, begin_at, end_at)
    select k.id, e.id, '2026-03-01T00:00:00Z'::timestamptz + ((e.id * 37) % 720) * interval '1 hour', '2026-03-01T00:00:00Z'::timestamptz + ((e.id * 37) % 720) * interval '1 hour' + interval '90 minutes'
    from class_schedules k join periods e on e.course_id = k.product_id where k.product_id in ${own}`.execute(db)
  await sql`insert into enrolments (user_id, product_id, schedule_id, source, begin_at, created_at)
    select ${userId}, k.product_id, k.id, 2, now(), now() from class_schedules k where k.product_id in ${own}`.execute(
    db,
  )
  return userId
}

async function timed(read: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await read()
  return performance.now() - began
}

type Read = (userId: number) => Promise<unknown>

function reads({ db }: OpenDatabase): readonly (readonly [name: string, read: Read])[] {
  return [
    ['the month', (userId) => readMonth(db, userId, { month: undefined, type: 'live' }, now)],
    ['a day', (userId) => readTimetable(db, userId, { date: 'today', type: 'live', page }, now)],
    ['what comes', (userId) => readTimetable(db, userId, { date: undefined, type: 'live', page }, now)],
  ]
}

/** What a timetable of 2,000 classes a month costs beside one of 20. */
export async function timetableBench(): Promise<BenchLine[]> {
  const url = process.env.TEST_DATABASE_URL
  const name = `xueyuan_bench_${process.pid}`
  if (url) await runOnServer(url, `create database ${name}`)
  const database = url ? openPostgres(withDatabase(url, name), () => undefined) : await openMemoryDatabase()
  try {
    await migrate(database.db)
    const [small, large] = [await addLearner(database, few), await addLearner(database, many)]
    await sql`vacuum analyze`.execute(database.db)
    const lines: BenchLine[] = []
    for (const [what, read] of reads(database)) {
      const [a, b]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        a.push(await timed(() => read(small)))
        b.push(await timed(() => read(large)))
      }
      const ratio = median(b) / median(a)
      lines.push({
        name: `${database.kind}, timetable, ${what}: ${many} classes a month against ${few}`,
        value: `${ratio.toFixed(2)} (${median(b).toFixed(2)} ms, ${median(a).toFixed(2)} ms)`,
        goal: '<= 2.00',
        ok: ratio <= 2,
      })
    }
    return lines
  } finally {
    await database.close()
    if (url) await runOnServer(url, `drop database ${name} with (force)`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await timetableBench())
