import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { Agent } from 'undici'
import type { Session } from '#server/backend/context/backend-context.ts'
import { migrate, type OpenDatabase, openPostgres } from '#server/backend/db/database.ts'
import { saveBatch } from '#server/backend/exam/attempt.ts'
import type { Api } from '#shared/contract/calls.ts'
import { runOnServer, withDatabase } from '../support/backend-template.ts'
import { answersTo, type BuiltExam, buildExam, type ExamPage, objective } from '../support/exam-steps.ts'
import { callsTo } from '../support/kept-calls.ts'
import { addLastingLearners } from '../support/order-world.ts'
import { type BenchLine, median } from './bench-line.ts'

/** EXAM_BENCH_PEOPLE makes it a smaller one. */
const people = Number(process.env.EXAM_BENCH_PEOPLE ?? 1000)
const everyMs = 5000
const rounds = 6
const clients = 16
const saves = 3000
const connections = 10
const mostSaveMs = 300
const mostCloseMs = 60_000

interface Hall {
  readonly database: OpenDatabase
  readonly url: string
}

const clock = { now: () => Date.now() }
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const quantile = (times: readonly number[], share: number): number =>
  times[Math.ceil(times.length * share) - 1] ?? Number.NaN

/** Many at once; how many a second. */
async function perSecond(work: (at: number) => Promise<unknown>): Promise<number> {
  let next = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let at = next++; at < saves; at = next++) await work(at)
    }),
  )
  return (saves * 1000) / (performance.now() - began)
}

/** A save with all that it looks at, against the one statement that writes an answer. */
async function saveAgainstStatement({ database, url }: Hall): Promise<BenchLine> {
  const exam = await buildExam({ database, clock }, { questions: objective })
  const learners = await addLastingLearners(database, Date.now(), clients * 4)
  const { rows } = await sql<{ id: number; userId: number }>`
    insert into exam_attempts (paper_id, user_id, attempt_no, state, begun_at, deadline_at, layout, lease_device, lease_at)
    select ${exam.id}, u.id, 1, 1, now(), now() + interval '1 hour', '{"questions":[]}', 'bench-device', now()
    from unnest(${learners.map(({ userId }) => userId)}::bigint[]) u(id) returning id, user_id`.execute(database.db)
  const pool = new pg.Pool({ connectionString: url, max: connections })
  const bare = (at: number): Promise<unknown> =>
    pool.query(
      `insert into exam_answers as w (attempt_id, question_id, answer, is_flagged, lease_no, seq, saved_at) values ($1, $2, $3, false, 1, $4, now())
      on conflict (attempt_id, question_id) do update set answer = excluded.answer, is_flagged = excluded.is_flagged, lease_no = excluded.lease_no,
        seq = excluded.seq, saved_at = excluded.saved_at where (excluded.lease_no, excluded.seq) > (w.lease_no, w.seq)`,
      [rows[at % rows.length]?.id, exam.questionIds[at % 4], '{"options":[1]}', at + 1],
    )
  const whole = async (at: number): Promise<void> => {
    const attempt = rows[at % rows.length]
    const session: Session = { id: '', userId: attempt?.userId ?? 0, isStaff: false, isAdmin: false, roles: [] }
    const answers = answersTo(exam, 'right', saves + at + 1)
      .slice(0, 1)
      .map((one) => ({ isFlagged: false, ...one }))
    const writer = { attemptId: attempt?.id ?? 0, device: 'bench-device', leaseNo: 1 }
    const ctx = { db: database.db, clock, tx: database.transaction }
    const saved = await saveBatch(ctx, session, {
      ...writer,
      answers: answers as Parameters<typeof saveBatch>[2]['answers'],
    })
    if (saved.state !== 1) throw new Error(`A save came to ${saved.state}.`)
  }
  const ratios: number[] = []
  let last = { whole: 0, bare: 0 }
  for (let round = -1; round < 5; round += 1) {
    last = { bare: await perSecond(bare), whole: await perSecond(whole) }
    // the first one warms up
    if (round >= 0) ratios.push(last.whole / last.bare)
  }
  await pool.end()
  return {
    name: `a save, ${clients} clients, against the bare statement that writes an answer`,
    value: `${median(ratios).toFixed(2)} (${last.whole.toFixed(0)} to ${last.bare.toFixed(0)} a second)`,
    goal: '>= 0.30',
    ok: median(ratios) >= 0.3,
  }
}

interface Server {
  readonly child: ChildProcess
  readonly base: string
}

