import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { type LedgerEntry, refParts, type LedgerEvent, insertTransaction, insertEntries } from './ledger-store.ts'

/** The accounts of the ledger; money of a provider lies in an account of its own. */
export const Account = {
  /** What a provider holds for the school. */
  cash: (provider: string) => `cash:${provider}`,
  /** Learners' money for orders that aren't complete. */
  advance: 'advance',
  /** Deposits that no order has used yet. */
  depositHeld: 'deposit-held',
  /** What deposits take off beyond what was paid for them. */
  depositBonus: 'deposit-bonus',
  /** What coupons take off. */
  coupon: 'coupon',
  revenue: 'revenue',
  /** Promised back to learners, and not yet with them. */
  refundDue: 'refund-due',
  /** Money that no order takes. */
  unmatched: 'unmatched',
} as const

export function debit(account: string, amountFen: number): LedgerEntry {
  return { account, amountFen }
}

export function credit(account: string, amountFen: number): LedgerEntry {
  return { account, amountFen: -amountFen }
}

/** The name of an event by the key of its order, payment or refund. */
export function ledgerRef(event: LedgerEvent, id: number): string {
  const [before, after] = refParts[event]
  return `${before}${id}${after}`
}

/** One economic event. */
export interface LedgerPosting {
  readonly kind: string
  /** Names the event, 'payment:12' for example: it is written once. */
  readonly ref: string
  readonly orderId: number
  /** When it happened; days are reconciled by it. */
  readonly at: Date
  /** Entries of 0 are left out. */
  readonly entries: readonly LedgerEntry[]
}

/**
 * Writes one event into the ledger. False, and nothing written, when it is there already or moves nothing.
 * The database refuses entries that don't balance when the transaction commits.
 */
export async function postLedger(
  trx: DatabaseTransaction,
  { kind, ref, orderId, at, entries }: LedgerPosting,
): Promise<boolean> {
  const moving = entries.filter((entry) => entry.amountFen !== 0)
  if (moving.length === 0) return false
  const row = await insertTransaction(trx, { kind, ref, orderId, at })
  if (!row) return false
  await insertEntries(trx, moving, row.id)
  return true
}
