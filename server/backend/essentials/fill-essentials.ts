import { sql } from 'kysely'
import type { Database, OpenDatabase } from '#server/backend/db/database.ts'
import { LinkKind } from '#shared/contract/enums.ts'

/** Any number that no other advisory lock of ours uses. */
const lockKey = 7_203_026
const kinds = 6

/** Whether a site could do without more: every kind of agreement, dialling codes, what forms insist on, what complaints can be about. */
async function isComplete(db: Database): Promise<boolean> {
  const { rows } = await sql<{ complete: boolean }>`
    select (select count(distinct type) from agreements) >= ${kinds} and exists (select 1 from country_phone_regions)
      and exists (select 1 from required_fields) and exists (select 1 from complaint_problems) and exists (select 1 from links where kind = ${sql.lit(LinkKind.about)}) as complete`.execute(
    db,
  )
  return rows[0]?.complete ?? false
}

/**
 * Gives an empty database the texts without which nobody could sign up. Safe when several processes start at once. Answers the titles
 * of the agreements in force that came with the software: the operator is answerable for them and should put their own in their place.
 */
export async function fillEssentials(database: Pick<OpenDatabase, 'db' | 'transaction'>, now: Date): Promise<string[]> {
  if (!(await isComplete(database.db))) {
    // the texts are large and needed once
    const { insertEssentials } = await import('#server/backend/essentials/insert-essentials.ts')
    await database.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx)
      await insertEssentials(trx, now, true)
    })
  }
  const { rows } = await sql<{ title: string }>`
    select title from (
      select distinct on (type) title, is_shipped from agreements where effective_at <= ${now}::timestamptz
      order by type, version desc) as newest
    where is_shipped order by title`.execute(database.db)
  return rows.map(({ title }) => title)
}
