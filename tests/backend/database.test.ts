import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { migrate, type OpenDatabase, openDatabase } from '#server/backend/db/database.ts'
import { openEmbedded } from '#server/backend/db/embedded-database.ts'
import { readConfig } from '#server/config/config.ts'
import { lockFolder } from '#server/process/folder-lock.ts'
import { openTestDatabase } from '../support/backend-database.ts'

let database: OpenDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'xueyuan-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the backend process', () => {
  // One data folder for both tests: only its first start has a database to make.
  let dataDir: string
  beforeAll(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'xueyuan-'))
  })
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  function start(folder = dataDir) {
    const child = spawn(process.execPath, [resolve('server/backend/index.ts')], {
      env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', SITE_ENV: 'test', SEED: 'none', LOG_LEVEL: 'warn' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    let errors = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    const waits = new Promise<void>((done) =>
      child.stdout?.on('data', (chunk: Buffer) => void (chunk.includes('still in use') && done())),
    )
    return {
      child,
      waits,
      errors: () => errors,
      message: once(child, 'message').then(([message]) => message as { type: string; message?: string }),
    }
  }

  test('says when it is ready, waits, and stops when asked', async () => {
    const first = start()
    expect(await first.message).toEqual({ type: 'ready' })
    const second = start()
    let isReady = false
    void second.message.then(() => {
      isReady = true
    })
    await second.waits
    expect(isReady).toBe(false)
    first.child.kill('SIGTERM')
    expect(await once(first.child, 'exit')).toEqual([0, null])
    expect(await second.message).toEqual({ type: 'ready' })
    second.child.kill('SIGTERM')
    expect(await once(second.child, 'exit')).toEqual([0, null])
  }, 60_000)

  test('says in one sentence why it can’t start, once', async () => {
    const other = mkdtempSync(join(tmpdir(), 'xueyuan-'))
    mkdirSync(join(other, 'db'))
    writeFileSync(join(other, 'db', 'PG_VERSION'), '15\n')
    const { child, message, errors } = start(other)
    expect(await message).toEqual({
      type: 'fatal',
      message: `The database in ${join(other, 'db')} belongs to PostgreSQL 15, but this version opens only PostgreSQL 18.`,
    })
    expect(await once(child, 'exit')).toEqual([1, null])
    // Its parent says the sentence; said twice it would read like two faults.
    expect(errors()).toBe('')
    rmSync(other, { recursive: true, force: true })
  }, 60_000)

  test('stops when the process that started it goes away', async () => {
    const { child, message } = start()
    expect(await message).toEqual({ type: 'ready' })
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  }, 60_000)
})

describe('opening a database', () => {
  const config = () => readConfig({ SITE_ENV: 'test', DATA_DIR: folder, SEED: 'none' })

  test('refuses another PostgreSQL’s folder and sets it free', async () => {
    mkdirSync(join(folder, 'db'))
    writeFileSync(join(folder, 'db', 'PG_VERSION'), '15\n')
    await expect(openDatabase(config(), () => undefined)).rejects.toThrow(
      /belongs to PostgreSQL 15, but this version opens only PostgreSQL 18\.$/,
    )
    const lock = await lockFolder(folder, 'database')
    lock.release()
  })

  test('refuses a folder that can’t be made with one sentence', async () => {
    writeFileSync(join(folder, 'file'), '')
    await expect(openDatabase(readConfig({ DATA_DIR: join(folder, 'file', 'data') }), () => undefined)).rejects.toThrow(
      /can't be written \(ENOTDIR\); set DATA_DIR to a folder that can\.$/,
    )
  })
})

describe('a data folder that has lost something', () => {
  const config = () => readConfig({ SITE_ENV: 'test', DATA_DIR: folder, SEED: 'none' })
  const open = () => openDatabase(config(), () => undefined)

  test('a partial database is refused and stays untouched', async () => {
    mkdirSync(join(folder, 'db', 'base'), { recursive: true })
    writeFileSync(join(folder, 'db', 'base', 'part'), 'what is left')
    await expect(open()).rejects.toThrow(
      `The folder ${join(folder, 'db')} is no database: its file PG_VERSION is missing; restore the backup of ${folder}, or move the whole folder away to begin anew.`,
    )
    expect(readFileSync(join(folder, 'db', 'base', 'part'), 'utf8')).toBe('what is left')
  })

  test.each(['uploads/a/b.png', 'private/export.zip', 'media/live/7/1/index.m3u8'])(
    'is refused when it has %s, but no database',
    async (file) => {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), '')
      const place = join(folder, file.startsWith('media') ? 'media/live' : file.split('/')[0]!)
      await expect(open()).rejects.toThrow(
        `The database ${join(folder, 'db')} is missing, but there are files in ${place}; restore the backup of ${folder}, or move the whole folder away to begin anew.`,
      )
      expect(existsSync(join(folder, 'db'))).toBe(false)
    },
  )

  test.skipIf(Boolean(process.env.TEST_DATABASE_URL))(
    'is filled over empty folders and a killed start’s remains',
    async () => {
      for (const name of ['uploads/empty', 'media/films', 'db.new/base'])
        mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, 'media/films/a.mp4'), '')
      writeFileSync(join(folder, 'db.new/PG_VERSION'), '')
      const fill = async (): Promise<boolean> => {
        const { pglite, fromTemplate } = await openEmbedded(folder, inject('templateFile'))
        await pglite.query('select id from products')
        await pglite.close()
        return fromTemplate
      }
      expect(await fill()).toBe(true)
      expect(await fill()).toBe(false)
      expect(existsSync(join(folder, 'db.new'))).toBe(false)
      // what an earlier version’s first start left half done, with its mark
      rmSync(join(folder, 'db', 'global'), { recursive: true })
      writeFileSync(join(folder, 'db.unfinished'), '')
      expect(await fill()).toBe(true)
      expect(existsSync(join(folder, 'db.unfinished'))).toBe(false)
    },
  )
})

