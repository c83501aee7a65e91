import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate, type OpenDatabase, openMemoryDatabase } from '#server/backend/db/database.ts'
import { migrations } from '#server/backend/db/migrations/index.ts'

/** A school that was last brought up to date before money in review had a table. */
const lastBefore = '018-read-indexes'

let database: OpenDatabase
beforeAll(async () => {
  database = await openMemoryDatabase()
  const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= lastBefore))
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => earlier } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
})
afterAll(() => database?.close())

interface Before {
  readonly name: string
  /** The payment: 1 pending, 2 succeeded, 5 in review. */
  readonly status: 1 | 2 | 5
  readonly kind: 'amount-differs' | 'trade-number'
  readonly amountFen: number
  readonly isSeen?: boolean
}

/** An order with one payment of 100.00 for which other money came, and its alert. */
async function came({ name, status, kind, amountFen, isSeen = false }: Before): Promise<void> {
  const { db } = database
  const detail = JSON.stringify({ outTradeNo: name, tradeNo: `second-${name}`, amountFen })
  await sql`
    with u as (insert into users (nickname) values (${name}) returning id),
    p as (insert into products (lecture_type, name, is_charge, price_fen) values (3, ${name}, true, 10000) returning id),
    o as (insert into orders (sn, user_id, order_kind, product_id, amount_fen, pay_amount_fen, expire_at, created_at)
      select lpad((select count(*) from orders)::text, 16, '1'), u.id, 1, p.id, 10000, 10000, '2026-01-01', '2026-01-01' from u, p returning id),
    m as (insert into payments (order_id, out_trade_no, pay_type, provider, amount_fen, status, provider_trade_no, created_at, expire_at, ask_at, paid_at)
      select o.id, ${name}, 'wechat', 'embedded', 10000, ${status}::smallint, ${status === 1 ? null : kind === 'trade-number' ? `first-${name}` : `second-${name}`},
        '2026-01-01', '2026-01-01', '2026-01-01', ${status === 2 ? '2026-01-01' : null}::timestamptz from o returning id)
    insert into money_alerts (kind, ref, detail, created_at, seen_at)
      select ${kind}, case ${kind} when 'trade-number' then 'embedded:second-' || ${name} || ':' || ${name} else 'payment:' || m.id end, ${detail}::jsonb, '2026-01-02',
        ${isSeen ? '2026-01-03' : null}::timestamptz from m`.execute(db)
}

test('an older school learns of waiting money, each once', async () => {
  await came({ name: 'other-amount', status: 5, kind: 'amount-differs', amountFen: 9900 })
  await came({ name: 'pending', status: 1, kind: 'trade-number', amountFen: 10_000 })
  await came({ name: 'paid', status: 2, kind: 'trade-number', amountFen: 10_000 })
  await came({ name: 'dealt-with', status: 2, kind: 'trade-number', amountFen: 10_000, isSeen: true })
  expect(await migrate(database.db)).toEqual(Object.keys(migrations).filter((name) => name > lastBefore))
  const { rows } =
    await sql`select m.out_trade_no, m.status, v.reason, v.state, v.trade_no, v.amount_fen::int, v.expected_fen::int
    from payments m left join payment_reviews v on v.payment_id = m.id order by m.id`.execute(database.db)
  const expected = (outTradeNo: string, status: number, reason: number, amountFen: number) => ({
    outTradeNo,
    status,
    reason,
    state: 1,
    tradeNo: `second-${outTradeNo}`,
    amountFen,
    expectedFen: 10_000,
  })
  expect(rows).toEqual([
    expected('other-amount', 5, 1, 9900),
    expected('pending', 5, 2, 10_000),
    expected('paid', 2, 2, 10_000),
    {
      outTradeNo: 'dealt-with',
      status: 2,
      reason: null,
      state: null,
      tradeNo: null,
      amountFen: null,
      expectedFen: null,
    },
  ])
  expect(await migrate(database.db)).toEqual([])
})
