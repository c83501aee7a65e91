import { describe, expect, it } from 'vitest'
import { sharedCacheControl } from './cache-control.ts'

describe('sharedCacheControl', () => {
  it('names only the windows that there are', () => {
    expect(sharedCacheControl(60, 0, 0)).toBe('public, max-age=0, s-maxage=60, no-transform')
    expect(sharedCacheControl(1, 2, 3)).toBe(
      'public, max-age=0, s-maxage=1, stale-while-revalidate=2, stale-if-error=3, no-transform',
    )
  })
})
