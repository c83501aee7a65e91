import { expect, test } from 'vitest'
import { findBareNumbers } from '../../scripts/find-bare-numbers.ts'

const foundIn = (code: string): string[] => findBareNumbers('probe.ts', code).map((one) => one.code)

test.each([
  'if (order.status === 2) leave()',
  'const isDeposit = row.orderKind !== 1',
  "query.where('payments.status', '=', 2)",
  "query.where('payments.status', '=', sql.lit(1))",
  "query.where('courseTypes.kind', 'in', [1, 3])",
  'const change = { state: 5 }',
  'const room = { kind: lesson.mediaId ? 2 : 1 }',
  'sql`update orders set status = 5 where id = 7`',
  'sql`select 1 from deposits d where d.state in (1, 2)`',
  'sql`select 1 from users u where u.account_status <> 3`',
])('a state said as a number is found: %s', (code) => {
  expect(foundIn(code)).toHaveLength(1)
})

test.each([
  'if (order.status === OrderStatus.partlyPaid) leave()',
  'const moved = { status: 302 }',
  'if (answer.status === 404) leave()',
  "query.where('payments.status', '=', PaymentStatus.succeeded)",
  'sql`update orders set status = $' + '{sql.lit(OrderStatus.cancel)} where id = 7`',
  'const player = { position: 0 }',
])('names, HTTP answers and counts are none: %s', (code) => {
  expect(foundIn(code)).toEqual([])
})

test('each is told with its line', () => {
  expect(findBareNumbers('probe.ts', 'const a = 1\nconst b = row.state === 3\n')).toEqual([
    { line: 2, code: 'row.state === 3' },
  ])
})
