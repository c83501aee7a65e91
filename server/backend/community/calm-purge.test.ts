import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PageTag } from '#shared/rules/page-tags.ts'
import { purgeCalmly } from './calm-purge.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const post: PageTag = 'post:1'

test('fifty changes in a second make a page twice', () => {
  const told: (readonly PageTag[])[] = []
  const purge = (tags: readonly PageTag[]): void => void told.push(tags)
  for (let nth = 0; nth < 50; nth += 1) purgeCalmly(purge, [post, `bbs-user:${nth % 3}`])
  expect(told).toEqual([[post, 'bbs-user:0']])
  vi.advanceTimersByTime(1000)
  expect(told.slice(1)).toEqual([[post, 'bbs-user:1', 'bbs-user:2', 'bbs-user:0']])
  vi.advanceTimersByTime(60_000)
  expect(told).toHaveLength(2)
})

test('another post waits for nobody, nor a later change', () => {
  const told: (readonly PageTag[])[] = []
  const purge = (tags: readonly PageTag[]): void => void told.push(tags)
  purgeCalmly(purge, [post])
  purgeCalmly(purge, ['post:2'])
  expect(told).toEqual([[post], ['post:2']])
  vi.advanceTimersByTime(1000)
  purgeCalmly(purge, [post])
  expect(told).toEqual([[post], ['post:2'], [post]])
})
