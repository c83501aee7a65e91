import { sql } from 'kysely'
import type { Handlers } from '#server/backend/http/binding.ts'
import { countLimit, offsetOf, rowsOf, toPage } from '#server/backend/http/paging.ts'
import type { staffOrderApi } from '#shared/contract/staff-order.ts'
import { toYuan } from '#shared/rules/money.ts'

/** What the nightly comparison of the books has found. */
export const staffMoneyHandlers: Pick<Handlers<typeof staffOrderApi>, 'alerts' | 'alertSeen' | 'reconciliations'> = {
  async alerts(ctx, page) {
    const rows = await ctx.db
      .selectFrom('moneyAlerts')
      .selectAll('moneyAlerts')
      .orderBy('moneyAlerts.seenAt', (order) => order.desc().nullsFirst())
      .orderBy('moneyAlerts.id', 'desc')
      .limit(rowsOf(page))
      .offset(offsetOf(page))
      .execute()
    const counted = ctx.db.selectFrom('moneyAlerts').select(sql`1`.as('one')).limit(countLimit)
    const { total } = await ctx.db
      .selectFrom(counted.as('found'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const records = rows.map(({ id, kind, ref, differenceFen, detail, createdAt, seenAt }) => ({
      id,
      kind,
      ref,
      difference: toYuan(differenceFen),
      detail,
      createTime: createdAt.getTime(),
      seen: seenAt !== null,
    }))
    return toPage(records, Number(total), page)
  },

  async alertSeen(ctx, { id }, session) {
    const row = await ctx.db
      .updateTable('moneyAlerts')
      .set({ seenBy: session.userId, seenAt: new Date(ctx.clock.now()) })
      .where('moneyAlerts.id', '=', id)
      .where('moneyAlerts.seenAt', 'is', null)
      .returning(['moneyAlerts.kind', 'moneyAlerts.ref'])
      .executeTakeFirst()
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
    const rows = await ctx.db
      .selectFrom('reconciliations')
      .selectAll('reconciliations')
      .orderBy('reconciliations.day', 'desc')
      .limit(rowsOf(page))
      .offset(offsetOf(page))
      .execute()
    const counted = ctx.db.selectFrom('reconciliations').select(sql`1`.as('one')).limit(countLimit)
    const { total } = await ctx.db
      .selectFrom(counted.as('found'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const records = rows.map(({ day, ordersFen, ledgerFen, providerFen, differenceFen, at }) => ({
      day,
      orders: toYuan(ordersFen),
      ledger: toYuan(ledgerFen),
      provider: toYuan(providerFen),
      difference: toYuan(differenceFen),
      time: at.getTime(),
    }))
    return toPage(records, Number(total), page)
  },
}
