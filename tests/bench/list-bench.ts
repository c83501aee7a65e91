import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { findClassSystemCards, listClassSystemIds } from '#server/backend/catalogue/classes/classes-store.ts'
import { findCourseCards, listCourseIds } from '#server/backend/catalogue/course/course-store.ts'
import type { ProductFilter } from '#server/backend/catalogue/course/product-filter.ts'
import { migrate, type OpenDatabase, openMemoryDatabase, openPostgres } from '#server/backend/db/database.ts'
import { seedDatabase } from '#server/seed/seed.ts'
import { findLiveCards, listOpenClasses } from '#server/backend/catalogue/home/open-live-store.ts'
import { offsetOf, type PageInput } from '#server/backend/http/paging.ts'
import type { CourseSort } from '#shared/contract/enums.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { type BenchLine, median } from './bench-line.ts'
import { forumBench } from './forum-bench.ts'

const courses = 30_000
const classSystems = 3000
const openClasses = 2400
const rounds = 41
const today = '2026-03-11'
const now = Date.parse('2026-03-11T12:00:00+08:00')

interface Bulk {
  readonly amount: number
  readonly lectureType: 1 | 2 | 3
  readonly openLive: boolean
}

/** Products of every college, type, price, age and popularity, in no order but their own. */
async function addProducts(database: OpenDatabase, { amount, lectureType, openLive }: Bulk): Promise<void> {
  await sql`
    insert into products (lecture_type, name, cover_img, learn_aim, college_id, subject_one_id, learn_id, subject_two_id, is_charge, price_fen,
      is_open_live, study_count, sort, status, published_at)
    select ${sql.lit(lectureType)}, '第 ' || n || ' 门课', '/media/pictures/cover/illustration-001-640.webp', '学完能拿出一件自己的作品来，署上自己的名字。',
      s.college_id, s.subject_one_id, s.learn_id, s.subject_two_id, m.price > 0, m.price, ${sql.lit(openLive)}, m.studying,
      ${openLive ? sql`900000 + n` : sql`100000 + n`}, case when m.chance < 0.03 then 0 else 1 end, now() - m.age * interval '1 minute'
    from generate_series(1, ${sql.lit(amount)}) n
    cross join lateral (select case when ${sql.lit(openLive)} or n % 9 = 0 then 0 else (hashint4(n) & 127) * 100 + 900 end as price,
      (hashint4(n + 1000000) & 8191) as studying, (hashint4(n + 2000000) & 1048575) as age, (hashint4(n + 3000000) & 65535) / 65536.0 as chance) m
    cross join lateral (select o.college_id, o.id as subject_one_id,
      (select t.id from course_types t where t.parent_id = o.id and t.kind = 2 order by hashint8(t.id + n) limit 1) as learn_id,
      (select t.id from course_types t where t.parent_id = o.id and t.kind = 3 order by hashint8(t.id + n) limit 1) as subject_two_id
      from course_types o where o.kind = 1 order by hashint8(o.id + n) limit 1) s`.execute(database.db)
}

async function addDetails(database: OpenDatabase, since: number): Promise<void> {
  const { db } = database
  await sql`insert into product_teachers (product_id, teacher_id, sort)
    select p.id, 1 + (p.id + k) % (select count(*) from teachers), k from products p cross join generate_series(0, 1) k where p.id > ${since}`.execute(
    db,
  )
  await sql`insert into periods (course_id, title, sequence_no, kind, duration_sec, is_free_study)
    select p.id, '第 ' || k || ' 讲', k, case p.lecture_type when 1 then 1 else 2 end, 1800, k = 1 and p.id % 2 = 0
    from products p cross join generate_series(1, 8) k where p.id > ${since} and p.lecture_type <> 2`.execute(db)
  await sql`insert into class_system_stages (class_system_id, name, sort) select id, '第一阶段', 1 from products where id > ${since} and lecture_type = 2`.execute(
    db,
  )
  await sql`insert into class_system_courses (stage_id, course_id, sort)
    select g.id, 1 + (g.id * 7 + k) % 300, k from class_system_stages g cross join generate_series(1, 6) k
    where g.class_system_id > ${since} and exists (select 1 from products p where p.id = 1 + (g.id * 7 + k) % 300)`.execute(
    db,
  )
  await sql`insert into class_schedules (product_id, name, begin_date, end_date)
    select id, '第一期', ${today}::date + (id % 60)::int - 30, ${today}::date + (id % 60)::int from products where id > ${since} and (is_open_live or lecture_type = 2)`.execute(
    db,
  )
  await sql`insert into schedule_periods (schedule_id, period_id, begin_at, end_at)
    select k.id, e.id, k.begin_date + e.sequence_no * interval '3 days', k.begin_date + e.sequence_no * interval '3 days' + interval '90 minutes'
    from class_schedules k join products p on p.id = k.product_id and p.is_open_live join periods e on e.course_id = p.id where p.id > ${since}`.execute(
    db,
  )
}

