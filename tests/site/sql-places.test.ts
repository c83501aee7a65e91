import { expect, test } from 'vitest'
import { holdsSql, isPlaceOfSql } from '../../scripts/find-sql.ts'

test.each([
  'await sql`select 1`.execute(db)',
  'await sql<Row>`select 1`.execute(db)',
  "db.selectFrom('orders').execute()",
  "trx.updateTable('orders').set(change).execute()",
  "trx.insertInto('orders').values(rows).execute()",
  "trx.deleteFrom('orders').execute()",
])('a question to the database is found: %s', (code) => {
  expect(holdsSql('probe.ts', code)).toBe(true)
})

test.each(['const word = "select 1 from orders"', 'await findOrder(db, id)', 'const list = rows.map(toOrder)'])(
  'what only speaks of one is none: %s',
  (code) => {
    expect(holdsSql('probe.ts', code)).toBe(false)
  },
)

test('stores ask the database, handlers don’t', () => {
  expect(isPlaceOfSql('server/backend/order/staff/books-store.ts')).toBe(true)
  expect(isPlaceOfSql('server/backend/db/predicates.ts')).toBe(true)
  expect(isPlaceOfSql('server/backend/order/staff/staff-money-handlers.ts')).toBe(false)
})
