import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import { LinkKind } from '#shared/contract/enums.ts'
import { agreements } from './agreements.ts'
import { complaintProblems } from './complaint-problems.ts'
import { aboutLinks, countryPhones, requiredFields } from './essential-data.ts'
import { insertRows } from '#server/backend/db/insert-rows.ts'

async function hasRows(
  db: Database,
  table: 'complaintProblems' | 'countryPhoneRegions' | 'requiredFields',
): Promise<boolean> {
  return (await db.selectFrom(table).select(sql`1`.as('one')).limit(1).executeTakeFirst()) !== undefined
}

async function insertProblems(trx: DatabaseTransaction): Promise<void> {
  for (const [sort, [name, children]] of complaintProblems.entries()) {
    const { id: parentId } = await trx
      .insertInto('complaintProblems')
      .values({ parentId: null, name, sort })
      .returning('complaintProblems.id')
      .executeTakeFirstOrThrow()
    await insertRows(
      trx,
      'complaintProblems',
      children.map((child, childSort) => ({ parentId, name: child, sort: childSort })),
    )
  }
}

/**
 * Puts in what no site can be without, each where there is nothing of its kind: the agreements that learners accept, the links to
 * them, dialling codes, which fields forms insist on, and what complaints can be about. What the school has of its own is never touched. `isShipped` marks the
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
  if (!(await hasRows(trx, 'complaintProblems'))) await insertProblems(trx)
  if (!(await hasRows(trx, 'requiredFields'))) await insertRows(trx, 'requiredFields', [...requiredFields])
}
