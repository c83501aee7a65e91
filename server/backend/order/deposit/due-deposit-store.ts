import { sql } from 'kysely'
import type { DatabaseTransaction, Database } from '#server/backend/db/database.ts'
import { ownsProductOf } from '#server/backend/order/enrolment/enrol-store.ts'
import { DepositState, RefundState } from '#shared/contract/enums.ts'

/** Days before the end on which a learner is reminded of the balance; the last one first. */
export const reminders = [
  { days: 1, column: 'reminded_last_at' },
  { days: 7, column: 'reminded_at' },
] as const

export type Reminder = (typeof reminders)[number]

const mostPerRun = 500

/** A deposit whose balance is due. */
export interface DueDeposit {
  id: number
  userId: number
  orderId: number
  amountFen: number
  expireAt: Date
  refundable: boolean
  name: string
  paidAt: Date
  /** The learner has the course without having used the deposit. */
  owned: boolean
  /** They were reminded of the last day, or the deposit is for no longer than a day. */
  isReminded: boolean
}

/** Held deposits whose balance is due before `until`; with a reminder those that it is still to be sent for. A refund that is asked for is waited for. */
export async function listDueDeposits(
  db: Database,
  until: Date,
  now: Date,
  reminder?: Reminder,
): Promise<DueDeposit[]> {
  const unsent = reminder ? sql`d.${sql.ref(reminder.column)} is null` : sql`true`
  const { rows } = await sql<DueDeposit>`
    select d.id, d.user_id, d.order_id, d.amount_fen, d.expire_at, f.refundable, p.name, o.paid_at,
      d.reminded_last_at is not null or f.balance_days <= 1 as is_reminded,
      ${ownsProductOf('d', now)} as owned
    from deposits d join deposit_offers f on f.id = d.offer_id join products p on p.id = d.product_id join orders o on o.id = d.order_id
    where d.state = ${sql.lit(DepositState.held)} and d.expire_at <= ${until} and ${unsent}
      and not exists (select 1 from refund_requests r where r.order_id = d.order_id and r.state in (${sql.lit(RefundState.asked)}, ${sql.lit(RefundState.approved)}))
    order by d.expire_at, d.id limit ${sql.lit(mostPerRun)}`.execute(db)
  return rows
}

/** Notes that a learner is reminded; false when they were. */
export async function markReminded(
  trx: DatabaseTransaction,
  {
    reminder,
    depositId,
    now,
  }: {
    readonly reminder: Reminder
    readonly depositId: number
    readonly now: Date
  },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update deposits set reminded_at = coalesce(reminded_at, ${now}) ${reminder.days === 1 ? sql`, reminded_last_at = ${now}` : sql``}
    where id = ${depositId} and state = ${sql.lit(DepositState.held)} and ${sql.ref(reminder.column)} is null returning id`.execute(
    trx,
  )
  return rows.length > 0
}

/** Moves the end of a held deposit; false when it isn't what it was. */
export async function moveEnd(
  trx: DatabaseTransaction,
  expireAt: Date,
  deposit: Pick<DueDeposit, 'id' | 'expireAt'>,
): Promise<boolean> {
  const row = await trx
    .updateTable('deposits')
    .set({ expireAt })
    .where('deposits.id', '=', deposit.id)
    .where('deposits.state', '=', DepositState.held)
    .where('deposits.expireAt', '=', deposit.expireAt)
    .returning('deposits.id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the order by which a deposit was paid. */
export async function lockDepositOrder(trx: DatabaseTransaction, orderId: number): Promise<void> {
  await trx.selectFrom('orders').select('orders.id').where('orders.id', '=', orderId).forNoKeyUpdate().execute()
}

/** Closes a held deposit whose time is over; false when there is none. */
export async function closeOverdue(trx: DatabaseTransaction, id: number, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('deposits')
    .set({ state: DepositState.closed })
    .where('deposits.id', '=', id)
    .where('deposits.state', '=', DepositState.held)
    .where('deposits.expireAt', '<=', now)
    .returning('deposits.id')
    .executeTakeFirst()
  return row !== undefined
}
