import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { LinkKind } from '#shared/contract/enums.ts'
import { agreements } from './agreements.ts'
import { aboutLinks, countryPhones, requiredFields } from './essential-data.ts'
import { insertRows } from '#server/backend/db/insert-rows.ts'

async function hasRows(db: Database, table: 'countryPhoneRegions' | 'requiredFields'): Promise<boolean> {
  return (await db.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Puts in what no site can be without, each where there is nothing of its kind: the agreements that learners accept, the links to
 * them, dialling codes, and which fields forms insist on. What the school has of its own is never touched. `isShipped` marks the
 * agreements as texts that the operator still has to check and replace. The caller sees to it that only one does this at a time.
 */
export async function insertEssentials(trx: DatabaseTransaction, since: Date, isShipped: boolean): Promise<void> {
  const rows = await trx.selectFrom('agreements').select('agreements.type').distinct().execute()
  const known = new Set(rows.map(({ type }) => type))
  const missing = agreements.filter(({ type }) => !known.has(type))
  await insertRows(
    trx,
    'agreements',
    missing.map(({ type, version, title, html }) => ({
      type,
      version,
      title,
      isShipped,
      contentHtml: html,
      effectiveAt: since,
    })),
  )
  const link = await trx
    .selectFrom('links')
    .select('links.id')
    .where('links.kind', '=', LinkKind.about)
    .limit(1)
    .executeTakeFirst()
  const about = aboutLinks.map(([name, url], sort) => ({ kind: LinkKind.about, name, url, sort }))
  if (!link) await insertRows(trx, 'links', about)
  if (!(await hasRows(trx, 'countryPhoneRegions'))) {
    await insertRows(
      trx,
      'countryPhoneRegions',
      countryPhones.map((country, sort) => ({ ...country, sort })),
    )
  }
  if (!(await hasRows(trx, 'requiredFields'))) await insertRows(trx, 'requiredFields', [...requiredFields])
}
