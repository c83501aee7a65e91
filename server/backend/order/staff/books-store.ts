import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'
import { countLimit, offsetOf, type PageInput, rowsOf } from '#server/backend/http/paging.ts'

/** How many rows a table of the books has, counted up to `countLimit`. */
export async function countBooks(db: Database, table: 'moneyAlerts' | 'reconciliations'): Promise<number> {
  const counted = db.selectFrom(table).select(sql`1`.as('one')).limit(countLimit)
  const { total } = await db
    .selectFrom(counted.as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** What the comparison has found, unseen first, the newest first. */
export function listMoneyAlerts(db: Database, page: PageInput): Promise<Selectable<Tables['moneyAlerts']>[]> {
  return db
    .selectFrom('moneyAlerts')
    .selectAll('moneyAlerts')
    .orderBy('moneyAlerts.seenAt', (order) => order.desc().nullsFirst())
    .orderBy('moneyAlerts.id', 'desc')
    .limit(rowsOf(page))
    .offset(offsetOf(page))
    .execute()
}

/** Marks an alert as seen; undefined when somebody has seen it. */
export function markAlertSeen(
  db: Database,
  id: number,
  seen: { readonly seenBy: number; readonly seenAt: Date },
): Promise<{ kind: string; ref: string } | undefined> {
  return db
    .updateTable('moneyAlerts')
    .set(seen)
    .where('moneyAlerts.id', '=', id)
    .where('moneyAlerts.seenAt', 'is', null)
    .returning(['moneyAlerts.kind', 'moneyAlerts.ref'])
    .executeTakeFirst()
}

/** The days that were compared, the last first. */
export function listReconciliations(db: Database, page: PageInput): Promise<Selectable<Tables['reconciliations']>[]> {
  return db
    .selectFrom('reconciliations')
    .selectAll('reconciliations')
    .orderBy('reconciliations.day', 'desc')
    .limit(rowsOf(page))
    .offset(offsetOf(page))
    .execute()
}
