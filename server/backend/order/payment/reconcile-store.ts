import { PaymentStatus, RefundStatus } from '#shared/contract/enums.ts'
import type { DatabaseTransaction, Database } from '#server/backend/db/database.ts'

/** Money that came or went, as we know it. */
export interface OwnMove {
  readonly key: string
  readonly kind: 'payment' | 'refund'
  readonly amountFen: number
  readonly provider: string
}

/** Payments and refunds of a span as the orders know them; refunds are negative. Money in review has not been taken. */
export async function ownMoves(db: Database, from: Date, to: Date): Promise<OwnMove[]> {
  const payments = await db
    .selectFrom('payments')
    // a bill names money that was paid a second time by the number of the first
    .select((eb) => [
      eb.fn.coalesce('payments.providerOutTradeNo', 'payments.outTradeNo').as('key'),
      'payments.amountFen',
      'payments.provider',
    ])
    .where('payments.status', '=', PaymentStatus.succeeded)
    .where('payments.paidAt', '>=', from)
    .where('payments.paidAt', '<', to)
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.paymentId')
    .select(['refunds.outRefundNo as key', 'refunds.amountFen', 'payments.provider'])
    .where('refunds.status', '=', RefundStatus.done)
    .where('refunds.doneAt', '>=', from)
    .where('refunds.doneAt', '<', to)
    .execute()
  return [
    ...payments.map((row) => ({ ...row, kind: 'payment' as const })),
    ...refunds.map((row) => ({ ...row, kind: 'refund' as const, amountFen: -row.amountFen })),
  ]
}

/** What the ledger says came in and went out in a span, in fen. */
export async function ledgerSum(db: Database, from: Date, to: Date): Promise<number> {
  const { sum } = await db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerTransactions', 'ledgerTransactions.id', 'ledgerEntries.transactionId')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('ledgerEntries.amountFen'), eb.lit(0)).as('sum'))
    .where('ledgerEntries.account', 'like', 'cash:%')
    .where('ledgerTransactions.at', '>=', from)
    .where('ledgerTransactions.at', '<', to)
    .executeTakeFirstOrThrow()
  return Number(sum)
}

/** What we have taken or given back by a number on other days than this one. */
export async function movesOfOtherDays(db: Database, key: string, from: Date, to: Date): Promise<number[]> {
  const payments = await db
    .selectFrom('payments')
    .select('payments.amountFen')
    .where(({ and, eb, or }) =>
      or([
        eb('payments.providerOutTradeNo', '=', key),
        and([eb('payments.outTradeNo', '=', key), eb('payments.providerOutTradeNo', 'is', null)]),
      ]),
    )
    .where('payments.status', '=', PaymentStatus.succeeded)
    .where(({ eb, or }) => or([eb('payments.paidAt', '<', from), eb('payments.paidAt', '>=', to)]))
    .execute()
  const refunds = await db
    .selectFrom('refunds')
    .select('refunds.amountFen')
    .where('refunds.outRefundNo', '=', key)
    .where('refunds.status', '=', RefundStatus.done)
    .where(({ eb, or }) => or([eb('refunds.doneAt', '<', from), eb('refunds.doneAt', '>=', to)]))
    .execute()
  return [...payments.map(({ amountFen }) => amountFen), ...refunds.map(({ amountFen }) => -amountFen)]
}

/** Keeps how a day came out, once more when it is asked again. */
export async function keepDay(
  trx: DatabaseTransaction,
  day: string,
  values: {
    ordersFen: number
    ledgerFen: number
    providerFen: number
    differenceFen: number
    detail: string
    at: Date
  },
): Promise<void> {
  await trx
    .insertInto('reconciliations')
    .values({ day, ...values })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(values))
    .execute()
}

/** Which of these days have been reconciled. */
export function listKnownDays(db: Database, days: readonly string[]): Promise<{ day: string }[]> {
  return db
    .selectFrom('reconciliations')
    .select('reconciliations.day')
    .where('reconciliations.day', 'in', days)
    .execute()
}

/** When the first payment was opened. */
export function findFirstPayment(db: Database): Promise<{ createdAt: Date } | undefined> {
  return db.selectFrom('payments').select('payments.createdAt').orderBy('payments.id').limit(1).executeTakeFirst()
}
