import type { Database } from '#server/backend/db/database.ts'
import { listShapes, type QuestionShape } from './question-store.ts'

/** Of so many questions the shape is kept: a question that learners answer never changes, a new one has a new number. */
const mostKept = 20_000

const kept = new WeakMap<Database, Map<number, QuestionShape>>()

/** What the questions ask, looked up once; those that there aren't are missing. */
export async function findShapes(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, QuestionShape>> {
  const known = kept.get(db) ?? new Map<number, QuestionShape>()
  kept.set(db, known)
  const missing = ids.filter((id) => !known.has(id))
  if (missing.length > 0) {
    if (known.size > mostKept) known.clear()
    for (const shape of await listShapes(db, missing)) known.set(shape.id, shape)
  }
  return known
}
