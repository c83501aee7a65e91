import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type OpenDatabase, openMemoryDatabase } from '#server/backend/db/database.ts'
import { onePlan } from '#server/backend/db/one-plan.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(() => database?.close())
beforeEach(async () => {
  await sql`drop table if exists shelf`.execute(database.db)
  await sql`create table shelf (id bigint generated always as identity primary key, name text unique, tags text[], at timestamptz, extra jsonb)`.execute(
    database.db,
  )
})

const many = [1, 2, 3, 4, 5, 6, 7, 8]
const add = (name: string | null, db = database.db): Promise<unknown> =>
  sql`insert into shelf (name) values (${name})`.execute(db)
const names = async (): Promise<unknown[]> =>
  (await sql<{ name: string }>`select name from shelf order by id`.execute(database.db)).rows.map(({ name }) => name)
const prepared = async (): Promise<string[]> =>
  (
    (await database.pglite?.query<{ statement: string }>('select statement from pg_prepared_statements'))?.rows ?? []
  ).map(({ statement }) => statement)

describe('a statement of the embedded database that comes again and again', () => {
  test('is prepared the third time, answering the same', async () => {
    const at = new Date('2026-03-01T02:03:04.567Z')
    await sql`insert into shelf (name, tags, at, extra) values ('甲', ${['一', '二,"三"']}, ${at}, ${JSON.stringify({ 深: [1, null] })})`.execute(
      database.db,
    )
    const read = (): Promise<unknown> =>
      sql`select s.*, ${7}::bigint as n, ${null}::text as nothing from shelf s where s.tags && ${['一']}::text[]`.execute(
        database.db,
      )
    const first = await read()
    expect(first).toMatchObject({
      rows: [{ id: 1, name: '甲', tags: ['一', '二,"三"'], at, extra: { 深: [1, null] }, n: 7, nothing: null }],
    })
    await read()
    expect((await prepared()).filter((text) => text.includes('shelf'))).toEqual([])
    for (const _ of many) expect(await read()).toEqual(first)
    expect((await prepared()).filter((text) => text.includes('shelf'))).toHaveLength(1)
  })

  test('says how many rows it changed', async () => {
    for (const n of many) await add(`${n}`)
    for (const n of many) {
      const { numAffectedRows } = await sql`update shelf set extra = ${JSON.stringify(n)} where id >= ${n}`.execute(
        database.db,
      )
      expect(Number(numAffectedRows)).toBe(many.length - n + 1)
    }
  })

  test('gives its error’s code, and the next goes on', async () => {
    for (const n of many) await add(`${n}`)
    await expect(add('3')).rejects.toMatchObject({
      code: '23505',
      constraint: 'shelf_name_key',
      query: 'insert into shelf (name) values ($1)',
    })
    await add('9')
    expect(await names()).toHaveLength(9)
  })

  test('is part of its own transaction only', async () => {
    for (const n of many) await add(`${n}`)
    const begun = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const failing = database.transaction(async (trx) => {
      await add('half', trx)
      begun.resolve()
      await asked.promise
      await add('3', trx)
    })
    await begun.promise
    const beside = add('beside')
    asked.resolve()
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    await beside
    await database.transaction((trx) => add('whole', trx))
    expect(await names()).toEqual([...many.map(String), 'beside', 'whole'])
  })

  test('waits for the end of another’s transaction', async () => {
    for (const n of many) await add(`${n}`)
    const begun = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const failing = database.pglite?.transaction(async (trx) => {
      begun.resolve()
      await asked.promise
      await trx.query('select 1 / 0')
    })
    await begun.promise
    const beside = add('beside')
    asked.resolve()
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    await beside
    expect(await names()).toContain('beside')
  })

  test('sees the columns that its table has now', async () => {
    const read = async (): Promise<unknown> => (await sql`select * from shelf`.execute(database.db)).rows[0]
    await add('甲')
    for (const _ of many) await read()
    await sql`alter table shelf add column colour text default '红'`.execute(database.db)
    expect(await read()).toMatchObject({ name: '甲', colour: '红' })
    await sql`alter table shelf drop column tags`.execute(database.db)
    for (const _ of many) expect(await read()).not.toHaveProperty('tags')
  })

  test('is planned anew after ten minutes, as tables grow', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const read = (): Promise<unknown> => sql`select name from shelf where id = ${1}`.execute(database.db)
      for (const _ of many) await read()
      const plans = (): Promise<unknown> =>
        Promise.resolve(
          database.pglite
            ?.query(`select name from pg_prepared_statements where statement like 'select name from shelf%'`)
            .then(({ rows }) => rows),
        )
      const before = await plans()
      await read()
      expect(await plans()).toEqual(before)
      vi.advanceTimersByTime(10 * 60_000 + 1)
      for (const _ of many) await read()
      expect(await plans()).toHaveLength(1)
      expect(await plans()).not.toEqual(before)
    } finally {
      vi.useRealTimers()
    }
  })

  test('waits for its turn over the end of its plan', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const read = (db = database.db): Promise<unknown> =>
        sql`select name from shelf where id = ${1}`.execute(db).then(({ rows }) => rows)
      for (const n of many) await add(`${n}`)
      for (const _ of many) await read()
      const begun = Promise.withResolvers<void>()
      const asked = Promise.withResolvers<void>()
      const other = database.transaction(async (trx) => {
        begun.resolve()
        await asked.promise
        // by now it is too old: its plan goes with the next round
        vi.advanceTimersByTime(10 * 60_000 + 1)
        for (const _ of many) await read(trx)
      })
      await begun.promise
      const waiting = read()
      asked.resolve()
      await other
      expect(await waiting).toEqual([{ name: '1' }])
      for (const _ of many) await read()
      expect((await prepared()).filter((text) => text.startsWith('select name from shelf where id'))).toHaveLength(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('gives its plan back after hundreds of others', async () => {
    const others = Array.from({ length: 320 }, (_, index) => `other${index}`)
    for (const name of others)
      for (const _ of [1, 2, 3]) await sql`select ${1}::int as ${sql.ref(name)}`.execute(database.db)
    expect((await prepared()).length).toBeLessThanOrEqual(301)
    for (const _ of many)
      expect((await sql`select ${1}::int as other0`.execute(database.db)).rows).toEqual([{ other0: 1 }])
  })

  test('has one plan for all values when it says so', async () => {
    for (const n of many) await add(`${n}`)
    const read = async (ids: readonly number[]): Promise<unknown> =>
      (await sql`${onePlan} select name from shelf where id = any(${ids}::bigint[]) order by id`.execute(database.db))
        .rows
    const mode = async (): Promise<unknown> => (await database.pglite?.query('show plan_cache_mode'))?.rows
    for (const _ of many) expect(await read([2, 1])).toEqual([{ name: '1' }, { name: '2' }])
    await database
      .transaction(async (trx) => {
        const fails = sql`${onePlan} select 1 / ${0}::int as none`
        for (const _ of [1, 2, 3]) await sql`${onePlan} select 1 / ${1}::int as none`.execute(trx)
        await expect(fails.execute(trx)).rejects.toMatchObject({ code: '22012' })
      })
      .catch(() => undefined)
    expect(await read([3])).toEqual([{ name: '3' }])
    const plans = await database.pglite?.query(
      `select custom_plans, generic_plans > 5 as is_kept from pg_prepared_statements where statement like '%select name from shelf where id = any%'`,
    )
    expect(plans?.rows).toEqual([{ custom_plans: 0, is_kept: true }])
    expect(await mode()).toEqual([{ plan_cache_mode: 'auto' }])
  })
})
