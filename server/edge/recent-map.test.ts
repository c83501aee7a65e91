import { describe, expect, it } from 'vitest'
import { RecentMap } from './recent-map.ts'

describe('RecentMap', () => {
  it('stays within its limit and keeps what is asked for', () => {
    const map = new RecentMap<number>(100)
    map.set('kept', 1)
    for (let index = 0; index < 10_000; index += 1) {
      map.set(`k${index}`, index)
      expect(map.get('kept')).toBe(1)
    }
    expect(map.size).toBeLessThanOrEqual(100)
    expect(map.get('k0')).toBeUndefined()
  })

  it('forgets on demand', () => {
    const map = new RecentMap<number>(4)
    for (const key of ['a', 'b', 'c']) map.set(key, 1)
    map.delete('a')
    expect(map.get('a')).toBeUndefined()
    map.clear()
    expect(map.size).toBe(0)
  })
})
