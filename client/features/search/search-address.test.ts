import { describe, expect, it } from 'vitest'
import { cleanSearchText, searchAddress } from '#client/features/search/search-address.ts'

describe('cleanSearchText', () => {
  it('trims, folds blanks and cuts', () => {
    expect(cleanSearchText('  水彩   静物 ')).toBe('水彩 静物')
    expect(cleanSearchText(null)).toBe('')
    expect(cleanSearchText('长'.repeat(80))).toHaveLength(64)
  })
})

describe('searchAddress', () => {
  it('encodes the text and names only later pages', () => {
    expect(searchAddress('插画')).toBe('/search?searchText=%E6%8F%92%E7%94%BB')
    expect(searchAddress('C&A', 2)).toBe('/search?searchText=C%26A&page=2')
  })
})
