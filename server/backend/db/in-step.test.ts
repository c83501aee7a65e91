import { describe, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { inStep } from './in-step.ts'

const someDatabase = (): Database => ({}) as Database
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Calls that end when they are told to. */
function openCalls() {
  const begun: number[] = []
  const ends = new Map<number, (error?: Error) => void>()
  const call = (db: Database, name: number): Promise<number> =>
    inStep(db, 'class 1', () => {
      begun.push(name)
      return new Promise((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))))
    })
  return { begun, call, end: (name: number, error?: Error): void => ends.get(name)?.(error) }
}

describe('calls in step', () => {
  test('begin together with newcomers when those before are done', async () => {
    const [db, { begun, call, end }] = [someDatabase(), openCalls()]
    const first = call(db, 1)
    await settle()
    const others = [2, 3].map((name) => call(db, name))
    await settle()
    expect(begun).toEqual([1])
    end(1)
    expect(await first).toBe(1)
    await settle()
    expect(begun).toEqual([1, 2, 3])
    end(2)
    end(3)
    expect(await Promise.all(others)).toEqual([2, 3])
  })

  test('wait neither for failures nor long for laggards', async () => {
    const [db, { begun, call, end }] = [someDatabase(), openCalls()]
    const failing = call(db, 1)
    failing.catch(() => undefined)
    await settle()
    void call(db, 2)
    end(1, new Error('no'))
    await expect(failing).rejects.toThrow('no')
    await settle()
    const third = call(db, 3)
    // the second never ends
    await expect.poll(() => begun).toEqual([1, 2, 3])
    end(3)
    expect(await third).toBe(3)
  })

  test('go at most fifty together, in their order', async () => {
    const [db, { begun, call, end }] = [someDatabase(), openCalls()]
    for (let name = 0; name < 120; name += 1) void call(db, name)
    await settle()
    expect(begun).toHaveLength(50)
    for (let name = 0; name < 50; name += 1) end(name)
    await settle()
    expect(begun).toEqual(Array.from({ length: 100 }, (_, name) => name))
  })
})
