import { expect, test } from 'vitest'
import { allJobs } from '#server/backend/all-jobs.ts'
import {
  DepositState,
  OrderStatus,
  PaymentReviewState,
  PaymentStatus,
  RefundState,
  RefundStatus,
} from '#shared/contract/enums.ts'
import { allEndpoints } from '#shared/contract/index.ts'
import { type Actor, actors, type Cell, type StateAction, type StateRow, stateActions } from './order/state-actions.ts'

const rows: readonly (readonly [name: string, row: StateRow])[] = Object.entries(stateActions).flatMap(
  ([kind, states]) => Object.entries<StateRow>(states).map(([name, row]) => [`${kind} ${name}`, row] as const),
)
const actionsOf = (cell: Cell): readonly StateAction[] => ('actions' in cell ? cell.actions : [])

test('each state of orders and their money has its row', () => {
  const expected = {
    order: OrderStatus,
    payment: PaymentStatus,
    'payment review': PaymentReviewState,
    'refund request': RefundState,
    refund: RefundStatus,
    deposit: DepositState,
  }
  const names = (table: object): string[] => Object.keys(table).sort()
  for (const [kind, states] of Object.entries(expected))
    expect(names(stateActions[kind as keyof typeof stateActions])).toEqual(names(states))
})

test.each(rows.filter(([, { isFinal }]) => !isFinal))('%s has a way out', (_name, row) => {
  expect(actors.flatMap((actor: Actor) => actionsOf(row[actor]))).not.toEqual([])
})

test('named calls, notifications and jobs exist, each with its owner', () => {
  const accessOf = new Map<string, string>(allEndpoints.map(({ route, access }) => [route, access]))
  const jobs = new Set<string>(allJobs.map(({ name }) => `job ${name}`))
  const fits: Readonly<Record<Actor, (action: string) => boolean>> = {
    learner: (action) => accessOf.get(action) === 'user',
    staff: (action) => accessOf.get(action) === 'staff',
    provider: (action) => action === 'notification',
    clock: (action) => jobs.has(action),
  }
  const strange = rows.flatMap(([name, row]) =>
    actors.flatMap((actor) =>
      actionsOf(row[actor])
        .filter((action) => !fits[actor](action))
        .map((action) => `${name}: ${actor}: ${action}`),
    ),
  )
  expect(strange).toEqual([])
})
