import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, type OpenDatabase, openMemoryDatabase } from '#server/backend/db/database.ts'
import { migrations } from '#server/backend/db/migrations/index.ts'

const name = '037-own-time'

/** A school that has everything but this, also what is numbered after it. */
let database: OpenDatabase
beforeAll(async () => {
  database = await openMemoryDatabase()
  const others = Object.fromEntries(Object.entries(migrations).filter(([key]) => key !== name))
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => others } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
})
afterAll(() => database?.close())

interface Before {
  readonly bundleEnd: string | null
  readonly courseEnd: string | null
  /** Of the bundle's order: 1 paid, 3 refunded. */
  readonly status?: 1 | 3
}

/** A learner with a course and a bundle from whose price it was deducted; answers the course's enrolment. */
async function bought({ bundleEnd, courseEnd, status = 1 }: Before): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with u as (insert into users (nickname) values ('同学') returning id),
    p as (insert into products (lecture_type, name, is_charge, price_fen) values (2, '套课', true, 10000), (3, '课程', true, 5000) returning id, lecture_type),
    o as (insert into orders (sn, user_id, order_kind, product_id, amount_fen, owned_fen, pay_amount_fen, paid_fen, refunded_fen, status, expire_at, created_at, paid_at)
      select lpad((select count(*) from orders)::text, 16, '1'), u.id, 1, p.id, 10000, 5000, 5000, 5000, ${status === 3 ? 5000 : 0}, ${status}::smallint, '2026-01-01', '2026-01-01', '2026-01-01'
      from u, p where p.lecture_type = 2 returning id, user_id, product_id),
    i as (insert into order_items (order_id, line_no, product_id, name, lecture_type, price_fen, owned_fen, state)
      select o.id, 1, p.id, '课程', 3, 5000, 5000, 3 from o, p where p.lecture_type = 3),
    b as (insert into enrolments (user_id, product_id, order_id, source, status, begin_at, end_at, created_at)
      select o.user_id, o.product_id, o.id, 1, ${status}::smallint, '2026-01-01', ${bundleEnd}::timestamptz, '2026-01-01' from o)
    insert into enrolments (user_id, product_id, source, begin_at, end_at, created_at)
      select u.id, p.id, 3, '2026-01-01', ${courseEnd}::timestamptz, '2026-01-01' from u, p where p.lecture_type = 3 returning id`.execute(
    database.db,
  )
  return rows[0]?.id ?? 0
}

test('deducted courses last as long as their bundle', async () => {
  const [own, bundle] = ['2800-01-01T00:00:00.000Z', '2850-01-01T00:00:00.000Z']
  const ids = [
    await bought({ bundleEnd: bundle, courseEnd: own }),
    await bought({ bundleEnd: null, courseEnd: own }),
    await bought({ bundleEnd: own, courseEnd: bundle }),
    await bought({ bundleEnd: own, courseEnd: null }),
    await bought({ bundleEnd: bundle, courseEnd: own, status: 3 }),
    await bought({ bundleEnd: bundle, courseEnd: '2026-02-01' }),
  ]
  expect(await migrate(database.db)).toEqual([name])
  const { rows } = await sql<{ endAt: Date | null; ownEndAt: Date | null }>`
    select end_at, own_end_at from enrolments where id = any(${ids}::bigint[]) order by id`.execute(database.db)
  expect(rows.map(({ endAt, ownEndAt }) => [endAt?.toISOString() ?? null, ownEndAt?.toISOString() ?? null])).toEqual([
    [bundle, own],
    [null, own],
    [bundle, null],
    [null, null],
    [own, null],
    ['2026-02-01T00:00:00.000Z', null],
  ])
})
