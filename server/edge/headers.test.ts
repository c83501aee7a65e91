import { describe, expect, it } from 'vitest'
import { chooseEncoding, isUnchanged, sharedCacheControl } from './headers.ts'

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['identity', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['deflate, zstd', 'identity'],
    ['br;q=abc', 'identity'],
    ['brotli', 'identity'],
  ] as const)('%s is answered as %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding)
    expect(chooseEncoding(header)).toBe(encoding)
  })
})

describe('isUnchanged', () => {
  it('compares weakly and reads lists', () => {
    const etag = 'W/"abc"'
    for (const header of ['W/"abc"', '"abc"', '*', '"x", W/"abc"', ' "abc" '])
      expect(isUnchanged(header, etag), header).toBe(true)
    for (const header of ['"abcd"', 'abc', '"x"', '']) expect(isUnchanged(header, etag), header).toBe(false)
  })
})

describe('sharedCacheControl', () => {
  it('names only the windows that there are', () => {
    expect(sharedCacheControl(60, 0, 0)).toBe('public, max-age=0, s-maxage=60, no-transform')
    expect(sharedCacheControl(1, 2, 3)).toBe(
      'public, max-age=0, s-maxage=1, stale-while-revalidate=2, stale-if-error=3, no-transform',
    )
  })
})