async function startServer(url: string, dataDir: string): Promise<Server> {
  const child = fork('tests/support/exam-bench-server.ts', [url, dataDir], { stdio: 'inherit' })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, base: `http://127.0.0.1:${port}` }
}

interface Seat {
  readonly api: Api
  readonly page: ExamPage
}

/** Everybody writes, one answer each five seconds; how long each save took, in milliseconds. */
async function write(exam: BuiltExam, seats: readonly Seat[]): Promise<number[]> {
  const times: number[] = []
  await Promise.all(
    seats.map(async ({ api, page }, at) => {
      await pause((at * everyMs) / seats.length)
      for (let round = 0; round < rounds; round += 1) {
        const began = performance.now()
        const [answer] = answersTo(exam, 'right', round + 1).slice(round % exam.questionIds.length)
        const { state } = await api.call('POST /api/exam/save', { ...page, answers: answer ? [answer] : [] })
        times.push(performance.now() - began)
        if (state !== 1) throw new Error(`A save came to ${state}.`)
        await pause(Math.max(0, everyMs - (performance.now() - began)))
      }
    }),
  )
  return times.sort((one, other) => one - other)
}

/** Until nobody writes any more; how long after the deadline that was, in milliseconds. */
async function waitForEnd(
  { database }: Hall,
  exam: BuiltExam,
  deadline: number,
): Promise<{ ms: number; told: number }> {
  for (const until = deadline + 2 * mostCloseMs; Date.now() < until; await pause(250)) {
    const { rows } = await sql<{ open: number; told: number }>`
      select count(*) filter (where a.state = 1)::int as open,
        (select count(*)::int from user_messages m join notify_messages n on n.id = m.message_id where n.ref like 'exam-scored:%') as told
      from exam_attempts a where a.paper_id = ${exam.id}`.execute(database.db)
    const [now] = rows
    if (now?.open === 0) return { ms: Date.now() - deadline, told: now.told }
  }
  return { ms: Number.POSITIVE_INFINITY, told: 0 }
}

/** A thousand in one exam, through two backends: saves, then the end by the clock. */
async function wholeExam(hall: Hall): Promise<BenchLine[]> {
  const { database, url } = hall
  const dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-bench-'))
  const servers = [await startServer(url, dataDir), await startServer(url, dataDir)]
  const dispatcher = new Agent({ connections: 128, keepAliveTimeout: 60_000 })
  try {
    const learners = await addLastingLearners(database, Date.now(), people)
    const deadline = Date.now() + 10_000 + everyMs * (rounds + 2) + people * 20
    const exam = await buildExam({ database, clock }, { questions: objective, durationMin: null, endAt: deadline })
    const seats: Seat[] = []
    const waiting = [...learners.entries()]
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          const [at, { cookie }] = next
          const api = callsTo(servers[at % servers.length]?.base ?? '', cookie, dispatcher)
          const device = `bench-device-${at}`
          const { id: attemptId, leaseNo } = await api.call('POST /api/exam/begin', { id: exam.id, device })
          seats.push({ api, page: { attemptId, leaseNo, device } })
        }
      }),
    )
    const times = await write(exam, seats)
    const { ms, told } = await waitForEnd(hall, exam, deadline)
    const p99 = quantile(times, 0.99)
    return [
      {
        name: `${people} in one exam, a save each ${everyMs / 1000} s: p99`,
        value: `${p99.toFixed(0)} ms (p50 ${median(times).toFixed(0)} ms, longest ${times.at(-1)?.toFixed(0)} ms; ${times.length} saves)`,
        goal: `<= ${mostSaveMs} ms`,
        ok: p99 <= mostSaveMs,
      },
      {
        name: `${people} attempts closed by the clock with two backends, after the deadline`,
        value: `${(ms / 1000).toFixed(1)} s, ${told} told once`,
        goal: `<= ${mostCloseMs / 1000} s, ${people} told`,
        ok: ms <= mostCloseMs && told === people,
      },
    ]
  } finally {
    for (const { child } of servers) child.kill()
    await dispatcher.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Exams on PostgreSQL: the server that TEST_DATABASE_URL names. */
export async function examBench(): Promise<BenchLine[]> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL names the PostgreSQL on which exams are measured.')
  const name = `xueyuan_exam_${process.pid}`
  await runOnServer(server, `create database ${name}`)
  const url = withDatabase(server, name)
  const database = openPostgres(url, () => undefined)
  try {
    await migrate(database.db)
    const hall = { database, url }
    return [await saveAgainstStatement(hall), ...(await wholeExam(hall))]
  } finally {
    await database.close()
    await runOnServer(server, `drop database ${name} with (force)`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.table(await examBench())
