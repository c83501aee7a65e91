import { sql } from 'kysely'
import type { Database, DatabaseTransaction, OpenDatabase } from '#server/backend/db/database.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'
import { type IndexedDocument, indexDocument } from './document.ts'
import { loadReader } from './reading.ts'
import { readSources } from './sources.ts'

/** Changes in one transaction: few, because the embedded database answers nobody else meanwhile. */
const batchSize = 40
/** Any number that no other advisory lock of ours uses. */
const lockKey = 7_203_013

/** Hears, inside the transaction, of what has changed: things that are public now, and things that were and are no more. */
export type NoteChanges = (
  trx: DatabaseTransaction,
  kind: DocumentKind,
  shown: readonly number[],
  gone: readonly number[],
) => Promise<void>

/**
 * Indexes some of what has changed; answers how many changes it took from the queue. Of several processes one works and the
 * others wait for it: two that index the same row could otherwise write an older text over a newer one. A change is read
 * after its line has been seen in the queue, so whatever is committed later has a line of its own.
 */
async function indexBatch(trx: DatabaseTransaction, note: NoteChanges | undefined): Promise<number> {
  const read = await loadReader()
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(trx)
  const { rows } = await sql<{ kind: DocumentKind; refId: number }>`
    delete from search_dirty where id in (select q.id from search_dirty q order by q.id limit ${sql.lit(batchSize)} for update skip locked)
    returning kind, ref_id`.execute(trx)
  const idsOf = new Map<DocumentKind, Set<number>>()
  for (const { kind, refId } of rows) idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(refId))
  for (const [kind, ids] of idsOf) {
    const documents = (await readSources(trx, kind, [...ids])).map((source) => indexDocument(source, read))
    const found = new Set(documents.map((document) => document.refId))
    const gone = [...ids].filter((id) => !found.has(id))
    const wasPublic = gone.length > 0 ? await removeDocuments(trx, kind, gone) : []
    for (const document of documents) await putDocument(trx, document)
    await note?.(trx, kind, [...found], wasPublic)
  }
  return rows.length
}

/** Takes documents out of the index; answers which of them were in it. */
async function removeDocuments(
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
    insert into search_texts (id, head, sound, folded, words) select id, ${head}, ${sound}, ${folded}, ${words} from document
    on conflict (id) do update set head = excluded.head, sound = excluded.sound, folded = excluded.folded, words = excluded.words`.execute(
    db,
  )
}

/** Indexes everything that has changed and is committed; a transaction a batch. Answers how many changes there were. */
export async function indexChanges(
  { transaction }: Pick<OpenDatabase, 'transaction'>,
  note?: NoteChanges,
): Promise<number> {
  for (let all = 0; ; ) {
    const taken = await transaction((trx) => indexBatch(trx, note))
    all += taken
    if (taken < batchSize) return all
  }
}
