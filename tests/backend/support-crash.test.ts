import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { Agent } from 'undici'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { migrate, type OpenDatabase, openDatabase } from '#server/backend/db/database.ts'
import { readConfig } from '#server/config/config.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { openTestDatabase } from '../support/backend-database.ts'
import { withDatabase } from '../support/backend-template.ts'
import { callsTo } from '../support/kept-calls.ts'
import { addLastingLearners } from '../support/order-world.ts'
import { freshMark } from '../support/support-client.ts'

const isFull = process.env.PROOF === 'full'
const kills = isFull ? 20 : 2
/** Nobody speaks oftener than one may in a minute. */
const speakers = isFull ? 60 : 6
const linesPerRound = isFull ? 36 : 18
const limitMs = isFull ? 3_600_000 : 300_000
const port = 20_000 + Math.floor(Math.random() * 12_000)
const base = `http://127.0.0.1:${port}`

let dataDir: string
let child: ChildProcess | undefined
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-support-crash-'))
})
afterEach(() => child?.kill('SIGKILL'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** The backend as the site starts it; resolves when it takes calls. */
async function startBackend(databaseUrl: string): Promise<ChildProcess> {
  const started = spawn(process.execPath, [resolve('server/backend/index.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SITE_ENV: 'test',
      SEED: 'none',
      LOG_LEVEL: 'silent',
      BACKEND_PORT: String(port),
      SERVICE_HOURS: '每天 00:00-24:00',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child = started
  expect((await once(started, 'message'))[0]).toEqual({ type: 'ready' })
  return started
}

/** Opens the backend's database while no backend runs. */
async function whileStopped<T>(databaseUrl: string, work: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const config = readConfig({ SITE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  const database = await openDatabase(config, () => undefined)
  try {
    await migrate(database.db)
    return await work(database)
  } finally {
    await database.close()
  }
}

interface Speaker {
  readonly userId: number
  readonly cookie: string
}

/** What somebody says next, under a mark that stays the same until it was acknowledged, and what was. */
interface Said {
  readonly acknowledged: Map<string, number>
  readonly waiting: Map<Speaker, string>
}

/** Everybody speaks until so many lines were acknowledged, or the backend is gone: the line under way is said again later. */
async function speak(people: readonly Speaker[], said: Said, enough: () => boolean): Promise<void> {
  const dispatcher = new Agent({ connections: speakers })
  let isGone = false
  await Promise.all(
    people.map(async (one) => {
      const api = callsTo(base, one.cookie, dispatcher)
      while (!isGone && !enough()) {
        const clientMsgId = said.waiting.get(one) ?? freshMark()
        said.waiting.set(one, clientMsgId)
        try {
          const { seq } = await api.call('POST /api/support/send', { text: `说 ${clientMsgId}`, clientMsgId })
          said.acknowledged.set(clientMsgId, seq)
          said.waiting.delete(one)
        } catch (error) {
          if (error instanceof ApiError) throw error
          isGone = true
        }
      }
    }),
  )
  await dispatcher.destroy()
}

async function killWhileSpeaking(databaseUrl: string): Promise<void> {
  const people = await whileStopped(databaseUrl, (database) => addLastingLearners(database, Date.now(), speakers))
  const said: Said = { acknowledged: new Map(), waiting: new Map() }
  for (let round = 0; round < kills; round += 1) {
    const victim = await startBackend(databaseUrl)
    const gone = once(victim, 'exit')
    const end = said.acknowledged.size + 1 + Math.floor(Math.random() * linesPerRound)
    await speak(people, said, () => {
      if (said.acknowledged.size >= end) victim.kill('SIGKILL')
      return false
    })
    expect(await gone).toEqual([null, 'SIGKILL'])
  }
  const last = await startBackend(databaseUrl)
  const end = said.acknowledged.size + speakers
  await speak(people, said, () => said.acknowledged.size >= end)
  last.kill('SIGTERM')
  await once(last, 'exit')
  const found = await whileStopped(databaseUrl, async ({ db }) => {
    const ids = people.map(({ userId }) => userId)
    const { rows } = await sql<{ userId: number; seq: number; mark: string | null; lastSeq: number }>`
      select c.user_id, m.seq, m.client_msg_id as mark, c.last_seq from conversations c join conversation_messages m on m.conversation_id = c.id
      where c.user_id = any(${ids}::bigint[]) order by c.user_id, m.seq`.execute(db)
    return rows
  })
  const kept = new Map(found.flatMap(({ mark, seq }) => (mark === null ? [] : [[mark, seq] as const])))
  expect([...said.acknowledged].filter(([mark, seq]) => kept.get(mark) !== seq)).toEqual([])
  const marks = found.flatMap(({ userId, mark }) => (mark === null ? [] : [`${userId} ${mark}`]))
  expect(new Set(marks).size).toBe(marks.length)
  for (const { userId } of people) {
    const own = found.filter((one) => one.userId === userId)
    expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1))
    expect(own.at(-1)?.seq).toBe(own.at(-1)?.lastSeq)
  }
}

const name = 'kills lose, double and skip no line'

test.skipIf(!process.env.TEST_DATABASE_URL)(
  `on PostgreSQL ${name}`,
  async () => {
    const copy = await openTestDatabase()
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(copy.db)
    try {
      await killWhileSpeaking(withDatabase(process.env.TEST_DATABASE_URL ?? '', rows[0]?.name ?? ''))
    } finally {
      await copy.close()
    }
  },
  limitMs,
)

test.skipIf(Boolean(process.env.TEST_DATABASE_URL) && !isFull)(name, () => killWhileSpeaking(''), limitMs)
