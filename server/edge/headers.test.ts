import { describe, expect, it } from 'vitest'
import { chooseEncoding, isUnchanged } from './headers.ts'

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
