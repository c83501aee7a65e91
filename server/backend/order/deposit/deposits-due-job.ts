import { sql } from 'kysely'
import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { ownsProductOf } from '#server/backend/order/enrolment/enrol.ts'
import { Account, credit, debit, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { ownedReason, refundDeposit } from '#server/backend/order/refund/refund-deposit.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { DepositState, OrderStatus, RefundState } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { moneyText } from '#shared/rules/money.ts'

/** Days before the end on which a learner is reminded of the balance; the last one first. */
const reminders = [
  { days: 1, column: 'reminded_last_at' },
  { days: 7, column: 'reminded_at' },
] as const
type Reminder = (typeof reminders)[number]
const mostPerRun = 500

interface DueDeposit {
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
async function listDue(ctx: BackendContext, until: Date, reminder?: Reminder): Promise<DueDeposit[]> {
  const now = new Date(ctx.clock.now())
  const unsent = reminder ? sql`d.${sql.ref(reminder.column)} is null` : sql`true`
  const { rows } = await sql<DueDeposit>`
    select d.id, d.user_id, d.order_id, d.amount_fen, d.expire_at, f.refundable, p.name, o.paid_at,
      d.reminded_last_at is not null or f.balance_days <= 1 as is_reminded,
      ${ownsProductOf('d', now)} as owned
    from deposits d join deposit_offers f on f.id = d.offer_id join products p on p.id = d.product_id join orders o on o.id = d.order_id
    where d.state = ${sql.lit(DepositState.held)} and d.expire_at <= ${until} and ${unsent}
      and not exists (select 1 from refund_requests r where r.order_id = d.order_id and r.state in (${sql.lit(RefundState.asked)}, ${sql.lit(RefundState.approved)}))
    order by d.expire_at, d.id limit ${sql.lit(mostPerRun)}`.execute(ctx.db)
  return rows
}

/** Reminds of a balance, once for each reminder; the last one makes those before it needless. */
async function remind(
  trx: DatabaseTransaction,
  deposit: DueDeposit,
  { reminder, now }: { reminder: Reminder; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update deposits set reminded_at = coalesce(reminded_at, ${now}) ${reminder.days === 1 ? sql`, reminded_last_at = ${now}` : sql``}
    where id = ${deposit.id} and state = ${sql.lit(DepositState.held)} and ${sql.ref(reminder.column)} is null returning id`.execute(
    trx,
  )
  if (rows.length === 0) return false
  const until = shanghaiMoment(deposit.expireAt.getTime()).slice(0, 16)
  await notify(trx, now, {
    userId: deposit.userId,
    topic: 'deposit',
    ref: `deposit:${deposit.id}:due:${reminder.days}`,
    title: reminder.days === 1 ? '定金明天到期' : '请尽快支付尾款',
    text: `您为《${deposit.name}》支付的定金将于 ${until} 到期，请在此之前报名并支付尾款。\n${deposit.refundable ? '到期未支付的，定金原路退回。' : '到期未支付的，定金不予退还。'}`,
    button: { name: '查看定金', url: `/deposits/${deposit.id}` },
  })
  return true
}

/**
 * A deposit whose end nobody was told of, because an order had it or a refund was asked for meanwhile, has a day more, and
 * its learner is told.
 */
async function giveDay(trx: DatabaseTransaction, deposit: DueDeposit, now: Date): Promise<boolean> {
  const expireAt = new Date(now.getTime() + dayMs)
  const moved = await trx
    .updateTable('deposits')
    .set({ expireAt })
    .where('deposits.id', '=', deposit.id)
    .where('deposits.state', '=', DepositState.held)
    .where('deposits.expireAt', '=', deposit.expireAt)
    .returning('deposits.id')
    .executeTakeFirst()
  return moved !== undefined && remind(trx, { ...deposit, expireAt }, { reminder: reminders[0], now })
}

/** A deposit that isn't given back falls to the school. */
async function forfeit(trx: DatabaseTransaction, deposit: DueDeposit, now: Date): Promise<boolean> {
  const { id, orderId, userId, amountFen, name } = deposit
  await trx.selectFrom('orders').select('orders.id').where('orders.id', '=', orderId).forNoKeyUpdate().execute()
  const closed = await trx
    .updateTable('deposits')
    .set({ state: DepositState.closed })
    .where('deposits.id', '=', id)
    .where('deposits.state', '=', DepositState.held)
    .where('deposits.expireAt', '<=', now)
    .returning('deposits.id')
    .executeTakeFirst()
  if (!closed) return false
  await postLedger(trx, {
    kind: 'deposit-forfeited',
    ref: `deposit:${id}:forfeited`,
    orderId,
    at: now,
    entries: [debit(Account.depositHeld, amountFen), credit(Account.revenue, amountFen)],
  })
  await addLog(trx, {
    orderId,
    event: 'deposit-expired',
    from: OrderStatus.allPaid,
    to: OrderStatus.allPaid,
    actor: 'system',
    amountFen,
    note: '定金到期未支付尾款，已失效',
    at: now,
  })
  await notify(trx, now, {
    userId,
    topic: 'deposit',
    ref: `deposit:${id}:expired`,
    title: '定金已失效',
    text: `您为《${name}》支付的定金 ${moneyText(amountFen)} 到期未支付尾款，已失效。`,
    button: { name: '查看定金', url: `/deposits/${id}` },
  })
  return true
}

/** What an offer promises for a balance that isn't paid in time: the money back, or nothing. */
async function endDeposit(ctx: BackendContext, deposit: DueDeposit, now: Date): Promise<boolean> {
  if (!deposit.refundable && !deposit.owned)
    return ctx.tx((trx) => (deposit.isReminded ? forfeit(trx, deposit, now) : giveDay(trx, deposit, now)))
  try {
    await (deposit.owned ? refundDeposit(ctx, deposit.id, ownedReason) : refundDeposit(ctx, deposit.id))
    return true
  } catch (error) {
    // used, refunded or asked back in this very moment
    if (error instanceof ApiError) return false
    throw error
  }
}

/**
 * Reminds learners a week and a day before their balance is due, and ends deposits whose time is over. A deposit that is
 * shorter than a reminder's days is not told of the day on which it was paid.
 */
export const depositsDueJob: Job = {
  name: 'deposits.due',
  cron: '*/10 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    let done = 0
    for (const deposit of await listDue(ctx, now)) if (await endDeposit(ctx, deposit, now)) done++
    for (const reminder of reminders) {
      for (const deposit of await listDue(ctx, new Date(now.getTime() + reminder.days * dayMs), reminder)) {
        const isFresh = now.getTime() - deposit.paidAt.getTime() < dayMs
        if (
          deposit.expireAt > now &&
          !deposit.owned &&
          !isFresh &&
          (await ctx.tx((trx) => remind(trx, deposit, { reminder, now })))
        )
          done++
      }
    }
    return done
  },
}
