import { describe, expect, it } from 'vitest'
import { searchAddress } from '#client/features/search/search-address.ts'

describe('searchAddress', () => {
  it('encodes the text and names only later pages', () => {
    expect(searchAddress('插画')).toBe('/search?searchText=%E6%8F%92%E7%94%BB')
    expect(searchAddress('C&A', 2)).toBe('/search?searchText=C%26A&page=2')
  })
  it('names a tab unless it is all of them', () => {
    expect(searchAddress('a', 1, 'work')).toBe('/search?searchText=a&tab=work')
    expect(searchAddress('a', 3, 'post')).toBe('/search?searchText=a&tab=post&page=3')
  })
})
