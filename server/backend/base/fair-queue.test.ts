import { expect, test } from 'vitest'
import { createFairQueue, QueueFull } from './fair-queue.ts'

/** Work that is done when it is told so, and tells what was begun. */
function createWork(): {
  begun: string[]
  work: (name: string) => () => Promise<string>
  finish: () => Promise<void>
} {
  const begun: string[] = []
  const ends: (() => void)[] = []
  return {
    begun,
    work: (name) => () => {
      begun.push(name)
      return new Promise((resolve) => ends.push(() => resolve(name)))
    },
    async finish() {
      while (ends.length > 0) {
        ends.shift()?.()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

test('one thing follows the other, askers taking turns', async () => {
  const { begun, work, finish } = createWork()
  const queue = createFairQueue({ mostOfOne: 10, mostWaiting: 20 })
  const done = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => queue.add(name.slice(0, 1), work(name)))
  expect(begun).toEqual(['a1'])
  await finish()
  expect(await Promise.all(done)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('a failure is reported to its asker, others go on', async () => {
  const queue = createFairQueue({ mostOfOne: 10, mostWaiting: 20 })
  const failed = queue.add('a', () => Promise.reject(new Error('no paper')))
  await expect(failed).rejects.toThrow('no paper')
  expect(await queue.add('a', () => Promise.resolve(7))).toBe(7)
})

test('one asker’s queue is short, the rest is refused', async () => {
  const { begun, work, finish } = createWork()
  const queue = createFairQueue({ mostOfOne: 3, mostWaiting: 20 })
  const done = Promise.allSettled(Array.from({ length: 9 }, (_, index) => queue.add('a', work(`a${index}`))))
  await finish()
  // the one under way doesn't wait
  expect((await done).map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    true,
    ...Array.from({ length: 5 }, () => false),
  ])
  expect(begun).toHaveLength(4)
})

test('in a full queue the modest replace the greedy', async () => {
  const { begun, work, finish } = createWork()
  const queue = createFairQueue({ mostOfOne: 10, mostWaiting: 6 })
  const flood = Promise.allSettled(Array.from({ length: 7 }, (_, index) => queue.add('flood', work(`f${index}`))))
  const learner = queue.add('learner', work('learner'))
  // whoever asks for as much as the others is refused like them
  const more = Promise.allSettled(['x', 'x', 'x', 'x', 'x'].map((who, index) => queue.add(who, work(`x${index}`))))
  await finish()
  expect(await learner).toBe('learner')
  expect(begun[1]).toBe('f1')
  expect(begun[2]).toBe('learner')
  const refused = [...(await flood), ...(await more)].flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused.every((reason) => reason instanceof QueueFull)).toBe(true)
  expect(begun.filter((name) => name.startsWith('f'))).toHaveLength(4)
  expect(begun.filter((name) => name.startsWith('x'))).toHaveLength(2)
})

test('what throws before it has begun stops nobody else', async () => {
  const queue = createFairQueue({ mostOfOne: 10, mostWaiting: 20 })
  const failed = queue.add('a', () => {
    throw new Error('no thread')
  })
  await expect(failed).rejects.toThrow('no thread')
  expect(await queue.add('b', () => Promise.resolve('drawn'))).toBe('drawn')
})

test('several are done at once when that is allowed', async () => {
  const { begun, work, finish } = createWork()
  const queue = createFairQueue({ mostOfOne: 10, mostWaiting: 20, mostAtOnce: 2 })
  const done = ['a1', 'a2', 'a3', 'b1'].map((name) => queue.add(name.slice(0, 1), work(name)))
  expect(begun).toEqual(['a1', 'a2'])
  await finish()
  await Promise.all(done)
  expect([...begun].sort()).toEqual(['a1', 'a2', 'a3', 'b1'])
})

test('who has waited too long is refused', async () => {
  const { begun, work, finish } = createWork()
  const queue = createFairQueue({ mostOfOne: 10, mostWaiting: 20, waitMs: 1 })
  const first = queue.add('a', work('a1'))
  await expect(queue.add('a', work('a2'))).rejects.toThrow(QueueFull)
  await finish()
  expect(await first).toBe('a1')
  const last = queue.add('a', work('a3'))
  await finish()
  expect(await last).toBe('a3')
  expect(begun).toEqual(['a1', 'a3'])
})
