import type { Database } from '#server/backend/db/database.ts'

/** Something about money that a member of staff has to look at. */
export interface MoneyProblem {
  readonly kind:
    | 'amount-differs'
    | 'unknown-payment'
    | 'trade-number'
    | 'refund-failed'
    | 'reconciliation'
    | 'invariant'
  /** Names the case: the same one again is the same alert. */
  readonly ref: string
  readonly detail: Readonly<Record<string, unknown>>
  readonly differenceFen?: number
}

/** Leaves an alert for the staff; once per case. */
export async function alertMoney(
  db: Database,
  at: Date,
  { kind, ref, detail, differenceFen = 0 }: MoneyProblem,
): Promise<void> {
  await db
    .insertInto('moneyAlerts')
    .values({ kind, ref, detail: JSON.stringify(detail), differenceFen, createdAt: at })
    .onConflict((conflict) => conflict.columns(['kind', 'ref']).doNothing())
    .execute()
}
