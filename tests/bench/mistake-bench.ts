import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { createBackend } from '#server/backend/backend.ts'
import { migrate, type OpenDatabase, openMemoryDatabase, openPostgres } from '#server/backend/db/database.ts'
import { readConfig } from '#server/config/config.ts'
import type { Api, CallInput, CallOutput, CallRoute } from '#shared/contract/calls.ts'
import { openSessionOf } from '../support/backend-accounts.ts'
import { createTestLog, createTestPurges, readEnvelope, sendCall } from '../support/backend-harness.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { serveCalls } from '../support/kept-connections.ts'
import { type BenchLine, median } from './bench-line.ts'

const rounds = 61
const learners = { small: 1, large: 2 } as const
/** Papers that each of the two has handed in, of a hundred questions each, all of them wrong. */
const papers = { small: 1, large: 200 } as const
const questions = 100

/** Two learners, one with a hundred mistakes and one with 20,000; others with some round them. */
async function fill(database: OpenDatabase): Promise<void> {
  await migrate(database.db)
  await database.db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    await sql`insert into users (nickname) select '同学 ' || n from generate_series(1, 200) n`.execute(db)
    await sql`insert into exam_papers (title, reveal, state, total_score, question_count, created_at, updated_at, published_at)
      select '第 ' || n || ' 张', 1, 2, 100, ${sql.lit(questions)}, now(), now(), now() from generate_series(1, ${sql.lit(papers.large)}) n`.execute(
      db,
    )
    await sql`insert into exam_questions (paper_id, sort, kind, stem, options, answer, explanation, score)
      select p.id, k, 1, '第 ' || k || ' 题，下面哪一项是对的？', '[{"key":0,"text":"甲"},{"key":1,"text":"乙"},{"key":2,"text":"丙"},{"key":3,"text":"丁"}]',
        '{"options":[1]}', repeat('为什么是这一项。', 8), 1
      from exam_papers p cross join generate_series(0, ${sql.lit(questions - 1)}) k order by p.id, k`.execute(db)
    const handIn = async (user: number, count: number): Promise<void> => {
      await sql`insert into exam_attempts (paper_id, user_id, attempt_no, state, begun_at, layout, lease_device, lease_at, submitted_at, closed_by, receipt_no, score, scored_at)
        select p.id, ${user}, 1, 3, now(), '{"questions":[]}', 'bench', now(), now(), 1, 'bench-' || ${user}::int || '-' || p.id, 0, now()
        from exam_papers p order by p.id limit ${sql.lit(count)}`.execute(db)
      await sql`insert into mistakes (user_id, question_id, paper_id, state, source, due_on, stability, difficulty, reps, lapses, successes, last_reviewed_at, created_at, updated_at)
        select ${user}, q.id, q.paper_id, case when q.id % 5 = 0 then 2 when q.id % 11 = 0 then 3 else 1 end, 1, current_date - 30 + (q.id % 60)::int,
          1, 5, 1, 1, 0, now() - interval '31 days', now(), now()
        from exam_questions q join exam_attempts a on a.paper_id = q.paper_id and a.user_id = ${user}`.execute(db)
    }
    await handIn(learners.small, papers.small)
    await handIn(learners.large, papers.large)
    for (let user = 3; user <= 60; user += 1) await handIn(user, 5)
    await sql`vacuum analyze`.execute(db)
  })
}

/** A call of a learner. */
type Read = (userId: number) => Promise<unknown>

/** A backend over HTTP on this database, each of the two signed in. */
async function openLearners(
  database: OpenDatabase,
): Promise<{ as: (userId: number) => Api; end: () => Promise<void> }> {
  const quiet = { jobs: { wake: async () => undefined }, purges: createTestPurges(), log: createTestLog() }
  const backend = await createBackend(readConfig({ SITE_ENV: 'test' }), { ...quiet, database })
  const { agent, end } = await serveCalls(backend.listener)
  const cookies = new Map<number, string>()
  for (const userId of Object.values(learners)) cookies.set(userId, await openSessionOf(backend, userId))
  const as = (userId: number): Api => ({
    async call<R extends CallRoute>(route: R, input: CallInput<R>): Promise<CallOutput<R>> {
      return readEnvelope<CallOutput<R>>(await sendCall(agent, route, input, { Cookie: cookies.get(userId) ?? '' }))
    },
  })
  return { as, end: async () => void (await end()) }
}

function reads(as: (userId: number) => Api): readonly (readonly [name: string, read: Read])[] {
  const list = (input: CallInput<'GET /api/exam/mistake/list'>) => (userId: number) =>
    as(userId).call('GET /api/exam/mistake/list', input)
  return [
    ['the queue', (userId) => as(userId).call('GET /api/exam/mistake/queue', {})],
    ['the first page', list({})],
    ['a late page', list({ pageNum: 9 })],
    ['those that are mastered', list({ state: 2 })],
    ['those of a paper', list({ paperId: 1 })],
    [
      'one is put away',
      (userId) => as(userId).call('POST /api/exam/mistake/dismiss', { questionId: 7, isDismissed: true }),
    ],
  ]
}

async function timed(read: Read, userId: number): Promise<number> {
  const began = performance.now()
  await read(userId)
  return performance.now() - began
}

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

/** A mistake book of 20,000 questions against one of a hundred: on the server that TEST_DATABASE_URL names, else embedded. */
export async function mistakeBench(): Promise<BenchLine[]> {
  const url = process.env.TEST_DATABASE_URL
  const name = `xueyuan_mistakes_${process.pid}`
  if (url) await runOnServer(url, `create database ${name}`)
  const database = url ? openPostgres(withDatabase(url, name), () => undefined) : await openMemoryDatabase()
  try {
    await fill(database)
    const { as, end } = await openLearners(database)
    const lines: BenchLine[] = []
    for (const [what, read] of reads(as))
      lines.push(await compare(`${database.kind}, ${what}: 20,000 mistakes against 100`, read))
    await end()
    return lines
  } finally {
    await database.close()
    if (url) await runOnServer(url, `drop database ${name} with (force)`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await mistakeBench())
