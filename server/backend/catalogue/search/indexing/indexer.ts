import type { DatabaseTransaction, OpenDatabase } from '#server/backend/db/database.ts'
import type { DocumentKind } from '#shared/contract/enums.ts'
import { indexDocument } from './document.ts'
import { loadReader } from './reading.ts'
import { readSources } from './source-store.ts'
import { batchSize, removeDocuments, putDocument, lockIndex, takeChanges } from './index-store.ts'

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
  await lockIndex(trx)
  const changes = await takeChanges(trx)
  const idsOf = new Map<DocumentKind, Set<number>>()
  for (const { kind, refId } of changes) idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(refId))
  for (const [kind, ids] of idsOf) {
    const documents = (await readSources(trx, kind, [...ids])).map((source) => indexDocument(source, read))
    const found = new Set(documents.map((document) => document.refId))
    const gone = [...ids].filter((id) => !found.has(id))
    const wasPublic = gone.length > 0 ? await removeDocuments(trx, kind, gone) : []
    for (const document of documents) await putDocument(trx, document)
    await note?.(trx, kind, [...found], wasPublic)
  }
  return changes.length
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
