import { workForAll } from '#server/backend/base/asker.ts'
import type { Database } from './database.ts'
import { nextTurn } from './event-turn.ts'

interface Reading {
  hasBegun: boolean
  readonly answer: Promise<unknown>
}

const readings = new WeakMap<Database, Map<string, Reading>>()

/**
 * Reads what is the same for everybody once for all who ask for it at the same time: a whole class comes in within a second. Nobody gets
 * what was read before they asked, so nothing is ever older than a read of one's own; who asks alone has just that. Transactions share
 * nothing with others. What comes back belongs to all of them: it must not be changed.
 */
export function sharedRead<T>(db: Database, key: string, read: () => Promise<T>): Promise<T> {
  if (db.isTransaction) return read()
  const ofDatabase = readings.get(db) ?? new Map<string, Reading>()
  readings.set(db, ofDatabase)
  const last = ofDatabase.get(key)
  if (last && !last.hasBegun) return last.answer as Promise<T>
  const begin = (): Promise<T> => {
    reading.hasBegun = true
    return workForAll(read)
  }
  const forget = (): void => {
    if (ofDatabase.get(key) === reading) ofDatabase.delete(key)
  }
  const answer = (last ? last.answer.then(begin, begin) : nextTurn().then(begin)) as Promise<T>
  const reading: Reading = { hasBegun: false, answer }
  ofDatabase.set(key, reading)
  answer.then(forget, forget)
  return answer
}