describe('migrations', () => {
  test('do nothing on a database that is up to date', async () => {
    expect(await migrate(database.db)).toEqual([])
  })

  test('may run in several processes at once', async () => {
    expect(await Promise.all([migrate(database.db), migrate(database.db)])).toEqual([[], []])
  })
  test('that have all run cost two small questions', async () => {
    let questions = 0
    const counter: KyselyPlugin = {
      transformQuery({ node }) {
        questions += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    expect(await migrate(database.db.withPlugin(counter))).toEqual([])
    expect(questions).toBe(2)
  })
  test('of a later version are refused', async () => {
    const later = { name: '999-later', timestamp: '2026-03-11T04:00:00.000Z' }
    await sql`insert into kysely_migration (name, "timestamp") values (${later.name}, ${later.timestamp})`.execute(
      database.db,
    )
    await expect(migrate(database.db)).rejects.toThrow(/999-later/)
    await sql`delete from kysely_migration where name = ${later.name}`.execute(database.db)
  })
})

describe('what grows with the school', () => {
  test('is found by index when its row is deleted', async () => {
    const { rows } = await sql`
      select c.conrelid::regclass::text as of, a.attname as by from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confdeltype = 'c'
        and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`.execute(
      database.db,
    )
    expect(rows).toEqual([])
  })

  test.each([
    [
      'the refunds asked for of an order',
      sql`select state from refund_requests where order_id = 7 order by id desc limit 1`,
      'refund_requests_order_ix',
    ],
    [
      'the refunds of a request',
      sql`select id from refunds where request_id = 7 and status <> 3 limit 1`,
      'refunds_request_ix',
    ],
    [
      'what went back of a payment',
      sql`select sum(amount_fen) from refunds where payment_id = 7`,
      'refunds_payment_ix',
    ],
    [
      'what a line of an order gave',
      sql`select id from enrolments where order_item_id in (7, 8)`,
      'enrolments_item_ix',
    ],
    ['what somebody uploaded', sql`select state, size_bytes from uploads where user_id = 7`, 'uploads_user_ix'],
    ['what somebody searched for', sql`select id from search_logs where user_id = 7`, 'search_logs_user_ix'],
    ['whoever is connected', sql`select user_id from room_members where connections <> 0`, 'room_members_online_ix'],
    [
      'a player’s lease',
      sql`select user_id from play_leases where watch_id = '00000000-0000-4000-8000-000000000000'`,
      'play_leases_watch_ix',
    ],
    [
      'rooms that should have ended',
      sql`select id from live_rooms where deleted_at is null and ended_at is null and end_at <= '2026-01-01' order by end_at, id limit 200`,
      'live_rooms_open_ix',
    ],
  ])('is found by index: %s', async (_what, statement, index) => {
    await database.transaction(async (trx) => {
      // of a table with few rows the planner would read all
      await sql`set local enable_seqscan = off`.execute(trx)
      const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(trx)
      expect(rows.map((row) => Object.values(row)[0]).join('\n')).toContain(index)
    })
  })
})

describe('values from the database', () => {
  test('are the same JavaScript on both databases', async () => {
    const { rows } = await sql<Record<string, unknown>>`
      select 9007199254740991::bigint as big_number, count(*) as counted, sum(1::bigint) as summed, array[1, 2]::bigint[] as list,
        date '2026-03-11' as day, timestamptz '2026-03-11 12:00+08' as moment, '{"snakeKey": {"a_b": 1}}'::jsonb as data,
        null::bigint as nothing, true as flag, 1.5::float8 as fraction from (select 1) one`.execute(database.db)
    expect(rows[0]).toEqual({
      bigNumber: 9_007_199_254_740_991,
      counted: 1,
      summed: '1',
      list: [1, 2],
      day: '2026-03-11',
      moment: new Date('2026-03-11T04:00:00Z'),
      data: { snakeKey: { a_b: 1 } },
      nothing: null,
      flag: true,
      fraction: 1.5,
    })
  })
})

describe('transactions', () => {
  test('refuse the database in transactions, and nested transactions', async () => {
    await expect(database.transaction(() => database.db.selectFrom('users').selectAll().execute())).rejects.toThrow(
      /inside a transaction/,
    )
    await expect(database.transaction(() => database.transaction(async () => 1))).rejects.toThrow(
      /inside a transaction/,
    )
    expect(
      await database.transaction(async (trx) => (await trx.selectFrom('colleges').selectAll().execute()).length),
    ).toBe(6)
  })
})
