import { pathToFileURL } from 'node:url'
import autocannon from 'autocannon'
import { sql } from 'kysely'
import { migrate, type OpenDatabase, openMemoryDatabase, openPostgres } from '#server/backend/db/database.ts'
import { developerPassword } from '#server/backend/developer/developer-accounts.ts'
import { countMessages, findUnread, listMessages, listWaiting } from '#server/backend/message/message-store.ts'
import { countNotes, listLessonNotes, listNoteCourses, listNotes } from '#server/backend/study/note/note-store.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { type BenchLine, cpuSecondsOf, median, middleHalf } from './bench-line.ts'
import { type BuiltSite, startBuiltSite } from './built-site.ts'

const rounds = 61
const learners = { small: 1, large: 2 } as const
const messages = { small: 20, large: 100_000 } as const
const notes = { small: 20, large: 5000 } as const
const lessons = 40
const page = { pageNum: 1, pageSize: 20 }

/** Two learners: one with little, one with very much; a school of others round them. */
async function fill(database: OpenDatabase): Promise<void> {
  await migrate(database.db)
  await database.db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`insert into users (nickname) select '同学 ' || n from generate_series(1, 200) n`.execute(db)
    await sql`insert into notify_messages (title, content_html, topic, ref, created_at)
      select '第 ' || n || ' 条', '<p>正文。</p>', (array['class', 'order', 'system'])[1 + n % 3], 'bench-' || n, now() - n * interval '1 minute'
      from generate_series(1, ${sql.lit(messages.large)}) n`.execute(db)
    for (const who of ['small', 'large'] as const)
      await sql`insert into user_messages (message_id, user_id, received_at, read_at, kind)
        select m.id, ${learners[who]}, m.created_at, now(), (array['study', 'order', 'notice'])[1 + m.id % 3]
        from notify_messages m order by m.created_at desc limit ${sql.lit(messages[who])}`.execute(db)
    await sql`insert into products (lecture_type, name, is_charge, status) select 3, '第 ' || n || ' 门课', false, 1 from generate_series(1, 25) n`.execute(
      db,
    )
    await sql`insert into periods (course_id, title, sequence_no, kind)
      select p.id, '第 ' || k || ' 讲', k, 2 from products p cross join generate_series(1, ${sql.lit(lessons)}) k`.execute(
      db,
    )
    for (const who of ['small', 'large'] as const) {
      await sql`insert into lesson_notes (user_id, course_id, period_id, client_key, place_sec, text, created_at, updated_at)
        select ${learners[who]}, e.course_id, e.id, 'bench-' || n, n % 3600, repeat('这一秒很要紧，', 1 + n % 20), now(), now()
        from generate_series(1, ${sql.lit(notes[who])}) n join lateral (
          select e.id, e.course_id from periods e order by e.id offset (n % 25) * ${sql.lit(lessons)} + (n / 25) % ${sql.lit(lessons)} limit 1) e on true`.execute(
        db,
      )
      await sql`insert into note_courses (user_id, course_id, notes)
        select user_id, course_id, count(*) from lesson_notes where user_id = ${learners[who]} group by 1, 2`.execute(
        db,
      )
    }
    await sql`vacuum analyze`.execute(db)
  })
}

/** Reads something of a learner. */
type Read = (userId: number) => Promise<unknown>

function reads({ db }: OpenDatabase, course: number, period: number): readonly (readonly [name: string, read: Read])[] {
  const now = Date.now()
  return [
    ['messages, the first page', (userId) => listMessages(db, userId, undefined, { pageNum: 1, pageSize: 6 })],
    ['messages of a kind', (userId) => listMessages(db, userId, 'order', { pageNum: 1, pageSize: 6 })],
    ['messages, how many', (userId) => countMessages(db, userId, undefined)],
    ['whether one is unread', (userId) => findUnread(db, userId)],
    ['messages that wait', (userId) => listWaiting(db, userId)],
    ['notes, the newest', (userId) => listNotes(db, { userId }, page, now)],
    ['notes of a course', (userId) => listNotes(db, { userId, courseId: course }, page, now)],
    ['notes, how many', (userId) => countNotes(db, { userId })],
    ['courses with notes', (userId) => listNoteCourses(db, userId)],
    ['notes of a lesson', (userId) => listLessonNotes(db, { userId, periodId: period, scheduleId: undefined }, now)],
  ]
}

