import { sql } from 'kysely'
import type { BackendContext } from '#server/backend/backend-context.ts'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Job } from '#server/backend/jobs/jobs.ts'
import { notify } from '#server/backend/message/notify.ts'
import { shanghaiMoment } from '#server/backend/shanghai-day.ts'
import { ApiError } from '#shared/contract/codes.ts'
import { OrderStatus } from '#shared/contract/enums.ts'
import { toYuan } from '#shared/rules/money.ts'
import { Account, credit, debit, postLedger } from './ledger.ts'
import { addLog } from './order-log.ts'
import { refundDeposit } from './refund-deposit.ts'

const remindBeforeMs = 3 * 86_400_000
const mostPerRun = 500

interface DueDeposit {
  id: number
  userId: number
  orderId: number
  amountFen: number
  expireAt: Date
  refundable: boolean
  name: string
}

/** Held deposits whose balance is due before `until`: those nobody was told of yet, or all. A refund that is asked for is waited for. */
async function listDue(ctx: BackendContext, until: Date, onlyUntold: boolean): Promise<DueDeposit[]> {
  const { rows } = await sql<DueDeposit>`
    select d.id, d.user_id, d.order_id, d.amount_fen, d.expire_at, f.refundable, p.name
    from deposits d join deposit_offers f on f.id = d.offer_id join products p on p.id = d.product_id
    where d.state = 1 and d.expire_at <= ${until} and (${onlyUntold} = false or d.reminded_at is null)
      and not exists (select 1 from refund_requests r where r.order_id = d.order_id and r.state in (1, 2))
    order by d.expire_at, d.id limit ${sql.lit(mostPerRun)}`.execute(ctx.db)
  return rows
}

async function remind(trx: DatabaseTransaction, deposit: DueDeposit, now: Date): Promise<boolean> {
  const told = await trx.updateTable('deposits').set({ remindedAt: now }).where('deposits.id', '=', deposit.id).where('deposits.state', '=', 1).where('deposits.remindedAt', 'is', null).returning('deposits.id').executeTakeFirst()
  if (!told) return false
  const until = shanghaiMoment(deposit.expireAt.getTime()).slice(0, 16)
  await notify(trx, now, {
    userId: deposit.userId,
    topic: 'deposit',
    ref: `deposit:${deposit.id}:due`,
    title: '请尽快支付尾款',
    text: `您为《${deposit.name}》支付的定金将于 ${until} 到期，请在此之前报名并支付尾款。\n${deposit.refundable ? '到期未支付的，定金原路退回。' : '到期未支付的，定金不予退还。'}`,
    button: { name: '查看定金', url: `/deposits/${deposit.id}` },
  })
  return true
}

/** A deposit that isn't given back falls to the school. */
async function forfeit(trx: DatabaseTransaction, deposit: DueDeposit, now: Date): Promise<boolean> {
  const { id, orderId, userId, amountFen, name } = deposit
  await trx.selectFrom('orders').select('orders.id').where('orders.id', '=', orderId).forNoKeyUpdate().execute()
  const closed = await trx.updateTable('deposits').set({ state: 5 }).where('deposits.id', '=', id).where('deposits.state', '=', 1).where('deposits.expireAt', '<=', now).returning('deposits.id').executeTakeFirst()
  if (!closed) return false
  await postLedger(trx, { kind: 'deposit-forfeited', ref: `deposit:${id}:forfeited`, orderId, at: now, entries: [debit(Account.depositHeld, amountFen), credit(Account.revenue, amountFen)] })
  await addLog(trx, { orderId, event: 'deposit-expired', from: OrderStatus.allPaid, to: OrderStatus.allPaid, actor: 'system', amountFen, note: '定金到期未支付尾款，已失效', at: now })
  await notify(trx, now, {
    userId,
    topic: 'deposit',
    ref: `deposit:${id}:expired`,
    title: '定金已失效',
    text: `您为《${name}》支付的定金 ¥${toYuan(amountFen)} 到期未支付尾款，已失效。`,
    button: { name: '查看定金', url: `/deposits/${id}` },
  })
  return true
}

/** What an offer promises for a balance that isn't paid in time: the money back, or nothing. */
async function endDeposit(ctx: BackendContext, deposit: DueDeposit, now: Date): Promise<boolean> {
  if (!deposit.refundable) return ctx.tx((trx) => forfeit(trx, deposit, now))
  try {
    await refundDeposit(ctx, deposit.id)
    return true
  } catch (error) {
    // used, refunded or asked back in this very moment
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Tells learners three days before their balance is due, and ends deposits whose time is over. */
export const depositsDueJob: Job = {
  name: 'deposits.due',
  cron: '*/10 * * * *',
  async run(ctx) {
    const now = new Date(ctx.clock.now())
    let done = 0
    for (const deposit of await listDue(ctx, now, false)) if (await endDeposit(ctx, deposit, now)) done++
    for (const deposit of await listDue(ctx, new Date(now.getTime() + remindBeforeMs), true)) {
      if (deposit.expireAt > now && (await ctx.tx((trx) => remind(trx, deposit, now)))) done++
    }
    return done
  },
}
