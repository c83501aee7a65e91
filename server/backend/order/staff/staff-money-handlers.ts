import type { Handlers } from '#server/backend/http/binding.ts'
import { toPage } from '#server/backend/http/paging.ts'
import type { staffOrderApi } from '#shared/contract/staff-order.ts'
import { toYuan } from '#shared/rules/money.ts'
import { countBooks, listMoneyAlerts, listReconciliations, markAlertSeen } from './books-store.ts'

/** What the nightly comparison of the books has found. */
export const staffMoneyHandlers: Pick<Handlers<typeof staffOrderApi>, 'alerts' | 'alertSeen' | 'reconciliations'> = {
  async alerts(ctx, page) {
    const rows = await listMoneyAlerts(ctx.db, page)
    const records = rows.map(({ id, kind, ref, differenceFen, detail, createdAt, seenAt }) => ({
      id,
      kind,
      ref,
      difference: toYuan(differenceFen),
      detail,
      createTime: createdAt.getTime(),
      seen: seenAt !== null,
    }))
    return toPage(records, await countBooks(ctx.db, 'moneyAlerts'), page)
  },

  async alertSeen(ctx, { id }, session) {
    const seen = { seenBy: session.userId, seenAt: new Date(ctx.clock.now()) }
    const row = await markAlertSeen(ctx.db, id, seen)
    if (row)
      await ctx.acts.record(ctx.db, {
        action: 'alert.seen',
        subject: 'moneyAlert',
        subjectId: id,
        detail: row,
        before: { seen: false },
        after: { seen: true },
      })
    else ctx.acts.unchanged()
    return row !== undefined
  },

  async reconciliations(ctx, page) {
    const rows = await listReconciliations(ctx.db, page)
    const records = rows.map(({ day, ordersFen, ledgerFen, providerFen, differenceFen, at }) => ({
      day,
      orders: toYuan(ordersFen),
      ledger: toYuan(ledgerFen),
      provider: toYuan(providerFen),
      difference: toYuan(differenceFen),
      time: at.getTime(),
    }))
    return toPage(records, await countBooks(ctx.db, 'reconciliations'), page)
  },
}
