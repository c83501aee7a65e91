import type { Insertable, Kysely } from 'kysely'
import type { DatabaseTransaction } from '#server/backend/db/database.ts'
import type { Tables } from '#server/backend/db/tables/all-tables.ts'

type LooseTables = Record<string, Record<string, unknown>>
/** PostgreSQL takes at most 65,535 parameters in a statement. */
const mostParameters = 20_000

function chunks<T>(rows: readonly T[]): T[][] {
  const columns = Math.max(1, Object.keys(rows[0] ?? {}).length)
  const size = Math.max(1, Math.floor(mostParameters / columns))
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size),
  )
}

/** Inserts many rows in few statements. */
export async function insertRows<T extends keyof Tables & string>(
  trx: DatabaseTransaction,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  const loose = trx as unknown as Kysely<LooseTables>
  for (const chunk of chunks(rows))
    await loose
      .insertInto(table)
      .values(chunk as Record<string, unknown>[])
      .execute()
}

/** The same for a table with an identity key; answers the keys in the order of the rows. */
export async function insertForIds<T extends keyof Tables & string>(
  trx: DatabaseTransaction,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<number[]> {
  const loose = trx as unknown as Kysely<LooseTables>
  const ids: number[] = []
  for (const chunk of chunks(rows)) {
    const inserted = await loose
      .insertInto(table)
      .values(chunk as Record<string, unknown>[])
      .returning('id')
      .execute()
    ids.push(...inserted.map((row) => row.id as number))
  }
  return ids
}

/** The element that the seed itself put there. */
export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The seed names ${what}, which does not exist.`)
  return value
}
