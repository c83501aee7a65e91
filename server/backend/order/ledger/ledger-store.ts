import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'

/** One side of an event. */
export interface LedgerEntry {
  readonly account: string
  /** Integer fen: a debit is positive, a credit negative. */
  readonly amountFen: number
}

/** What reconciliation looks for in the ledger: how these events are named, before and after their key. */
export const refParts = {
  complete: ['order:', ':complete'],
  payment: ['payment:', ''],
  refundDone: ['refund:', ':done'],
} as const

export type LedgerEvent = keyof typeof refParts

/** SQL: the ledger has this event of the row whose key `column` is. */
export function isInLedger(event: LedgerEvent, column: string): RawBuilder<boolean> {
  const [before, after] = refParts[event].map((part) => sql.lit(part))
  return sql<boolean>`exists (select 1 from ledger_transactions t where t.ref = ${before} || ${sql.ref(column)} || ${after})`
}

/** One event; undefined when it is there already. */
export function insertTransaction(
  trx: DatabaseTransaction,
  {
    kind,
    ref,
    orderId,
    at,
  }: { readonly kind: string; readonly ref: string; readonly orderId: number; readonly at: Date },
): Promise<{ id: number } | undefined> {
  return trx
    .insertInto('ledgerTransactions')
    .values({ kind, ref, orderId, at })
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .returning('ledgerTransactions.id')
    .executeTakeFirst()
}

/** The entries of an event. */
export async function insertEntries(
  trx: DatabaseTransaction,
  moving: readonly LedgerEntry[],
  transactionId: number,
): Promise<void> {
  await trx
    .insertInto('ledgerEntries')
    .values(moving.map((entry) => ({ ...entry, transactionId })))
    .execute()
}
