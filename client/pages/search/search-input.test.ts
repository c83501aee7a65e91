import { describe, expect, it } from 'vitest'
import { searchInput } from '#client/pages/search/search-input.ts'

describe('searchInput', () => {
  it('reads text, tab and page of the address', () => {
    expect(searchInput(new URLSearchParams('searchText=%E6%B0%B4%E5%BD%A9&tab=work&page=3'))).toEqual({
      searchText: '水彩',
      tab: 'work',
      pageNum: 3,
      pageSize: 20,
    })
  })
  it('takes a broken page for the first', () => {
    for (const page of ['0', '-1', 'x', '1e3', '99999'])
      expect(searchInput(new URLSearchParams({ searchText: 'a', page }))?.pageNum).toBe(1)
  })
  it('takes an unknown tab for all of them', () => {
    for (const tab of ['', 'x', 'toString', '__proto__'])
      expect(searchInput(new URLSearchParams({ searchText: 'a', tab }))?.tab).toBe('all')
  })
  it('asks for nothing without a text', () => {
    expect(searchInput(new URLSearchParams('searchText=%20%20'))).toBeUndefined()
    expect(searchInput(new URLSearchParams())).toBeUndefined()
  })
})