/** A school with `courses` more courses than the seed's. */
async function fill(database: OpenDatabase): Promise<void> {
  await migrate(database.db)
  await seedDatabase(database)
  const { rows } = await sql<{ last: number }>`select max(id) as last from products`.execute(database.db)
  await addProducts(database, { amount: courses, lectureType: 3, openLive: false })
  await addProducts(database, { amount: classSystems, lectureType: 2, openLive: false })
  await addProducts(database, { amount: openClasses, lectureType: 1, openLive: true })
  await addDetails(database, rows[0]?.last ?? 0)
  await sql`vacuum analyze`.execute(database.db)
}

/** Reads a page of cards; the count, which costs the same on every page, is left out. */
type ReadPage = (page: PageInput) => Promise<readonly unknown[]>

function lists(
  { db }: OpenDatabase,
  college: number,
  subject: number,
  direction: number,
): readonly (readonly [name: string, read: ReadPage])[] {
  const courseList =
    (filter: ProductFilter, sort: CourseSort): ReadPage =>
    async (page) => {
      return findCourseCards(db, await listCourseIds(db, filter, sort, page))
    }
  const sorts = ['default', 'new', 'popular', 'price-asc', 'price-desc'] as const
  const filters = {
    '': {},
    ' of a subject': { subjectOneId: subject },
    ' of a direction': { subjectOneId: subject, learnId: direction },
    ' of a college': { collegeId: college },
    ', recorded': { lectureType: 3 },
    ', live': { lectureType: 1 },
    ', charged': { isCharge: true },
    ', free': { isCharge: false },
    ', with trial': { trial: true },
  } as const satisfies Record<string, ProductFilter>
  return [
    ...Object.entries(filters).flatMap(([name, filter]) =>
      sorts.map((sort) => [`courses${name}, ${sort}`, courseList(filter, sort)] as const),
    ),
    [
      'system classes',
      async (page) => {
        return findClassSystemCards(db, await listClassSystemIds(db, {}, page), today)
      },
    ],
    [
      'open live classes',
      async (page) => {
        const classes = await listOpenClasses(db, now)
        return findLiveCards(db, classes.slice(offsetOf(page), offsetOf(page) + page.pageSize))
      },
    ],
  ]
}

async function timed(read: ReadPage, pageNum: number): Promise<{ ms: number; size: number }> {
  const began = performance.now()
  const records = await read({ pageNum, pageSize: 20 })
  return { ms: performance.now() - began, size: records.length }
}

/** Page 100 against page 1, in turn; the last full page where a list has fewer. */
async function compare(name: string, read: ReadPage): Promise<BenchLine> {
  let far = 100
  while (far > 2 && (await timed(read, far)).size < 20) far -= 10
  const first: number[] = []
  const last: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    first.push((await timed(read, 1)).ms)
    last.push((await timed(read, far)).ms)
  }
  const ratio = median(last) / median(first)
  return {
    name: `${name}: page ${far} against page 1`,
    value: `${ratio.toFixed(2)} (${median(last).toFixed(2)} ms, ${median(first).toFixed(2)} ms)`,
    goal: '<= 3.00',
    ok: ratio <= 3,
  }
}

/** What a far page costs beside the first: of the catalogue and of the forum. */
export async function listBench(): Promise<BenchLine[]> {
  return [...(await catalogueBench()), ...(await forumBench())]
}

/** At 30,000 courses: on the server that TEST_DATABASE_URL names, else embedded. */
async function catalogueBench(): Promise<BenchLine[]> {
  const url = process.env.TEST_DATABASE_URL
  const name = `xueyuan_bench_${process.pid}`
  if (url) await runOnServer(url, `create database ${name}`)
  const database = url ? openPostgres(withDatabase(url, name), () => undefined) : await openMemoryDatabase()
  try {
    await fill(database)
    const { rows } = await sql<{ college: number; subject: number; direction: number }>`
      select o.college_id as college, o.id as subject, t.id as direction from course_types o join course_types t on t.parent_id = o.id and t.kind = 2
      where o.kind = 1 order by o.sort, t.sort limit 1`.execute(database.db)
    const lines: BenchLine[] = []
    for (const [list, read] of lists(database, rows[0]?.college ?? 0, rows[0]?.subject ?? 0, rows[0]?.direction ?? 0))
      lines.push(await compare(`${database.kind}, ${list}`, read))
    return lines
  } finally {
    await database.close()
    if (url) await runOnServer(url, `drop database ${name} with (force)`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await listBench())
