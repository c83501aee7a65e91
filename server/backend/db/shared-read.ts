import type { Database } from './database.ts'

interface Reading {
  readonly running: Promise<unknown>
  /** For those who asked while it ran: it begins when that one is over. */
  next?: Promise<unknown>
}

const readings = new WeakMap<Database, Map<string, Reading>>()

/**
 * Reads what is the same for everybody once for all who ask for it at the same time: a whole class comes in within a second. Nobody gets
 * what was read before they asked, so nothing is ever older than a read of one's own; who asks alone has just that. Transactions share
 * nothing with others. What comes back belongs to all of them: it must not be changed.
 */
export function sharedRead<T>(db: Database, key: string, read: () => Promise<T>): Promise<T> {
  const ofDatabase = readings.get(db) ?? new Map<string, Reading>()
  readings.set(db, ofDatabase)
  const begin = (): Promise<T> => {
    const running = read()
    const reading: Reading = { running }
    ofDatabase.set(key, reading)
    const forget = (): void => {
      if (!reading.next) ofDatabase.delete(key)
    }
    running.then(forget, forget)
    return running
  }
  const reading = ofDatabase.get(key)
  if (!reading) return begin()
  reading.next ??= reading.running.then(begin, begin)
  return reading.next as Promise<T>
}
