import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { gathered } from './gathered.ts'

const someDatabase = (): Database => ({}) as Database
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Statements that end when they are told to: each answers its items doubled, or fails. */
function openStatements() {
  const asked: number[][] = []
  const ends: ((error?: Error) => void)[] = []
  const run = (items: readonly number[]): Promise<number[]> =>
    new Promise((resolve, reject) => {
      asked.push([...items])
      ends.push((error) => (error ? reject(error) : resolve(items.map((item) => item * 2))))
    })
  return { asked, ends, run }
}

describe('what many ask for at once', () => {
  test('is asked together, with an answer for each', async () => {
    const [db, { asked, ends, run }] = [someDatabase(), openStatements()]
    const first = [1, 2].map((item) => gathered(db, 'seats', item, run))
    await settle()
    expect(asked).toEqual([[1, 2]])
    const meanwhile = [3, 4].map((item) => gathered(db, 'seats', item, run))
    await settle()
    expect(asked).toHaveLength(1)
    ends[0]?.()
    await settle()
    expect(asked).toEqual([
      [1, 2],
      [3, 4],
    ])
    ends[1]?.()
    expect(await Promise.all([...first, ...meanwhile])).toEqual([2, 4, 6, 8])
  })

  test('is asked at once again when nobody waits', async () => {
    const [db, { asked, ends, run }] = [someDatabase(), openStatements()]
    for (const item of [1, 2]) {
      const answer = gathered(db, 'seats', item, run)
      await settle()
      ends.at(-1)?.()
      expect(await answer).toBe(item * 2)
      await settle()
    }
    expect(asked).toEqual([[1], [2]])
  })

  test('is asked one by one when it fails for several', async () => {
    const db = someDatabase()
    const asked: number[][] = []
    const run = async (items: readonly number[]): Promise<number[]> => {
      asked.push([...items])
      await settle()
      if (items.includes(3)) throw new Error('three')
      return items.map((item) => item * 2)
    }
    const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => gathered(db, 'seats', item, run)))
    expect(asked).toEqual([[1, 2, 3, 4], [1], [2], [3], [4]])
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
      2,
      4,
      'Error: three',
      8,
    ])
    await settle()
    expect(await gathered(db, 'seats', 6, run)).toBe(12)
  })

  test('stays apart by key and database, within a bound', async () => {
    const [one, other] = [someDatabase(), someDatabase()]
    const { asked, ends, run } = openStatements()
    void gathered(one, 'seats', 1, run)
    void gathered(one, 'tickets', 2, run)
    void gathered(other, 'seats', 3, run)
    await settle()
    expect(asked).toEqual([[1], [2], [3]])
    const many = Array.from({ length: 250 }, (_, index) => gathered(one, 'seats', index, run))
    for (let end = 0; end < 5; end += 1) {
      for (const finish of ends) finish()
      await settle()
    }
    expect(asked.slice(3).map(({ length }) => length)).toEqual([200, 50])
    expect((await Promise.all(many)).at(-1)).toBe(249 * 2)
  })
})
