import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account, credit, debit, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { startTestBackend, type TestBackend, testNow } from '../support/backend-harness.ts'
import { createFakePay } from '../support/fake-pay-provider.ts'
import { type BuiltOrder, buildOrder, buildPaidOrder } from '../support/order-factories.ts'

let backend: TestBackend
let order: BuiltOrder

beforeAll(async () => {
  backend = await startTestBackend({}, { pay: createFakePay() })
  order = await buildOrder(backend, { lines: [{ priceFen: 100 }] })
})

afterAll(() => backend.close())

function post(
  ref: string,
  entries = [debit(Account.cash('embedded'), 100), credit(Account.advance, 100)],
): Promise<boolean> {
  return backend.context.tx((trx) =>
    postLedger(trx, { kind: 'payment', ref, orderId: order.id, at: new Date(testNow), entries }),
  )
}

async function entriesOf(ref: string) {
  return backend.database.db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'ledgerEntries.transactionId')
    .select(['ledgerEntries.account', 'ledgerEntries.amountFen'])
    .where('ledgerTransactions.ref', '=', ref)
    .orderBy('ledgerEntries.id')
    .execute()
}

test('an event told 20 times is booked once (ledger_transactions.ref)', async () => {
  const posted = await Promise.all(Array.from({ length: 20 }, () => post('test:once')))
  expect(posted.filter(Boolean)).toHaveLength(1)
  expect(await entriesOf('test:once')).toEqual([
    { account: 'cash:embedded', amountFen: 100 },
    { account: 'advance', amountFen: -100 },
  ])
})

test('what doesn’t balance is refused as a whole (ledger_balanced)', async () => {
  await expect(
    post('test:unbalanced', [debit(Account.cash('embedded'), 100), credit(Account.advance, 99)]),
  ).rejects.toThrow('is not balanced')
  await expect(post('test:one-sided', [debit(Account.revenue, 100)])).rejects.toThrow('is not balanced')
  expect(
    await backend.database.db
      .selectFrom('ledgerTransactions')
      .select('ledgerTransactions.id')
      .where('ledgerTransactions.ref', 'in', ['test:unbalanced', 'test:one-sided'])
      .execute(),
  ).toEqual([])
})

test('an event that moves nothing isn’t written', async () => {
  expect(await post('test:nothing', [debit(Account.coupon, 0), credit(Account.revenue, 0)])).toBe(false)
})

test('what is written can’t be changed or removed (ledger_entries_final, ledger_transactions_final)', async () => {
  await buildPaidOrder(backend, { lines: [{ priceFen: 100 }] })
  const { db } = backend.database
  await expect(db.updateTable('ledgerEntries').set({ amountFen: 1 }).execute()).rejects.toThrow(
    'only written to the end',
  )
  await expect(db.deleteFrom('ledgerEntries').execute()).rejects.toThrow('only written to the end')
  await expect(db.updateTable('ledgerTransactions').set({ kind: 'other' }).execute()).rejects.toThrow(
    'only written to the end',
  )
  await expect(db.deleteFrom('ledgerTransactions').execute()).rejects.toThrow('only written to the end')
})
