import { shanghaiMoment } from '#server/backend/base/shanghai-day.ts'
import type { BackendContext } from '#server/backend/context/backend-context.ts'
import type { Job } from '#server/backend/context/jobs.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import { notify } from '#server/backend/message/notify.ts'
import { addLog } from '#server/backend/order/checkout/order-log-store.ts'
import { Account, credit, debit, postLedger } from '#server/backend/order/ledger/ledger.ts'
import { ownedReason, refundDeposit } from '#server/backend/order/refund/refund-deposit.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { dayMs } from '#shared/rules/day-ms.ts'
import { moneyText } from '#shared/rules/money.ts'
import {
  reminders,
  type Reminder,
  type DueDeposit,
  listDueDeposits,
  markReminded,
  moveEnd,
  lockDepositOrder,
  closeOverdue,
} from './due-deposit-store.ts'

/** Reminds of a balance, once for each reminder; the last one makes those before it needless. */
async function remind(
  trx: DatabaseTransaction,
  deposit: DueDeposit,
  { reminder, now }: { reminder: Reminder; now: Date },
): Promise<boolean> {
  const isFirst = await markReminded(trx, { reminder, depositId: deposit.id, now })
  if (!isFirst) return false
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
  const moved = await moveEnd(trx, expireAt, deposit)
  return moved && remind(trx, { ...deposit, expireAt }, { reminder: reminders[0], now })
}

/** A deposit that isn't given back falls to the school. */
async function forfeit(trx: DatabaseTransaction, deposit: DueDeposit, now: Date): Promise<boolean> {
  const { id, orderId, userId, amountFen, name } = deposit
  await lockDepositOrder(trx, orderId)
  const closed = await closeOverdue(trx, id, now)
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
    for (const deposit of await listDueDeposits(ctx.db, now, now)) if (await endDeposit(ctx, deposit, now)) done++
    for (const reminder of reminders) {
      for (const deposit of await listDueDeposits(
        ctx.db,
        new Date(now.getTime() + reminder.days * dayMs),
        now,
        reminder,
      )) {
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
