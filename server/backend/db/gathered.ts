import { workForAll } from '#server/backend/base/asker.ts'
import type { Database } from './database.ts'
import { nextTurn } from './event-turn.ts'

interface Entry<I, O> {
  readonly item: I
  readonly resolve: (result: O) => void
  readonly reject: (error: unknown) => void
}

interface Batch<I, O> {
  readonly entries: Entry<I, O>[]
  hasBegun: boolean
  /** Never rejects. */
  over: Promise<void>
}

/** So many go into one statement at most. */
const mostTogether = 200

const batches = new WeakMap<Database, Map<string, Batch<never, never>>>()

type Run<I, O> = (items: readonly I[]) => Promise<readonly O[]>

async function settle<I, O>({ entries }: Batch<I, O>, run: Run<I, O>): Promise<void> {
  try {
    const results = await run(entries.map(({ item }) => item))
    for (const [index, { resolve }] of entries.entries()) resolve(results[index] as O)
  } catch (error) {
    if (entries.length === 1) return entries[0]?.reject(error)
    // what one of them did is nobody else's: each by itself
    for (const entry of entries) await settle({ entries: [entry], hasBegun: true, over: Promise.resolve() }, run)
  }
}

/**
 * Asks the same of the database for many in one statement: a whole class comes in within a second, and a statement for one costs nearly
 * as much as one for a hundred. All of this `key` who ask in the same moment go with one statement, and all who ask while that runs with the next.
 * `run` answers for each item at its place, in one statement that does everything or nothing: when it fails for several, it
 * runs again for each. Transactions share nothing with others.
 */
export async function gathered<I, O>(db: Database, key: string, item: I, run: Run<I, O>): Promise<O> {
  if (db.isTransaction) return (await run([item]))[0] as O
  const ofDatabase = (batches.get(db) ?? new Map()) as Map<string, Batch<I, O>>
  batches.set(db, ofDatabase as never)
  return new Promise((resolve, reject) => {
    const entry = { item, resolve, reject }
    const last = ofDatabase.get(key)
    if (last && !last.hasBegun && last.entries.length < mostTogether) return void last.entries.push(entry)
    const batch: Batch<I, O> = { entries: [entry], hasBegun: false, over: Promise.resolve() }
    const begin = async (): Promise<void> => {
      batch.hasBegun = true
      await settle(batch, run)
      if (ofDatabase.get(key) === batch) ofDatabase.delete(key)
    }
    ofDatabase.set(key, batch)
    batch.over = (last ? last.over : nextTurn()).then(() => workForAll(begin))
  })
}
