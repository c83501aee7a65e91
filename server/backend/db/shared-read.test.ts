import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { sharedRead } from './shared-read.ts'

/** Reads that end when they are told to. */
function openReads() {
  const ends: ((value: number | Error) => void)[] = []
  const read = (): Promise<number> =>
    new Promise((resolve, reject) => ends.push((value) => (typeof value === 'number' ? resolve(value) : reject(value))))
  return { ends, read }
}

const someDatabase = (): Database => ({}) as Database
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a read that many ask for at once', () => {
  test('is done twice for any crowd: now and afterwards', async () => {
    const [db, { ends, read }] = [someDatabase(), openReads()]
    const ask = (people: number): Promise<number>[] =>
      Array.from({ length: people }, () => sharedRead(db, 'room 1', read))
    const first = ask(50)
    await settle()
    expect(ends).toHaveLength(1)
    const meanwhile = ask(100)
    ends[0]?.(1)
    expect(await Promise.all(first)).toEqual(first.map(() => 1))
    await settle()
    expect(ends).toHaveLength(2)
    // this one must not get what is being read already
    const late = sharedRead(db, 'room 1', read)
    ends[1]?.(2)
    expect(await Promise.all(meanwhile)).toEqual(meanwhile.map(() => 2))
    await settle()
    ends[2]?.(3)
    expect(await late).toBe(3)
    expect(ends).toHaveLength(3)
  })

  test('is not remembered; a failure is nobody else’s', async () => {
    const [db, { ends, read }] = [someDatabase(), openReads()]
    const first = sharedRead(db, 'room 1', read)
    await settle()
    const second = sharedRead(db, 'room 1', read)
    ends[0]?.(new Error('gone'))
    await expect(first).rejects.toThrow('gone')
    await settle()
    ends[1]?.(2)
    expect(await second).toBe(2)
    await settle()
    const third = sharedRead(db, 'room 1', read)
    await settle()
    ends[2]?.(3)
    expect(await third).toBe(3)
  })

  test('is its own for each thing and each transaction', async () => {
    const { ends, read } = openReads()
    const db = someDatabase()
    void sharedRead(db, 'room 1', read)
    void sharedRead(db, 'room 2', read)
    void sharedRead(someDatabase(), 'room 1', read)
    await settle()
    expect(ends).toHaveLength(3)
    const transaction = { isTransaction: true } as Database
    void sharedRead(transaction, 'room 1', read)
    void sharedRead(transaction, 'room 1', read)
    expect(ends).toHaveLength(5)
  })
})