async function timed(read: Read, userId: number): Promise<number> {
  const began = performance.now()
  await read(userId)
  return performance.now() - began
}

/** A learner with very much against one with little, in turn. */
async function compare(name: string, read: Read): Promise<BenchLine> {
  const small: number[] = []
  const large: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    small.push(await timed(read, learners.small))
    large.push(await timed(read, learners.large))
  }
  const ratio = median(large) / median(small)
  return {
    name,
    value: `${ratio.toFixed(2)} (${median(large).toFixed(2)} ms, ${median(small).toFixed(2)} ms)`,
    goal: '<= 2.00',
    ok: ratio <= 2,
  }
}

/** With 100,000 messages and 5,000 notes: on the server that TEST_DATABASE_URL names, else embedded. */
async function growthBench(): Promise<BenchLine[]> {
  const url = process.env.TEST_DATABASE_URL
  const name = `xueyuan_study_${process.pid}`
  if (url) await runOnServer(url, `create database ${name}`)
  const database = url ? openPostgres(withDatabase(url, name), () => undefined) : await openMemoryDatabase()
  try {
    await fill(database)
    const { rows } = await sql<{ course: number; period: number }>`
      select course_id as course, period_id as period from lesson_notes where user_id = ${learners.small} limit 1`.execute(
      database.db,
    )
    const lines: BenchLine[] = []
    for (const [what, read] of reads(database, rows[0]?.course ?? 0, rows[0]?.period ?? 0))
      lines.push(await compare(`${database.kind}, ${what}: much against little`, read))
    return lines
  } finally {
    await database.close()
    if (url) await runOnServer(url, `drop database ${name} with (force)`)
  }
}

const amount = 2000
const calendarRounds = 9

/** Microseconds of CPU of the whole site for one request. */
async function cost(site: BuiltSite, path: string, headers: Record<string, string>, expected: number): Promise<number> {
  const cpu = (): number => cpuSecondsOf(site.webPid) + cpuSecondsOf(site.backendPid)
  const before = cpu()
  const result = await autocannon({ url: site.base + path, amount, connections: 8, headers })
  if (result.errors + result.timeouts > 0 || result.statusCodeStats?.[`${expected}`]?.count !== amount)
    throw new Error(`Not all answers of ${path.slice(0, 10)} were ${expected}.`)
  return ((cpu() - before) * 1e6) / amount
}

/** The address of the seeded learner's calendar. */
async function makeCalendar(base: string): Promise<string> {
  const call = async (path: string, body: object, cookie = ''): Promise<Response> =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', reqSource: 'pcSite', origin: base, cookie },
      body: JSON.stringify(body),
    })
  const login = await call('/api/auth/login', {
    loginType: 'password',
    phoneNum: '13800000001',
    password: developerPassword,
  })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { body } = (await (await call('/api/user/calendar/make', {}, cookie)).json()) as { body: { path: string } }
  return body.path
}

/** A calendar that nothing has changed in, through the front and the backend, beside a file that the front sends. */
async function calendarBench(): Promise<BenchLine> {
  const site = await startBuiltSite()
  try {
    const path = await makeCalendar(site.base)
    const etag = (await fetch(site.base + path)).headers.get('etag') ?? ''
    const [file = ''] = /\/assets\/[\w./-]+\.css/.exec(await (await fetch(site.base)).text()) ?? []
    const kinds = { calendar: [] as number[], file: [] as number[] }
    for (let round = -1; round < calendarRounds; round += 1) {
      const calendar = await cost(site, path, { 'if-none-match': etag }, 304)
      const plain = await cost(site, file, {}, 200)
      // the first one warms up
      if (round < 0) continue
      kinds.calendar.push(calendar)
      kinds.file.push(plain)
    }
    const ratios = kinds.calendar.map((microseconds, round) => microseconds / (kinds.file[round] ?? Number.NaN))
    return {
      name: 'a calendar that is as it was (304), against a static file',
      value: `${median(ratios).toFixed(2)} (${middleHalf(ratios)}; ${median(kinds.calendar).toFixed(0)} µs, ${median(kinds.file).toFixed(0)} µs)`,
      goal: '<= 3.00',
      ok: median(ratios) <= 3,
    }
  } finally {
    await site.stop()
  }
}

/** What learners' messages, notes and calendars cost when there is very much of them. */
export async function studyBench(): Promise<BenchLine[]> {
  return [...(await growthBench()), await calendarBench()]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await studyBench())
