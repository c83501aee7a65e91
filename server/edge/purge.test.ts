import { describe, expect, it } from 'vitest'
import { createPurgeLog } from './purge.ts'

describe('the purge log', () => {
  it('calls a fill stale when its tag was purged meanwhile', () => {
    for (const order of [{ tag: 'a' }, { key: '/k' }, { all: true }]) {
      const log = createPurgeLog(10)
      const since = log.sequence
      log.record(order)
      expect(log.verdict(since, '/k', ['a', 'b'])).toBe('stale')
      expect(log.verdict(log.sequence, '/k', ['a', 'b'])).toBe('fresh')
    }
  })

  it('leaves other tags and keys alone', () => {
    const log = createPurgeLog(10)
    const since = log.sequence
    log.record({ tag: 'x' })
    log.record({ key: '/y' })
    expect(log.verdict(since, '/k', ['a'])).toBe('fresh')
  })

  it('calls it gone after a take-down, despite soft purges', () => {
    const log = createPurgeLog(10)
    const since = log.sequence
    log.record({ tag: 'a', hard: true })
    log.record({ tag: 'a' })
    expect(log.verdict(since, '/k', ['a'])).toBe('gone')
  })

  it('calls it changed after an edit, gone after a take-down', () => {
    const log = createPurgeLog(10)
    const since = log.sequence
    log.record({ tag: 'a', changed: true })
    log.record({ tag: 'a' })
    expect(log.verdict(since, '/k', ['a'])).toBe('changed')
    log.record({ all: true, hard: true })
    expect(log.verdict(since, '/k', ['a'])).toBe('gone')
  })

  it('stays within its bound; earlier fills count as purged', () => {
    const log = createPurgeLog(10)
    const since = log.sequence
    for (let index = 0; index < 100; index += 1) log.record({ tag: `t${index}`, hard: index === 3 })
    expect(log.size).toBeLessThanOrEqual(10)
    expect(log.verdict(since, '/k', ['other'])).toBe('gone')
    expect(log.verdict(log.sequence, '/k', ['t1'])).toBe('fresh')
  })
})
