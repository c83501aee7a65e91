import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '#server/backend/db/database.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'
import type { IndexedDocument } from './document.ts'

/** Changes in one transaction: few, because the embedded database answers nobody else meanwhile. */
export const batchSize = 40

/** Any number that no other advisory lock of ours uses. */
const lockKey = 7_203_013

/** Takes documents out of the index; answers which of them were in it. */
export async function removeDocuments(
  trx: DatabaseTransaction,
  kind: DocumentKind,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{
    refId: number
  }>`delete from search_documents where kind = ${kind} and ref_id = any(${ids}::bigint[]) returning ref_id`.execute(trx)
  return rows.map(({ refId }) => refId)
}

/** Puts one document into the index, or a new text in place of its old one. */
export async function putDocument(db: Database, document: IndexedDocument): Promise<void> {
  const { kind, refId, titleLength, namesEnd, popularity, publishedAt, head, sound, folded, words, lexemes } = document
  await sql`
    with document as (
      insert into search_documents (kind, ref_id, title_length, names_end, popularity, published_at, tokens)
      values (${kind}, ${refId}, ${titleLength}, ${namesEnd}, ${popularity}, ${publishedAt}, array_to_tsvector(${lexemes}::text[]))
      on conflict (kind, ref_id) do update set title_length = excluded.title_length, names_end = excluded.names_end, popularity = excluded.popularity,
        published_at = excluded.published_at, tokens = excluded.tokens
      returning id)
    insert into search_texts (id, kind, head, sound, folded, words) select id, ${kind}::smallint, ${head}, ${sound}, ${folded}, ${words} from document
    on conflict (id) do update set head = excluded.head, sound = excluded.sound, folded = excluded.folded, words = excluded.words`.execute(
    db,
  )
}

/** Of several processes one works at the index. */
export async function lockIndex(trx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx)
}

/** Takes some of what has changed from the queue. */
export async function takeChanges(trx: DatabaseTransaction): Promise<{ kind: DocumentKind; refId: number }[]> {
  const { rows } = await sql<{ kind: DocumentKind; refId: number }>`
    delete from search_dirty where id in (select q.id from search_dirty q order by q.id limit ${sql.lit(batchSize)} for update skip locked)
    returning kind, ref_id`.execute(trx)
  return rows
}
